package io.batonmq.store;

import org.jspecify.annotations.Nullable;

/**
 * A destination or subscription: whatever has a name, and (but for topics) messages of its own.
 *
 * @param number given by the writer, never reused; names the queue in message rows and on the wire
 * @param kind what it is
 * @param name queue, topic or (for subscriptions) subscription name
 * @param topic the topic a subscription is on, else null
 * @param clientId the client identifier a subscription belongs to, null = none
 * @param selector of a subscription
 * @param noLocal of a subscription
 * @param shared of a subscription
 * @param owner the connection a temporary destination belongs to; of a subscription: it is a non-durable one, made for a
 *     consumer of this connection, whose number its name is unless it is shared
 * @param state what changes as messages come and go
 */
public record QueueRow(
        long number,
        Kind kind,
        String name,
        @Nullable String topic,
        @Nullable String clientId,
        @Nullable String selector,
        boolean noLocal,
        boolean shared,
        @Nullable Identity owner,
        QueueState state) {

    /** The same queue in another state. */
    public QueueRow withState(QueueState newState) {
        return new QueueRow(number, kind, name, topic, clientId, selector, noLocal, shared, owner, newState);
    }

    /** What a row stands for. The order is the database's: never change it. */
    public enum Kind {
        QUEUE,
        TOPIC,
        SUBSCRIPTION,
        TEMPORARY_QUEUE,
        TEMPORARY_TOPIC
    }

    /**
     * Kept by the writer, absolute values.
     *
     * @param depth stored messages
     * @param bytes their encoded bytes
     * @param head no stored message stands before this position (L12)
     * @param mark the handed-out mark: messages up to here may have been sent to a consumer (R9)
     * @param doubt messages up to here may have been seen by an application of which nobody knows: a session that may have
     *     held them was given up unheard (R10); never behind the mark
     * @param removed the queue is going: its messages are deleted in the background, then the row (S8)
     */
    public record QueueState(long depth, long bytes, Position head, Position mark, Position doubt, boolean removed) {
        /** Of a new queue. */
        public static final QueueState EMPTY =
                new QueueState(0, 0, Position.FIRST, Position.FIRST, Position.FIRST, false);

        /** The same, but for depth and bytes. */
        public QueueState withSize(long newDepth, long newBytes) {
            return new QueueState(newDepth, newBytes, head, mark, doubt, removed);
        }

        /** The same, but for the head. */
        public QueueState withHead(Position newHead) {
            return new QueueState(depth, bytes, newHead, mark, doubt, removed);
        }

        /** The same, but for the mark. */
        public QueueState withMark(Position newMark) {
            return new QueueState(depth, bytes, head, newMark, doubt, removed);
        }

        /** The same, but for the doubt. */
        public QueueState withDoubt(Position newDoubt) {
            return new QueueState(depth, bytes, head, mark, newDoubt, removed);
        }

        /** The same of a queue that is going. */
        public QueueState goingAway() {
            return new QueueState(depth, bytes, head, mark, doubt, true);
        }
    }
}
