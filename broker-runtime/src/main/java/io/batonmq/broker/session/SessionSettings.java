package io.batonmq.broker.session;

import java.time.Duration;

/**
 * Times and bounds of sessions; checked as a whole by the node's configuration. Immutable.
 *
 * @param silenceLimit S: a link without any frame for so long is closed; dictated to clients (R8)
 * @param linkHeartbeat how often clients ping
 * @param resumeTimeout after so long without its client a connection is ended (R14)
 * @param outcomeRetention how long an ended connection's numbers are kept (R14)
 * @param failoverGrace how long what an absent session may still claim is kept, at least (R9)
 * @param maxGrace and at most
 * @param orderGrace how long, of a queue that has such messages, the later ones wait for them after a takeover; 0 = not
 * @param maxMessageSize bytes of one message, body included
 * @param stagingThreshold bytes of an open transaction above which it is staged (S8)
 * @param maxTransaction bytes of a transaction at most
 * @param limits what one client may use
 */
public record SessionSettings(
        Duration silenceLimit,
        Duration linkHeartbeat,
        Duration resumeTimeout,
        Duration outcomeRetention,
        Duration failoverGrace,
        Duration maxGrace,
        Duration orderGrace,
        long maxMessageSize,
        long stagingThreshold,
        long maxTransaction,
        SessionLimits limits) {

    /** With the usual limits of clients. */
    public SessionSettings(
            Duration silenceLimit,
            Duration linkHeartbeat,
            Duration resumeTimeout,
            Duration outcomeRetention,
            Duration failoverGrace,
            Duration maxGrace,
            Duration orderGrace,
            long maxMessageSize,
            long stagingThreshold,
            long maxTransaction) {
        this(
                silenceLimit,
                linkHeartbeat,
                resumeTimeout,
                outcomeRetention,
                failoverGrace,
                maxGrace,
                orderGrace,
                maxMessageSize,
                stagingThreshold,
                maxTransaction,
                SessionLimits.defaults());
    }

    /** R9: how long the deliveries of a connection that declared this delay are kept for it. */
    Duration grace(long reconnectDelayMillis) {
        Duration declared = Duration.ofMillis(Math.max(0, Math.min(reconnectDelayMillis, maxGrace.toMillis())));
        Duration wanted = declared.compareTo(failoverGrace) > 0 ? declared : failoverGrace;
        return wanted.compareTo(maxGrace) < 0 ? wanted : maxGrace;
    }
}
