package io.batonmq.broker;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Every setting of a node, in the order of the documentation. The table in README is made from this one. */
enum Setting {
    LISTEN("listen", "tcp://127.0.0.1:61616", "URL", "Where clients and nodes connect; port 0 takes a free one."),
    ADVERTISE("advertise", "", "URL", "What clients and nodes are told to connect to; empty = the listen address."),
    ADVERTISED_ELSEWHERE(
            "advertise.elsewhere",
            "false",
            "true, false",
            "The advertised address is a load balancer's: a refused connection there proves nothing of the process."),
    NODE_ID("nodeId", "", "text", "Stable id of the node; empty = made once and kept in the data folder."),
    DATA("data", "./data", "folder", "Where the node keeps its id, and embedded H2 its database."),
    LEASE_NAME("lease.name", "default", "text", "Nodes with the same name in one database contend for one lease."),
    LEASE_HEARTBEAT("lease.heartbeat", "1s", "duration", "How often the holder renews and a standby looks."),
    LEASE_ACTIVATION(
            "lease.activation",
            "5s",
            "duration",
            "After this long without a renewal a standby may take over; at least 3s, silenceLimit and 2 × heartbeat + margin."),
    LEASE_MARGIN("lease.margin", "500ms", "duration", "The holder stops so much before its lease can be taken."),
    LEASE_LOCK_PATIENCE(
            "lease.lockPatience",
            "1s",
            "duration",
            "How long a taker waits before it ends whoever blocks the lease row."),
    STORE_URL(
            "store.url",
            "",
            "JDBC URL",
            "PostgreSQL or H2; empty = embedded H2 in the data folder (jdbc:h2:async:DATA/batonmq;WRITE_DELAY=0)."),
    STORE_USER("store.user", "", "text", "Database user."),
    STORE_PASSWORD("store.password", "", "text", "Database password."),
    STORE_POOL_SIZE(
            "store.poolSize", "4", "2 to 64", "Connections: one writer, the rest readers; the lease has its own."),
    STORE_ALLOW_ASYNC_COMMIT(
            "store.allowAsyncCommit",
            "false",
            "true, false",
            "Serve although the database confirms commits before they are durable (synchronous_commit off or local)."),
    STORE_ALLOW_IN_MEMORY(
            "store.allowInMemory",
            "false",
            "true, false",
            "Accept an H2 database in memory, which no other process shares and no restart survives."),
    STORE_BATCH_ROWS("store.batchRows", "1000", "10 to 10000", "Most rows of one write batch."),
    STORE_BATCH_BYTES("store.batchBytes", "4MiB", "64KiB to 64MiB", "Most bytes of one write batch."),
    STORE_BATCH_ROWS_KEPT(
            "store.batchRowsKept",
            "10000",
            "1000 and more",
            "Batch rows kept for looking into what was confirmed when."),
    SILENCE_LIMIT(
            "silenceLimit", "4s", "duration", "A link without an answered ping for this long is dead, on both sides."),
    LINK_HEARTBEAT("linkHeartbeat", "1s", "duration", "How often clients ping."),
    RESUME_TIMEOUT("resumeTimeout", "60s", "duration", "How long an absent client's sessions are kept open."),
    OUTCOME_RETENTION(
            "outcomeRetention", "24h", "duration", "How long an ended session's outcomes can still be asked for."),
    FAILOVER_GRACE(
            "failoverGrace",
            "6s",
            "duration",
            "How long absent sessions keep what they were sent; at least silenceLimit + 2s."),
    MAX_GRACE("maxGrace", "30s", "duration", "Most grace, whatever reconnect delay a client declares."),
    ORDER_GRACE(
            "orderGrace",
            "2s",
            "duration, 0 = not at all",
            "How long, after a takeover, messages wait for older ones of their queue that an absent session may still"
                    + " claim; at most failoverGrace. Later they may overtake."),
    STOP_TIMEOUT("stopTimeout", "10s", "duration", "Bound of an orderly stop with handover."),
    MAX_MESSAGE_SIZE("maxMessageSize", "100MiB", "1KiB to 1GiB", "Largest message."),
    TRANSACTION_STAGING(
            "transaction.stagingThreshold",
            "1MiB",
            "64KiB to 64MiB",
            "Above this a transaction's work is written ahead."),
    TRANSACTION_MAX("transaction.max", "1GiB", "1MiB to 1024GiB", "Above this a transaction is refused."),
    MAX_DELIVERIES("maxDeliveries", "10", "1 and more", "After so many deliveries a message goes to the queue DLQ."),
    REDELIVERY_DELAY(
            "redeliveryDelay", "0s", "duration", "Pause before a message that was given back is delivered again."),
    QUEUE_PAGE_IN("queue.pageIn", "16MiB", "1MiB to 1024GiB", "Most bytes of one queue held in memory."),
    MEMORY("memory", "40%", "percent of heap or size", "Most bytes of messages held in memory, all queues together."),
    HANDSHAKE_TIMEOUT("handshakeTimeout", "5s", "duration", "A peer that has not authenticated by then is dropped."),
    MAX_UNAUTHENTICATED("maxUnauthenticated", "1000", "1 and more", "Most peers that have not authenticated yet."),
    MAX_CONNECTIONS("maxConnections", "10000", "1 and more", "Most connections, of clients and nodes together."),
    MAX_SESSIONS("maxSessions", "1000", "1 to 8000", "Most sessions of one connection; the same on all nodes."),
    MAX_CONSUMERS("maxConsumers", "10000", "1 and more", "Most consumers and browsers of one connection."),
    MAX_TEMPORARIES("maxTemporaries", "1000", "1 and more", "Most temporary destinations of one connection."),
    MAX_UNACKNOWLEDGED(
            "maxUnacknowledged",
            "100000",
            "1 and more",
            "A session with so many unacknowledged messages is sent no more until it acknowledges, commits or rolls back."),
    PENDING_PER_SESSION(
            "pending.perSession",
            "4MiB",
            "64KiB to 1GiB",
            "A connection that has more waiting for the database, for each of its sessions, is not read from meanwhile."),
    PENDING_TOTAL(
            "pending.total",
            "10%",
            "percent of heap or size",
            "When more waits for the database in all, connections with more than their share are not read from."),
    SECURITY_ANONYMOUS(
            "security.anonymous",
            "",
            "true, false",
            "Whether clients may come without a password; empty = only if there are no users."),
    TLS_KEY_STORE("tls.keyStore", "", "file", "The node's key and certificate (PKCS#12 or JKS), for ssl:// addresses."),
    TLS_KEY_STORE_PASSWORD("tls.keyStorePassword", "", "text", "Password of the key store and its key."),
    TLS_TRUST_STORE(
            "tls.trustStore",
            "",
            "file",
            "Authorities that sign clients' certificates and those of the other nodes, which this one links to; empty = the JDK's."),
    TLS_TRUST_STORE_PASSWORD("tls.trustStorePassword", "", "text", "Password of the trust store."),
    TLS_CLIENT_CERTIFICATES(
            "tls.clientCertificates", "false", "true, false", "Whether every peer must show a certificate.");

    /** Settings of this form name a user each: {@code users.NAME=password}. */
    static final String USERS = "users.";

    private final String key;
    private final String defaultValue;
    private final String form;
    private final String doc;

    Setting(String key, String defaultValue, String form, String doc) {
        this.key = key;
        this.defaultValue = defaultValue;
        this.form = form;
        this.doc = doc;
    }

    /** As written in files, {@code --key=value} and, in capitals with underscores, {@code BATONMQ_KEY}. */
    String key() {
        return key;
    }

    /** The default as it would be written. */
    String defaultValue() {
        return defaultValue;
    }

    /** What may stand there. */
    String form() {
        return form;
    }

    /** One sentence. */
    String doc() {
        return doc;
    }

    /** The environment variable, for example {@code BATONMQ_LEASE_HEARTBEAT}. */
    String environment() {
        StringBuilder name = new StringBuilder("BATONMQ_");
        for (char c : key.toCharArray()) {
            if (c == '.') {
                name.append('_');
            } else {
                if (Character.isUpperCase(c)) {
                    name.append('_');
                }
                name.append(Character.toUpperCase(c));
            }
        }
        return name.toString();
    }

    static @Nullable Setting named(String key) {
        for (Setting setting : values()) {
            if (setting.key.equals(key)) {
                return setting;
            }
        }
        return null;
    }

    /** What to say of a key that is no setting's. */
    static String unknown(String key) {
        return "unknown setting " + key + nearest(key);
    }

    private static String nearest(String key) {
        Collection<String> near = new ArrayList<>();
        String wanted = key.toLowerCase(Locale.ROOT);
        for (Setting setting : values()) {
            String have = setting.key.toLowerCase(Locale.ROOT);
            if (have.contains(wanted) || wanted.contains(have) || distance(have, wanted) <= 2) {
                near.add(setting.key);
            }
        }
        return near.isEmpty()
                ? "; all settings are listed in README"
                : "; did you mean " + String.join(", ", near) + "?";
    }

    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int above = row[j];
                int same = a.charAt(i - 1) == b.charAt(j - 1) ? diagonal : diagonal + 1;
                row[j] = Math.min(same, Math.min(above, row[j - 1]) + 1);
                diagonal = above;
            }
        }
        return row[b.length()];
    }

    /** The rows of README's table. */
    static List<String> markdown() {
        List<String> lines = new ArrayList<>();
        lines.add("| setting | default | form | what it is |");
        lines.add("| --- | --- | --- | --- |");
        for (Setting setting : values()) {
            String shown = setting.defaultValue.isEmpty() ? "–" : "`" + setting.defaultValue + "`";
            lines.add("| `" + setting.key + "` | " + shown + " | " + setting.form + " | " + setting.doc + " |");
        }
        lines.add(
                "| `users.NAME` | – | text | A user and its password; with any, clients authenticate by SCRAM-SHA-256. |");
        return lines;
    }
}
