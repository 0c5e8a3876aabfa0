package io.batonmq.broker.session;

import io.batonmq.broker.loop.RefusedException;
import io.batonmq.wire.ErrorCode;

/**
 * What one client may use. Immutable.
 *
 * @param sessions most sessions of one connection. Default: 1,000
 * @param consumers most consumers and browsers of one connection. Default: 10,000
 * @param temporaries most temporary destinations of one connection. Default: 1,000
 * @param unacknowledged deliveries of one session, from which on it is sent no more. Default: 100,000
 * @param pendingPerSession bytes of a connection's commands that wait for the database, for each of its sessions, above which
 *     its link is not read from; well above a client's replay window. Default: 4 MiB
 * @param pendingTotal the same of all connections: above it, those are not read from that have more than their share
 */
public record SessionLimits(
        int sessions, int consumers, int temporaries, int unacknowledged, long pendingPerSession, long pendingTotal) {

    /** Most sessions that a resume can name. */
    public static final int MOST_SESSIONS = 8_000;

    /** The defaults, for a heap of 640 MiB. */
    public static SessionLimits defaults() {
        return new SessionLimits(1_000, 10_000, 1_000, 100_000, 4 << 20, 64 << 20);
    }

    /** What lists of deliveries may hold that a client still names: held ones, and some of unconfirmed acknowledgements. */
    long named() {
        return 3L * unacknowledged;
    }

    /** The refusal of one more: names the limit and its setting. */
    static RefusedException reached(String what, int most, String setting) {
        return new RefusedException(
                ErrorCode.LIMIT_EXCEEDED,
                what + ": " + most + " are allowed; use fewer, or raise " + setting + " at the nodes");
    }
}
