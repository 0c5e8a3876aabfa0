package io.batonmq.jms.internal.core;

import io.batonmq.wire.Request.ClockOffset;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * Tells the holder how far the database's clock is from this client's, by which the holder schedules and expires what this
 * client sends (R18): as far as it may be ahead, since a message must never be delivered before its delivery time (Jakarta
 * Messaging 3.1, 7.9), and may be delivered a moment after its expiration (3.4.9). Confined to the loop.
 */
final class ClockOffsets {
    /** What is known better now makes messages come sooner, by less than this: not worth a frame. */
    private static final long NEWS_MILLIS = 100;

    /** Both clocks leave out parts of a millisecond. */
    private static final long ROUNDING_MILLIS = 1;

    private final @Nullable InstantSource clock;
    private final Channel channel;
    private long told;
    private boolean toldOnce;

    /** Without a clock nothing is told, and the holder takes this client's clock for right. */
    ClockOffsets(@Nullable InstantSource clock, Channel channel) {
        this.clock = clock;
        this.channel = channel;
    }

    void linkLost() {
        toldOnce = false;
    }

    /** The holder said what time it is in the database. */
    void measured() {
        if (clock == null || !channel.declares()) {
            return;
        }
        long offset = channel.latestDatabaseMillis() - clock.millis();
        if (!toldOnce || offset > told || told - offset >= NEWS_MILLIS) {
            toldOnce = true;
            told = offset + ROUNDING_MILLIS;
            channel.send(new ClockOffset(told));
        }
    }
}
