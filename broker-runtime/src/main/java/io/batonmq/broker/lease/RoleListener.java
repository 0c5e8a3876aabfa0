package io.batonmq.broker.lease;

import io.batonmq.store.LeaseRow;
import io.batonmq.store.LeaseStore.LeaseView;
import io.batonmq.store.LeaseTerm;

/** Told of the node's role, on the lease loop; must not block. */
public interface RoleListener {

    /**
     * The lease is this node's (L4 (2)): read the state and serve, as long as it is trusted.
     *
     * @param term names it in every write
     * @param row the row as the takeover left it
     * @param serveAfterNanos do not serve before so many nanoseconds have passed (L5, load-balanced addresses)
     */
    void taken(LeaseTerm term, LeaseRow row, long serveAfterNanos);

    /** The lease is gone: stop serving, drop everything (L9). Called once for each {@link #taken}. */
    void lost(String why);

    /** What was just read of the lease and the nodes. */
    void seen(LeaseView view);

    /** A reading of the database's clock, with the monotonic time at which the statement was sent and answered (R18). */
    void databaseTime(long databaseMillis, long sentNanos, long answeredNanos);

    /** The configuration or the database can't work; no retry will help. The message is for the user. */
    void unusable(String message);
}
