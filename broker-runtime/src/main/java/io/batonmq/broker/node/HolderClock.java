package io.batonmq.broker.node;

import io.batonmq.broker.loop.DatabaseTime;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The database's clock (R18): the monotonic clock and how far that is off. A reading says what time it was somewhere between
 * question and answer; within that, what was known before stays, so that an answer that was long under way changes nothing.
 * Written by the lease loop, read by any thread.
 */
final class HolderClock implements DatabaseTime {
    private final LongSupplier ticker;
    /** Database milliseconds minus monotonic milliseconds. Volatile: one writer, many readers. */
    private volatile long offsetMillis;
    /** Confined to the lease loop. */
    private boolean known;

    HolderClock(LongSupplier ticker) {
        this.ticker = ticker;
    }

    void reading(long databaseMillis, long sentNanos, long answeredNanos) {
        long least = databaseMillis - TimeUnit.NANOSECONDS.toMillis(answeredNanos);
        long most = databaseMillis - TimeUnit.NANOSECONDS.toMillis(sentNanos);
        offsetMillis = known ? Math.max(least, Math.min(most, offsetMillis)) : least + (most - least) / 2;
        known = true;
    }

    @Override
    public long millis() {
        return TimeUnit.NANOSECONDS.toMillis(ticker.getAsLong()) + offsetMillis;
    }
}
