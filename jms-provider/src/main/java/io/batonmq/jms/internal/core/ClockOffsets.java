package io.batonmq.jms.internal.core;

import io.batonmq.wire.Request.ClockOffset;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * Tells the holder how far the database's clock is from this client's, by which the holder schedules and expires what this
 * client sends (R18). Confined to the loop.
 */
final class ClockOffsets {
    /** A change below this is noise of the network. */
    private static final long NEWS_MILLIS = 100;

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
        long offset = channel.databaseMillis() - clock.millis();
        if (!toldOnce || Math.abs(offset - told) >= NEWS_MILLIS) {
            toldOnce = true;
            told = offset;
            channel.send(new ClockOffset(offset));
        }
    }
}
