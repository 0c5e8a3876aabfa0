package io.batonmq.jms.internal.core;

import io.batonmq.wire.Request.ClockOffset;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * Tells the holder how far the database's clock is from this client's, by which the holder schedules and expires what this
 * client sends (R18): at least, and at most. A message must not be delivered before its delivery time (Jakarta Messaging 3.1,
 * 7.9), and should not be once it has expired (3.4.9). Confined to the loop.
 */
final class ClockOffsets {
    /** What is known better now makes messages come sooner, or go later, by less than this: not worth a frame. */
    private static final long NEWS_MILLIS = 100;

    /** Both clocks leave out parts of a millisecond. */
    private static final long ROUNDING_MILLIS = 1;

    private final @Nullable InstantSource clock;
    private final Channel channel;
    private @Nullable ClockOffset told;

    /** Without a clock nothing is told, and the holder takes this client's clock for right. */
    ClockOffsets(@Nullable InstantSource clock, Channel channel) {
        this.clock = clock;
        this.channel = channel;
    }

    void linkLost() {
        told = null;
    }

    /** The holder said what time it is in the database. */
    void measured() {
        if (clock == null || !channel.declares()) {
            return;
        }
        long now = clock.millis();
        long least = channel.databaseMillis() - now;
        long most = channel.latestDatabaseMillis() - now;
        ClockOffset before = told;
        if (before == null
                || least < before.leastMillis()
                || least - before.leastMillis() >= NEWS_MILLIS
                || most > before.mostMillis()
                || before.mostMillis() - most >= NEWS_MILLIS) {
            ClockOffset news = new ClockOffset(least - ROUNDING_MILLIS, most + ROUNDING_MILLIS);
            told = news;
            channel.send(news);
        }
    }
}
