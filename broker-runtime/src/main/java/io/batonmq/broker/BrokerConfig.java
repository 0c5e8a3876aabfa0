package io.batonmq.broker;

import io.batonmq.broker.lease.LeaseSettings;
import io.batonmq.broker.net.ConfiguredUsers;
import io.batonmq.broker.net.NetSettings;
import io.batonmq.broker.session.SessionLimits;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A node's configuration: immutable, complete and checked. {@link #of} makes it from settings written as on the command
 * line; the table in README lists them, with units, defaults and ranges. Every problem is named at once in one {@link
 * ConfigException}.
 *
 * <pre>{@code
 * BrokerConfig config = BrokerConfig.of(Map.of("listen", "tcp://127.0.0.1:61616", "data", "target/data"));
 * }</pre>
 *
 * @param listen where clients and nodes connect
 * @param advertise what they are told, null = the listen address
 * @param nodeId stable id, null = kept in the data folder
 * @param data data folder
 * @param leaseName key of the lease
 * @param lease intervals of the lease
 * @param store the database
 * @param sessions how long clients' state is kept
 * @param limits sizes and counts
 * @param users name → password; empty = anonymous, loopback only
 * @param anonymous whether clients may come without a password
 * @param tls certificates for {@code ssl://}, null = none
 */
public record BrokerConfig(
        URI listen,
        @Nullable URI advertise,
        @Nullable String nodeId,
        Path data,
        String leaseName,
        LeaseSettings lease,
        Store store,
        Sessions sessions,
        Limits limits,
        Map<String, String> users,
        boolean anonymous,
        NetSettings.@Nullable Tls tls) {

    /** Without any password, so that it may be logged. */
    @Override
    public String toString() {
        return "BrokerConfig[listen=" + listen + ", advertise=" + advertise + ", nodeId=" + nodeId + ", data=" + data
                + ", leaseName=" + leaseName + ", " + lease + ", " + store + ", " + sessions + ", " + limits
                + ", users=" + new TreeSet<>(users.keySet()) + ", anonymous=" + anonymous + ", tls=" + (tls != null)
                + "]";
    }

    /**
     * The database and the batches written to it.
     *
     * @param url JDBC URL, PostgreSQL or H2 ({@code store.url})
     * @param user database user, null = none ({@code store.user})
     * @param password the user's, null = none ({@code store.password})
     * @param poolSize connections, default 4, 2 to 64 ({@code store.poolSize})
     * @param allowAsyncCommit whether to serve on a database that confirms before it is durable, default false
     * @param allowInMemory whether an H2 database in memory is accepted, default false
     * @param batchRows most rows of one write batch, default 1,000, 10 to 10,000
     * @param batchBytes most bytes of one write batch, default 4 MiB, 64 KiB to 64 MiB
     * @param batchRowsKept rows about past batches that are kept; default 10,000, from 1,000 on
     */
    public record Store(
            String url,
            @Nullable String user,
            @Nullable String password,
            int poolSize,
            boolean allowAsyncCommit,
            boolean allowInMemory,
            int batchRows,
            int batchBytes,
            long batchRowsKept) {
        /** Without the password, be it in the URL. */
        @Override
        public String toString() {
            return "Store[" + url.replaceAll("(?i)(password=)[^&;]*", "$1***") + "]";
        }
    }

    /**
     * How long links and absent clients are waited for.
     *
     * @param silenceLimit a link without an answered ping for this long is dead; default 4 s, at most the lease's activation
     * @param linkHeartbeat how often clients ping; default 1 s, at most half of silenceLimit
     * @param resumeTimeout how long an absent client's sessions are kept open; default 60 s, from maxGrace on
     * @param outcomeRetention how long an ended session's outcomes can be asked for; default 24 h, from resumeTimeout on
     * @param failoverGrace how long absent sessions keep what they were sent; default 6 s, from silenceLimit + 2 s on
     * @param maxGrace most grace, whatever a client declares; default 30 s, from failoverGrace on
     * @param orderGrace how long what was stored later waits for absent sessions' older messages; default 2 s, 0 to
     *     failoverGrace
     * @param stopTimeout bound of an orderly stop; default 10 s
     */
    public record Sessions(
            Duration silenceLimit,
            Duration linkHeartbeat,
            Duration resumeTimeout,
            Duration outcomeRetention,
            Duration failoverGrace,
            Duration maxGrace,
            Duration orderGrace,
            Duration stopTimeout) {}

    /**
     * Sizes in bytes, and counts.
     *
     * @param maxMessageSize largest message; default 100 MiB, 1 KiB to 1 GiB
     * @param transactionStaging above so many bytes a transaction's work is written ahead; default 1 MiB, 64 KiB to 64 MiB
     * @param transactionMax above so many bytes a transaction is refused; default 1 GiB, 1 MiB to 1 TiB
     * @param maxDeliveries after so many deliveries a message goes to the queue DLQ; default 10, from 1 on
     * @param redeliveryDelay pause before a message that was given back is delivered again; default 0
     * @param queuePageIn most bytes of one queue held in memory; default 16 MiB, 1 MiB to 1 TiB
     * @param memory most bytes of messages held in memory; default 40 % of the heap
     * @param handshakeTimeout a peer that has not authenticated by then is dropped; default 5 s
     * @param maxUnauthenticated most peers that have not authenticated yet; default 1,000, 1 to 1,000,000
     * @param maxConnections most connections, of clients and nodes together; default 10,000, 1 to 1,000,000
     * @param clients what one connection may use, and how much of all may wait for the database
     */
    public record Limits(
            long maxMessageSize,
            long transactionStaging,
            long transactionMax,
            int maxDeliveries,
            Duration redeliveryDelay,
            long queuePageIn,
            long memory,
            Duration handshakeTimeout,
            int maxUnauthenticated,
            int maxConnections,
            SessionLimits clients) {}

    /**
     * Checks and builds from settings written as text.
     *
     * @param settings values by key, for example {@code lease.heartbeat} and {@code 500ms}; what is absent has its default
     * @return the configuration
     * @throws ConfigException naming every unknown key, impossible user and wrong value; if there are none, every broken rule
     */
    public static BrokerConfig of(Map<String, String> settings) {
        Map<Setting, String> values = new EnumMap<>(Setting.class);
        Map<String, String> users = new TreeMap<>();
        List<String> problems = new ArrayList<>();
        new TreeMap<>(settings).forEach((key, value) -> {
            if (key.startsWith(Setting.USERS)) {
                users.put(key.substring(Setting.USERS.length()), value);
                return;
            }
            Setting setting = Setting.named(key);
            if (setting == null) {
                problems.add(Setting.unknown(key));
            } else {
                values.put(setting, value.trim());
            }
        });
        try {
            ConfiguredUsers.of(users, false, new SecureRandom());
        } catch (IllegalArgumentException e) {
            problems.add(String.valueOf(e.getMessage()));
        }
        return build(new SettingValues(values, problems), Map.copyOf(users));
    }

    private static BrokerConfig build(SettingValues v, Map<String, String> users) {
        Path data = Path.of(v.text(Setting.DATA));
        String anonymous = v.text(Setting.SECURITY_ANONYMOUS);
        BrokerConfig config = new BrokerConfig(
                v.uri(Setting.LISTEN),
                v.text(Setting.ADVERTISE).isEmpty() ? null : v.uri(Setting.ADVERTISE),
                v.orNull(Setting.NODE_ID),
                data,
                v.text(Setting.LEASE_NAME),
                new LeaseSettings(
                        v.duration(Setting.LEASE_HEARTBEAT),
                        v.duration(Setting.LEASE_ACTIVATION),
                        v.duration(Setting.LEASE_MARGIN),
                        v.duration(Setting.LEASE_LOCK_PATIENCE),
                        v.flag(Setting.ADVERTISED_ELSEWHERE)),
                new Store(
                        v.text(Setting.STORE_URL).isEmpty()
                                ? "jdbc:h2:async:" + data.toAbsolutePath().normalize() + "/batonmq;WRITE_DELAY=0"
                                : v.text(Setting.STORE_URL),
                        v.orNull(Setting.STORE_USER),
                        v.orNull(Setting.STORE_PASSWORD),
                        v.integer(Setting.STORE_POOL_SIZE, 2, 64),
                        v.flag(Setting.STORE_ALLOW_ASYNC_COMMIT),
                        v.flag(Setting.STORE_ALLOW_IN_MEMORY),
                        v.integer(Setting.STORE_BATCH_ROWS, 10, 10_000),
                        (int) v.size(Setting.STORE_BATCH_BYTES, 64 << 10, 64 << 20),
                        v.integer(Setting.STORE_BATCH_ROWS_KEPT, 1_000, Integer.MAX_VALUE)),
                new Sessions(
                        v.duration(Setting.SILENCE_LIMIT),
                        v.duration(Setting.LINK_HEARTBEAT),
                        v.duration(Setting.RESUME_TIMEOUT),
                        v.duration(Setting.OUTCOME_RETENTION),
                        v.duration(Setting.FAILOVER_GRACE),
                        v.duration(Setting.MAX_GRACE),
                        v.duration(Setting.ORDER_GRACE),
                        v.duration(Setting.STOP_TIMEOUT)),
                new Limits(
                        v.size(Setting.MAX_MESSAGE_SIZE, 1 << 10, 1L << 30),
                        v.size(Setting.TRANSACTION_STAGING, 64 << 10, 64 << 20),
                        v.size(Setting.TRANSACTION_MAX, 1 << 20, 1L << 40),
                        v.integer(Setting.MAX_DELIVERIES, 1, Integer.MAX_VALUE),
                        v.duration(Setting.REDELIVERY_DELAY),
                        v.size(Setting.QUEUE_PAGE_IN, 1 << 20, 1L << 40),
                        v.memory(Setting.MEMORY),
                        v.duration(Setting.HANDSHAKE_TIMEOUT),
                        v.integer(Setting.MAX_UNAUTHENTICATED, 1, 1_000_000),
                        v.integer(Setting.MAX_CONNECTIONS, 1, 1_000_000),
                        new SessionLimits(
                                v.integer(Setting.MAX_SESSIONS, 1, SessionLimits.MOST_SESSIONS),
                                v.integer(Setting.MAX_CONSUMERS, 1, Integer.MAX_VALUE),
                                v.integer(Setting.MAX_TEMPORARIES, 1, Integer.MAX_VALUE),
                                v.integer(Setting.MAX_UNACKNOWLEDGED, 1, Integer.MAX_VALUE),
                                v.size(Setting.PENDING_PER_SESSION, 64 << 10, 1L << 30),
                                v.memory(Setting.PENDING_TOTAL))),
                users,
                anonymous.isEmpty() ? users.isEmpty() : v.flag(Setting.SECURITY_ANONYMOUS),
                tls(v));
        List<String> problems = new ArrayList<>(v.problems());
        if (problems.isEmpty()) {
            config.check(problems);
        }
        if (!problems.isEmpty()) {
            throw new ConfigException(problems);
        }
        return config;
    }

    private static NetSettings.@Nullable Tls tls(SettingValues v) {
        String keyStore = v.orNull(Setting.TLS_KEY_STORE);
        if (keyStore == null) {
            return null;
        }
        String trustStore = v.orNull(Setting.TLS_TRUST_STORE);
        return new NetSettings.Tls(
                Path.of(keyStore),
                v.text(Setting.TLS_KEY_STORE_PASSWORD),
                trustStore == null ? null : Path.of(trustStore),
                v.orNull(Setting.TLS_TRUST_STORE_PASSWORD),
                v.flag(Setting.TLS_CLIENT_CERTIFICATES));
    }

    /** DESIGN section 8: each rule names both settings. */
    private void check(List<String> problems) {
        Rules rules = new Rules(problems);
        Duration leastActivation = lease.heartbeat().multipliedBy(2).plus(lease.margin());
        rules.positive("lease.heartbeat", lease.heartbeat());
        rules.positive("lease.margin", lease.margin());
        rules.positive("linkHeartbeat", sessions.linkHeartbeat());
        rules.atMost("lease.heartbeat × 2 + lease.margin", leastActivation, "lease.activation", lease.activation());
        rules.atMost("the least activation", Duration.ofSeconds(3), "lease.activation", lease.activation());
        rules.atMost("lease.lockPatience", lease.lockPatience(), "lease.heartbeat", lease.heartbeat());
        rules.atMost("silenceLimit", sessions.silenceLimit(), "lease.activation", lease.activation());
        rules.atMost(
                "linkHeartbeat × 2", sessions.linkHeartbeat().multipliedBy(2), "silenceLimit", sessions.silenceLimit());
        rules.atMost(
                "silenceLimit + 2s", sessions.silenceLimit().plusSeconds(2), "failoverGrace", sessions.failoverGrace());
        rules.atMost("failoverGrace", sessions.failoverGrace(), "maxGrace", sessions.maxGrace());
        rules.atMost("orderGrace", sessions.orderGrace(), "failoverGrace", sessions.failoverGrace());
        rules.atMost("maxGrace", sessions.maxGrace(), "resumeTimeout", sessions.resumeTimeout());
        rules.atMost("resumeTimeout", sessions.resumeTimeout(), "outcomeRetention", sessions.outcomeRetention());
        if (leaseName.isEmpty() || leaseName.length() > 100) {
            problems.add("lease.name must have 1 to 100 characters");
        }
        if (users.isEmpty() && !isLoopback(listen.getHost())) {
            problems.add(
                    "listen " + listen + " is reachable from other machines, but there are no users: add users.NAME=…,"
                            + " or listen on tcp://127.0.0.1:" + listen.getPort());
        }
    }

    private static boolean isLoopback(String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }

    /** Compares durations in the user's words. */
    private record Rules(List<String> problems) {
        void atMost(String small, Duration smallValue, String large, Duration largeValue) {
            if (smallValue.compareTo(largeValue) > 0) {
                problems.add(small + " (" + SettingValues.written(smallValue) + ") must be at most " + large + " ("
                        + SettingValues.written(largeValue) + ")");
            }
        }

        void positive(String name, Duration value) {
            if (value.isZero()) {
                problems.add(name + " must be more than 0");
            }
        }
    }
}
