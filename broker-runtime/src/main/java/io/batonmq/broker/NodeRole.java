package io.batonmq.broker;

/** What a node is to its clients. */
public enum NodeRole {
    /** Serves nobody; waits for the lease. */
    STANDBY,
    /** Holds the lease and serves. */
    HOLDER,
    /** Was stopped, or could not go on; {@link NodeStatus#reason()} says why. */
    STOPPED
}
