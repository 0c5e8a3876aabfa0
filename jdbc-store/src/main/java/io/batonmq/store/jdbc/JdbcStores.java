package io.batonmq.store.jdbc;

import io.batonmq.store.LeaseStore;
import io.batonmq.store.MessageStore;
import io.batonmq.store.StoreException;

/**
 * The stores of one database. Opening them connects to nothing: a node starts while its database is down, and every call
 * says so until it is back. The cluster's id comes with the lease row.
 *
 * <p>For any thread.
 */
public final class JdbcStores implements AutoCloseable {

    private final JdbcMessageStore messages;
    private final JdbcLeaseStore lease;

    private JdbcStores(Database database, StoreSettings settings) {
        this.messages = new JdbcMessageStore(database, settings);
        this.lease = new JdbcLeaseStore(database, settings);
    }

    /**
     * Makes the stores.
     *
     * @throws StoreException.Unusable if the URL is of no known database or of one that can't be used safely
     */
    public static JdbcStores open(StoreSettings settings) {
        return new JdbcStores(new Database(settings, SqlDialect.of(settings)), settings);
    }

    /** Batches and reads. */
    public MessageStore messages() {
        return messages;
    }

    /** The lease row. */
    public LeaseStore lease() {
        return lease;
    }

    /** Closes both: calls in progress end first, as far as the database lets them. */
    @Override
    public void close() {
        messages.close();
        lease.close();
    }
}
