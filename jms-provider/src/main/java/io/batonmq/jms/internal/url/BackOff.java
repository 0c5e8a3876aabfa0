package io.batonmq.jms.internal.url;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Counts rounds that failed in a row and says how long to wait and when to give up. Confined to the thread of the
 * core that owns it; knows no clock.
 *
 * <p>A server that accepts and closes at once counts as a failed round: only a link that lived for a while resets the
 * count (C64).
 */
public final class BackOff {

    /** A link that lived at least this long, and at least as long as the last delay, ends the back-off. */
    static final Duration STABLE = Duration.ofSeconds(5);

    private final Attempts attempts;
    private final RandomGenerator random;
    private int failedRounds;
    private Duration lastDelay = Duration.ZERO;

    /**
     * Starts with no failure.
     *
     * @param attempts the limits and delays
     * @param random where the jitter comes from
     */
    public BackOff(Attempts attempts, RandomGenerator random) {
        this.attempts = attempts;
        this.random = random;
    }

    /** Returns whether another round may be tried, as far as their number goes (the deadline is the owner's timer). */
    public boolean mayTry() {
        return attempts.allowsAfter(failedRounds);
    }

    /** Counts a failed round and returns how long to wait before the next; ask {@link #mayTry} first. */
    public Duration nextDelay() {
        if (failedRounds < Integer.MAX_VALUE) {
            failedRounds++;
        }
        lastDelay = attempts.delay(failedRounds, random);
        return lastDelay;
    }

    /**
     * Tells that a link came up, and how long it lived.
     *
     * @param stableMillis milliseconds from connected to lost
     */
    public void succeeded(long stableMillis) {
        if (stableMillis >= STABLE.toMillis() && stableMillis >= lastDelay.toMillis()) {
            failedRounds = 0;
            lastDelay = Duration.ZERO;
        }
    }

    /** Returns how many rounds have failed in a row. */
    public int failedRounds() {
        return failedRounds;
    }
}
