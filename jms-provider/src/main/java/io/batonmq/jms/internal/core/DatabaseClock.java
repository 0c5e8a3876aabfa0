package io.batonmq.jms.internal.core;

/**
 * Database time as this client knows it from what its holder says (R18). An answer says what time it was somewhere between
 * question and answer; within that, what was known before stays. So an answer that was long under way, on a link that stood
 * still or to a process that was paused, sets nothing back. Confined to the loop.
 */
final class DatabaseClock {
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final Loop loop;
    private boolean known;
    /** Database milliseconds minus monotonic milliseconds: at least, as far as answers tell. */
    private long leastMillis;
    /** The same: at most. */
    private long mostMillis;

    DatabaseClock(Loop loop) {
        this.loop = loop;
    }

    /** The holder said what time it was, and now it has come. */
    void read(long databaseMillis, long askedNanos) {
        long latest = databaseMillis - loop.nanos() / NANOS_PER_MILLI; // as if the answer had taken no time
        long earliest = databaseMillis - askedNanos / NANOS_PER_MILLI; // as if the question had taken none
        leastMillis = known ? Math.max(latest, Math.min(earliest, leastMillis)) : latest;
        mostMillis = known ? Math.max(latest, Math.min(earliest, mostMillis)) : earliest;
        known = true;
    }

    /** Database time now: at least so late. */
    long millis() {
        return loop.nanos() / NANOS_PER_MILLI + leastMillis;
    }

    /** Database time now: at most so late. */
    long latestMillis() {
        return loop.nanos() / NANOS_PER_MILLI + mostMillis;
    }
}
