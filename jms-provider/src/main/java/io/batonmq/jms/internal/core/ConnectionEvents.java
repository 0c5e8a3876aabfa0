package io.batonmq.jms.internal.core;

import java.util.List;

/** What happens to a connection; called on the loop, must not block. */
public interface ConnectionEvents {

    /** The link is lost, a resume is under way. */
    void interrupted(CoreException cause);

    /** The connection is back. */
    void resumed(Resumed resumed);

    /** Terminal: the connection is FAILED, exactly once, also for a failure after which nobody calls. */
    void failed(CoreException cause);

    /** Something the application should be told although the connection goes on (STORE_WENT_BACK, CLAIM_LOST, consumer closed). */
    void notice(CoreException what);

    /** The list of nodes changed. */
    void topology(List<String> nodes);

    /**
     * How the connection came back.
     *
     * @param from address before
     * @param to address now
     * @param epoch of the holder
     * @param reattached false = another cluster: sessions and consumers were made anew (L11)
     * @param claimsLost deliveries the application held that went to others (R11)
     */
    record Resumed(String from, String to, long epoch, boolean reattached, int claimsLost) {}
}
