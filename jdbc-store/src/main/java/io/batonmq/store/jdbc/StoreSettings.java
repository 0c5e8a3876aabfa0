package io.batonmq.store.jdbc;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How to reach the database, checked once (URL included) when the stores are opened. Immutable.
 *
 * @param url JDBC URL of PostgreSQL (several hosts allowed) or H2; of PostgreSQL better with an explicit {@code sslmode}:
 *     the default asks twice, and so takes longer to notice a hung server
 * @param user database user; null = as the URL says
 * @param password of the user; null = as the URL says
 * @param poolSize connections beside the lease's: one for the writer, the rest for readers; at least 2
 * @param connectTimeout of every connection; PostgreSQL's driver counts whole seconds
 * @param socketTimeout after which a silent connection of the writer or a reader is given up
 * @param activation the lease's activation interval: nodes seen within ten of them are listed, and an idle transaction
 *     ends after half of one
 * @param leaseSocketTimeout after which a silent connection of the lease is given up; below {@code activation}
 * @param leaseStatementTimeout after which the database ends a statement of the lease whose node is gone
 * @param leaseLockTimeout how long a statement of the lease waits for the row
 * @param allowAsyncCommit serve although PostgreSQL's {@code synchronous_commit} is off or local: confirmed messages may
 *     then be lost in a crash
 * @param checkpointSync on H2: force every batch to the disk; without it a power loss takes confirmed messages
 * @param allowInMemory accept an H2 database in memory, which no other process shares and no restart survives: for tests
 * @param prepareThreshold PostgreSQL driver's setting; 0 behind poolers that cannot keep prepared statements; null = the
 *     driver's default
 */
public record StoreSettings(
        String url,
        @Nullable String user,
        @Nullable String password,
        int poolSize,
        Duration connectTimeout,
        Duration socketTimeout,
        Duration activation,
        Duration leaseSocketTimeout,
        Duration leaseStatementTimeout,
        Duration leaseLockTimeout,
        boolean allowAsyncCommit,
        boolean checkpointSync,
        boolean allowInMemory,
        @Nullable Integer prepareThreshold) {

    private static final Duration LONGEST = Duration.ofHours(1);

    public StoreSettings {
        if (url.isBlank()) {
            throw new IllegalArgumentException("store.url is empty: give a JDBC URL of PostgreSQL or H2");
        }
        if (poolSize < 2 || poolSize > 1_000) {
            throw new IllegalArgumentException(
                    "store.poolSize " + poolSize + " must be between 2 (a writer and a reader) and 1000");
        }
        check("store.connectTimeout", connectTimeout);
        check("store.socketTimeout", socketTimeout);
        check("lease.activation", activation);
        check("lease socket timeout", leaseSocketTimeout);
        check("lease statement timeout", leaseStatementTimeout);
        check("lease lock timeout", leaseLockTimeout);
        if (leaseSocketTimeout.compareTo(activation) >= 0) {
            throw new IllegalArgumentException("lease socket timeout " + leaseSocketTimeout.toMillis()
                    + " ms must be below lease.activation " + activation.toMillis()
                    + " ms: else a dead connection outlasts the lease");
        }
        if (prepareThreshold != null && prepareThreshold < 0) {
            throw new IllegalArgumentException("store.prepareThreshold " + prepareThreshold + " must not be negative");
        }
    }

    /** Everything by default but the address; activation is 5 s. */
    public static StoreSettings of(String url, @Nullable String user, @Nullable String password) {
        return of(url, user, password, Duration.ofSeconds(5));
    }

    /** As {@link #of(String, String, String)}, with the lease's timeouts derived from its activation interval. */
    public static StoreSettings of(String url, @Nullable String user, @Nullable String password, Duration activation) {
        Duration socket = activation.multipliedBy(2).dividedBy(5);
        return new StoreSettings(
                url,
                user,
                password,
                4,
                Duration.ofSeconds(2),
                Duration.ofSeconds(10),
                activation,
                socket.compareTo(Duration.ofSeconds(2)) > 0 ? Duration.ofSeconds(2) : socket,
                activation.dividedBy(2),
                activation.dividedBy(4),
                false,
                true,
                false,
                null);
    }

    /**
     * How long a batch waits for somebody else's lock. It has the lease row by then, for which the next renewal waits: so the
     * batch gives both up, long before the lease is at its end, and is sent again (C54).
     */
    Duration writerLockTimeout() {
        Duration ofLease = activation.dividedBy(8);
        Duration ofSocket = socketTimeout.dividedBy(2);
        return ofLease.compareTo(ofSocket) < 0 ? ofLease : ofSocket;
    }

    /** With another number of connections. */
    public StoreSettings withPoolSize(int connections) {
        return new StoreSettings(
                url,
                user,
                password,
                connections,
                connectTimeout,
                socketTimeout,
                activation,
                leaseSocketTimeout,
                leaseStatementTimeout,
                leaseLockTimeout,
                allowAsyncCommit,
                checkpointSync,
                allowInMemory,
                prepareThreshold);
    }

    /** With another wait for an answer on the writer's and readers' connections. */
    public StoreSettings withSocketTimeout(Duration timeout) {
        return new StoreSettings(
                url,
                user,
                password,
                poolSize,
                connectTimeout,
                timeout,
                activation,
                leaseSocketTimeout,
                leaseStatementTimeout,
                leaseLockTimeout,
                allowAsyncCommit,
                checkpointSync,
                allowInMemory,
                prepareThreshold);
    }

    /** With other promises: see the components of the same names. */
    public StoreSettings withDurability(boolean asyncCommitAllowed, boolean checkpoint, boolean inMemoryAllowed) {
        return new StoreSettings(
                url,
                user,
                password,
                poolSize,
                connectTimeout,
                socketTimeout,
                activation,
                leaseSocketTimeout,
                leaseStatementTimeout,
                leaseLockTimeout,
                asyncCommitAllowed,
                checkpoint,
                inMemoryAllowed,
                prepareThreshold);
    }

    /** With the PostgreSQL driver's {@code prepareThreshold}. */
    public StoreSettings withPrepareThreshold(int threshold) {
        return new StoreSettings(
                url,
                user,
                password,
                poolSize,
                connectTimeout,
                socketTimeout,
                activation,
                leaseSocketTimeout,
                leaseStatementTimeout,
                leaseLockTimeout,
                allowAsyncCommit,
                checkpointSync,
                allowInMemory,
                threshold);
    }

    /** Without the password, and without what the URL may carry of one. */
    @Override
    public String toString() {
        return "store " + shownUrl() + (user == null ? "" : " as " + user);
    }

    /** The URL for messages: without a password in it. */
    String shownUrl() {
        return url.replaceAll("(?i)(password=)[^&;]*", "$1***");
    }

    private static void check(String name, Duration value) {
        if (value.isNegative() || value.isZero() || value.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    name + " " + value.toMillis() + " ms must be above 0 and at most " + LONGEST.toMillis() + " ms");
        }
    }
}
