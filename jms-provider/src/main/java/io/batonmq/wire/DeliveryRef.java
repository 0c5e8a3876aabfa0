package io.batonmq.wire;

import org.jspecify.annotations.Nullable;

/**
 * Names one message on one queue or subscription, as a delivery, an acknowledgement or a claim does.
 *
 * @param queue the number the holder gave the queue or subscription; stable across takeovers for stored ones
 * @param epoch first half of the position: the epoch under which the message was placed
 * @param counter second half of the position: the writer's counter within the epoch
 * @param stored false for a NON_PERSISTENT message that only its holder's memory knows (R6)
 */
public record DeliveryRef(long queue, long epoch, long counter, boolean stored) {
    /** Bytes that each takes at least. */
    static final int LEAST = 4;

    // Written out: the generated ones are put together by their first call, which costs a starting client milliseconds.

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof DeliveryRef that
                && counter == that.counter
                && queue == that.queue
                && epoch == that.epoch
                && stored == that.stored;
    }

    @Override
    public int hashCode() {
        return 31 * (31 * (31 * Long.hashCode(queue) + Long.hashCode(epoch)) + Long.hashCode(counter))
                + Boolean.hashCode(stored);
    }

    static void writeOrNull(WireWriter out, @Nullable DeliveryRef delivery) {
        out.bool(delivery != null);
        if (delivery != null) {
            delivery.write(out);
        }
    }

    static @Nullable DeliveryRef readOrNull(WireReader in) {
        return in.bool() ? read(in) : null;
    }

    void write(WireWriter out) {
        out.varlong(queue);
        out.varlong(epoch);
        out.varlong(counter);
        out.bool(stored);
    }

    static DeliveryRef read(WireReader in) {
        return new DeliveryRef(in.varlong(), in.varlong(), in.varlong(), in.bool());
    }
}
