package io.batonmq.samples.demo;

import java.util.Locale;

/**
 * One line of a producer's ledger: what became of a send. Immutable.
 *
 * @param outcome what the producer was told
 * @param micros when, on the producer's own monotonic clock
 * @param uid the message's unique property
 */
public record SentEntry(Outcome outcome, long micros, String uid) {

    /** What a producer knows of a message it has sent. */
    public enum Outcome {
        /** {@code send} returned. */
        CONFIRMED,
        /** {@code send} threw, and the message is definitely not stored. */
        FAILED,
        /** {@code send} threw, and nobody can say. */
        UNKNOWN
    }

    /** As it stands in the ledger. */
    public String line() {
        return outcome.name().toLowerCase(Locale.ROOT) + " " + micros + " " + uid;
    }

    /** Reads what {@link #line} has written. */
    public static SentEntry parse(String line) {
        String[] parts = line.split(" ", 3);
        return new SentEntry(Outcome.valueOf(parts[0].toUpperCase(Locale.ROOT)), Long.parseLong(parts[1]), parts[2]);
    }
}
