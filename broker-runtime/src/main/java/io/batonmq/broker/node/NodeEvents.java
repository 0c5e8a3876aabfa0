package io.batonmq.broker.node;

import io.batonmq.store.LeaseStore.LeaseView;

/** What becomes of a node; called on its loops, must not block. */
public interface NodeEvents {

    /** The node serves under this epoch. */
    void serving(long epoch);

    /** The node stands by (again), for this reason. */
    void standby(String why);

    /** The lease and the nodes as just read. */
    void seen(LeaseView view);

    /** The database or configuration can't work; no retry will help. */
    void unusable(String message);

    /** The node has stopped, the lease released if it held it. */
    void stopped();
}
