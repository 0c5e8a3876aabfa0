package io.batonmq.broker.session;

/** What sessions ask the lease role. Called on the broker loop. */
public interface ServingGate {

    /** Whether the lease is trusted now (L1): asked before every dispatch, pong and answer. */
    boolean trusted();

    /**
     * A client has seen a higher epoch (L2, R21): renew, then run the answer on the loop; if the lease is lost, step down
     * instead.
     */
    void toldHigherEpoch(long epoch, Runnable answer);
}
