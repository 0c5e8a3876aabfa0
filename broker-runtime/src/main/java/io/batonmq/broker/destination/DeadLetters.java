package io.batonmq.broker.destination;

import io.batonmq.broker.writer.Unit;
import io.batonmq.broker.writer.Writer;
import io.batonmq.store.MessageRow;
import io.batonmq.store.Position;
import io.batonmq.wire.EncodedMessage;
import io.batonmq.wire.ProtocolException;
import java.util.Map;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Moves what was delivered too often to the dead-letter queue. Confined to the broker loop. */
final class DeadLetters {
    private static final Logger log = LoggerFactory.getLogger(DeadLetters.class);

    static final String ORIGINAL_DESTINATION = "BATON_ORIGINAL_DESTINATION";
    static final String DELIVERY_COUNT = "BATON_DELIVERY_COUNT";
    static final String REASON = "BATON_DEAD_LETTER_REASON";

    private final Writer writer;
    private final Counters counters;
    private final Supplier<MessageQueue> deadLetterQueue;

    /** With what finds or makes the dead-letter queue. */
    DeadLetters(Writer writer, Counters counters, Supplier<MessageQueue> deadLetterQueue) {
        this.writer = writer;
        this.counters = counters;
        this.deadLetterQueue = deadLetterQueue;
    }

    /** Whether the queue's messages may go there: the dead-letter queue's own stay. */
    boolean takes(MessageQueue from) {
        return from != deadLetterQueue.get();
    }

    /** Moves a delivery, in the unit. */
    void move(Unit unit, MessageQueue from, QueuedEntry entry, int deliveryCount) {
        MessageQueue to = deadLetterQueue.get();
        String origin = from.row().topic() == null
                ? from.row().name()
                : from.row().topic() + " / " + from.row().name();
        EncodedMessage message = described(entry, origin, deliveryCount);
        Position content = entry.content();
        MessageRow row = new MessageRow(
                to.number(),
                writer.nextPosition(),
                entry.level,
                (int) Math.min(Integer.MAX_VALUE, message.size() + entry.contentLength()),
                0,
                0,
                0,
                message.bytes(),
                content,
                entry.contentLength());
        from.deliveries().moved(unit, entry);
        if (entry.stored) {
            to.publishing().stored(unit, row, message);
        } else {
            unit.whenDurable((epoch, batch) -> to.publishing().unstored(row, message));
        }
        unit.whenDurable((epoch, batch) -> counters.deadLettered++);
    }

    private static EncodedMessage described(QueuedEntry entry, String origin, int deliveryCount) {
        try {
            return EncodedMessage.withProperties(
                    entry.message(),
                    Map.of(
                            ORIGINAL_DESTINATION, origin,
                            DELIVERY_COUNT, deliveryCount,
                            REASON, "delivered " + deliveryCount + " times without being acknowledged"));
        } catch (ProtocolException e) {
            log.warn("a message of {} goes to the dead-letter queue as it is: {}", origin, e.getMessage());
            return entry.message();
        }
    }
}
