package io.batonmq.broker.node;

import io.batonmq.broker.loop.DatabaseTime;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The database's clock: the newest reading, taken as read halfway between question and answer, plus what the monotonic clock
 * has advanced since (R18). Written by the lease loop, read by any thread.
 */
final class HolderClock implements DatabaseTime {
    private final LongSupplier ticker;
    /** Database milliseconds minus monotonic milliseconds. Volatile: one writer, many readers. */
    private volatile long offsetMillis;

    HolderClock(LongSupplier ticker) {
        this.ticker = ticker;
    }

    void reading(long databaseMillis, long sentNanos, long answeredNanos) {
        long halfway = sentNanos + (answeredNanos - sentNanos) / 2;
        offsetMillis = databaseMillis - TimeUnit.NANOSECONDS.toMillis(halfway);
    }

    @Override
    public long millis() {
        return TimeUnit.NANOSECONDS.toMillis(ticker.getAsLong()) + offsetMillis;
    }
}
