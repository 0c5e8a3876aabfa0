package io.batonmq.wire;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a session does, in its order. {@link Numbered} commands carry the session's number and the highest reply the
 * client has seen; commands of an open transaction are numbered within it (R4, R20).
 */
public sealed interface Command extends Frame {

    /** A command with a number of its own (R1). */
    sealed interface Numbered extends Command {
        /** From 1, growing within the session, gaps legal. */
        long number();

        /** Replies and refusals up to this number have been seen: the holder may forget them (R3, R4). */
        long repliesSeen();
    }

    /** A send outside a transaction. Confirmed when durable (persistent) or {@link BrokerFrame.Received} (NON_PERSISTENT). */
    record Send(
            int session,
            long number,
            long repliesSeen,
            EncodedMessage message,
            @Nullable LargeBody body) implements Numbered {}

    /**
     * Acknowledges; {@code next} announces the hand-out that follows (R10).
     */
    record Ack(
            int session,
            long number,
            long repliesSeen,
            List<DeliveryRef> deliveries,
            @Nullable DeliveryRef next) implements Numbered {}

    /**
     * Commits.
     *
     * @param commands how many {@link TransactedSend}s and {@link TransactedAck}s the transaction has; another count at the
     *     holder refuses the commit
     * @param deliveries consumed in the transaction, besides those in {@link TransactedAck}s
     */
    record Commit(
            int session,
            long number,
            long repliesSeen,
            TransactionId transaction,
            int commands,
            List<DeliveryRef> deliveries,
            @Nullable DeliveryRef next)
            implements Numbered {}

    /** Rolls back a transaction, or ({@code NONE}) recovers a session: gives its deliveries back. */
    record Rollback(int session, long number, long repliesSeen, TransactionId transaction, List<DeliveryRef> deliveries)
            implements Numbered {}

    /** Takes the number of a command that was withdrawn or must not be replayed (R11, R13); always refused as skipped. */
    record Skip(int session, long number, long repliesSeen) implements Numbered {}

    /**
     * Makes or changes a durable or shared subscription (8.3). The consumer is opened separately.
     */
    record Subscribe(int session, long number, long repliesSeen, SubscriptionSpec subscription) implements Numbered {}

    /** Removes a durable subscription. */
    record Unsubscribe(int session, long number, long repliesSeen, String name) implements Numbered {}

    /** On session 0: ends a session whose commands are all confirmed. */
    record CloseSession(long number, long repliesSeen, int closed) implements Numbered {}

    /** On session 0: the connection ends; its rows go, its temporary destinations with them. */
    record CloseConnection(long number, long repliesSeen) implements Numbered {}

    /** A send in a transaction, {@code index} from 1 within it. Kept by the client until the outcome is durable. */
    record TransactedSend(
            int session,
            TransactionId transaction,
            int index,
            EncodedMessage message,
            @Nullable LargeBody body) implements Command {}

    /** Acknowledges in a transaction ahead of its commit, where the list is too long for one frame. */
    record TransactedAck(int session, TransactionId transaction, int index, List<DeliveryRef> deliveries)
            implements Command {}

    /** Part {@code index} (from 0) of a large body; all parts precede the command that names the body. */
    record BodyPart(int session, long body, int index, byte[] bytes) implements Command {}

    /**
     * A subscription as its subscriber describes it.
     *
     * @param name the subscription's name
     * @param topic the topic's name
     * @param selector message selector, if any
     * @param noLocal leaves out what the same connection (client id) publishes
     * @param shared several consumers share its messages
     * @param durable outlives its consumers
     */
    record SubscriptionSpec(
            String name, String topic, @Nullable String selector, boolean noLocal, boolean shared, boolean durable) {}
}
