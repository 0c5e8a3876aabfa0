package io.batonmq.jms.internal.url;

import java.time.Duration;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * How often, and how far apart, a client tries to reach a server: one set for the first connect, one for after a loss.
 * Immutable. An attempt is one round through the server list without a delay between its servers; the delay comes
 * after a round that failed.
 *
 * @param rounds how many rounds before giving up, {@link #UNLIMITED} for ever
 * @param deadline how long all rounds together may take, null for no limit
 * @param initialDelay the delay after the first failed round
 * @param multiplier the factor from one delay to the next, at least 1
 * @param maxDelay the longest delay
 * @param jitter the share of a delay, 0 to 1, that is taken off at random, so that many clients don't come at once
 * @param attemptTimeout bound of one try at one server in place of {@link ServerAddress#connectTimeout}, null for that
 */
public record Attempts(
        int rounds,
        @Nullable Duration deadline,
        Duration initialDelay,
        double multiplier,
        Duration maxDelay,
        double jitter,
        @Nullable Duration attemptTimeout) {

    /** As {@link #rounds}: no limit. */
    public static final int UNLIMITED = -1;

    /** The share taken off at random unless somebody asks for another: a delay is 75 to 100 % of its nominal length. */
    static final double JITTER = 0.25;

    /** Checks the numbers; what a user wrote has been checked, in the user's words, before. */
    public Attempts {
        if (rounds < UNLIMITED || rounds == 0 || multiplier < 1 || jitter < 0 || jitter > 1) {
            throw new IllegalArgumentException(
                    "rounds " + rounds + ", multiplier " + multiplier + ", jitter " + jitter);
        }
        if (initialDelay.isNegative() || maxDelay.compareTo(initialDelay) < 0) {
            throw new IllegalArgumentException("delays " + initialDelay + " to " + maxDelay);
        }
    }

    /**
     * Returns the delay after a failed round.
     *
     * @param failedRounds how many rounds have failed in a row, from 1
     * @param random where the jitter comes from
     */
    public Duration delay(int failedRounds, RandomGenerator random) {
        double nominal = (double) initialDelay.toMillis() * Math.pow(multiplier, Math.max(0, failedRounds - 1.0));
        double capped = Math.min(nominal, (double) maxDelay.toMillis());
        return Duration.ofMillis(Math.round(capped - capped * jitter * random.nextDouble()));
    }

    /** Returns the bound of one try at that server. */
    public Duration timeoutFor(ServerAddress server) {
        return attemptTimeout != null ? attemptTimeout : server.connectTimeout();
    }

    /** Returns whether another round may be tried after so many that failed in a row. */
    public boolean allowsAfter(int failedRounds) {
        return rounds == UNLIMITED || failedRounds < rounds;
    }
}
