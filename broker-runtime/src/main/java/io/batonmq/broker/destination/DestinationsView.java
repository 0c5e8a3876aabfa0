package io.batonmq.broker.destination;

import io.batonmq.store.QueueRow.Kind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What administration and metrics see of a holder's destinations. Confined to the broker loop; what it returns is not. */
public interface DestinationsView {

    /** Every queue, topic and subscription, in no order. */
    List<DestinationInfo> destinations();

    /** Counts since this node became the holder. */
    Totals totals();

    /**
     * One destination or subscription.
     *
     * @param number its number on the wire and in the store; 0 for topics
     * @param kind what it is
     * @param name of the queue, topic or subscription; of a plain topic subscription the topic's
     * @param topic the topic a subscription is on, else null
     * @param clientId the client identifier a subscription belongs to
     * @param durable whether it survives the holder
     * @param storedMessages durable messages, those with consumers included
     * @param storedBytes their encoded bytes
     * @param unstoredMessages messages only this holder's memory knows
     * @param delivered messages that are with sessions
     * @param consumers attached consumers
     * @param memoryBytes bytes of messages in memory
     */
    record DestinationInfo(
            long number,
            Kind kind,
            String name,
            @Nullable String topic,
            @Nullable String clientId,
            boolean durable,
            long storedMessages,
            long storedBytes,
            long unstoredMessages,
            int delivered,
            int consumers,
            long memoryBytes) {}

    /**
     * Counts of messages.
     *
     * @param published placed on queues and subscriptions
     * @param delivered given to sessions
     * @param acknowledged acknowledged
     * @param expired dropped because they expired
     * @param deadLettered moved to the dead-letter queue
     * @param droppedForSlowSubscribers dropped because a plain topic subscription did not keep up
     */
    record Totals(
            long published,
            long delivered,
            long acknowledged,
            long expired,
            long deadLettered,
            long droppedForSlowSubscribers) {}
}
