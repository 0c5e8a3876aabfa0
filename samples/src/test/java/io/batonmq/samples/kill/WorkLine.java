package io.batonmq.samples.kill;

/**
 * One line of a worker's ledger. Immutable.
 *
 * @param kind what is known
 * @param begin when the call that told began, on the machine's monotonic clock
 * @param end when it returned
 * @param text a message's uid; of {@code RESUMED} the epoch and how many claims were lost
 */
public record WorkLine(Kind kind, long begin, long end, String text) {

    /** What a line says of its message. */
    public enum Kind {
        /** Sent: the call returned. */
        CONFIRMED,
        /** Sent, but definitely not stored. */
        FAILED,
        /** Sent, and nobody can say. */
        UNKNOWN,
        /** Received, not marked as redelivered. */
        GOT,
        /** Received with JMSRedelivered. */
        AGAIN,
        /** A receive that ended without a message. */
        EMPTY,
        /** Acknowledged: the call returned, or with AUTO_ACKNOWLEDGE the next receive did. */
        DONE,
        /** Not acknowledged: rolled back, or the claim was lost. */
        GIVEN_BACK,
        /** Nobody can say whether it is acknowledged. */
        UNSURE,
        /** The connection found a new holder. */
        RESUMED,
        /** Something that must not happen. */
        ERROR
    }

    String line() {
        return kind + " " + begin + " " + end + " " + text;
    }

    static WorkLine parse(String line) {
        String[] parts = line.split(" ", 4);
        return new WorkLine(Kind.valueOf(parts[0]), Long.parseLong(parts[1]), Long.parseLong(parts[2]), parts[3]);
    }
}
