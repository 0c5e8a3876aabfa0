package io.batonmq.broker.destination;

import io.batonmq.store.QueueRow;

/**
 * Gives queues their numbers. Confined to the broker loop.
 *
 * <p>A number is {@code epoch * 2^21 + n}, n counting up within the epoch, and never at or below a number that was
 * recovered. An epoch is at least the database's time in milliseconds at its takeover (L2), so two holders could meet only
 * if one made more than two million queues for each millisecond it held the lease; if the database's clock was set back,
 * the recovered numbers keep them apart.
 */
final class QueueNumbers {
    private static final int BITS = 21;

    private long last;

    QueueNumbers(long epoch, Iterable<QueueRow> recovered) {
        last = epoch << BITS;
        for (QueueRow row : recovered) {
            last = Math.max(last, row.number());
        }
    }

    long next() {
        return ++last;
    }
}
