package io.batonmq.store;

import org.jspecify.annotations.Nullable;

/**
 * One message on one queue or subscription.
 *
 * @param queue number of the queue
 * @param position its place
 * @param level order within the queue comes first by level, then by position: 9 - priority
 * @param size encoded bytes, body included, for budgets
 * @param deliveryCount hand-outs announced so far (R10)
 * @param availableAtMillis database time before which it is not dispatched (delay, redelivery delay), 0 = at once
 * @param expiresAtMillis database time after which it is dropped, 0 = never
 * @param bytes the encoded message; null = it stands in {@link ContentRow}s named by {@code content}
 * @param content names shared or large content: a topic message on several subscriptions, or a large body; null = none.
 *     With both: {@code bytes} is the head and the body is in the content's chunks
 * @param contentLength bytes of the content's chunks, 0 without
 */
public record MessageRow(
        long queue,
        Position position,
        int level,
        int size,
        int deliveryCount,
        long availableAtMillis,
        long expiresAtMillis,
        byte @Nullable [] bytes,
        @Nullable Position content,
        long contentLength) {

    /** The same message with another delivery count and time. */
    public MessageRow withDelivery(int count, long availableAt) {
        return new MessageRow(
                queue, position, level, size, count, availableAt, expiresAtMillis, bytes, content, contentLength);
    }
}
