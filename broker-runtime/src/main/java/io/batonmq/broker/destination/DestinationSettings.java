package io.batonmq.broker.destination;

import java.time.Duration;

/**
 * What a holder's destinations are told by the node's configuration. Immutable.
 *
 * @param leaseName the lease whose destinations these are
 * @param maxDeliveries hand-outs in total before a message moves to the dead-letter queue
 * @param redeliveryDelay how long a counted delivery that came back waits
 * @param deadLetterQueue name of the dead-letter queue
 * @param queueBudget bytes of stored messages a queue keeps in memory for dispatch
 * @param unstoredBudget bytes of NON_PERSISTENT messages a queue, and of any messages a plain topic subscription, may hold
 * @param nodeBudget bytes of messages in memory in all
 * @param pageRows rows in one read
 * @param pageBytes bytes in one read
 */
public record DestinationSettings(
        String leaseName,
        int maxDeliveries,
        Duration redeliveryDelay,
        String deadLetterQueue,
        long queueBudget,
        long unstoredBudget,
        long nodeBudget,
        int pageRows,
        long pageBytes) {
    private static final long MIB = 1024 * 1024;

    /** The defaults, with the node's budget of memory for messages. */
    public static DestinationSettings defaults(String leaseName, long nodeBudget) {
        return new DestinationSettings(leaseName, 10, Duration.ZERO, "DLQ", 16 * MIB, 64 * MIB, nodeBudget, 256, MIB);
    }

    DestinationSettings withQueueBudget(long bytes) {
        return new DestinationSettings(
                leaseName,
                maxDeliveries,
                redeliveryDelay,
                deadLetterQueue,
                bytes,
                unstoredBudget,
                nodeBudget,
                pageRows,
                pageBytes);
    }

    DestinationSettings withPages(int rows, long bytes) {
        return new DestinationSettings(
                leaseName,
                maxDeliveries,
                redeliveryDelay,
                deadLetterQueue,
                queueBudget,
                unstoredBudget,
                nodeBudget,
                rows,
                bytes);
    }
}
