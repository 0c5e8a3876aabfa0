package io.batonmq.broker.destination;

import io.batonmq.broker.destination.StoreReads.Loaded;
import io.batonmq.broker.writer.Unit;
import io.batonmq.broker.writer.Writer;
import io.batonmq.store.DeliveryRow;
import io.batonmq.store.MessageKey;
import io.batonmq.store.MessageRow;
import io.batonmq.store.Position;
import io.batonmq.wire.EncodedMessage;
import io.batonmq.wire.ProtocolException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Moves what was delivered too often to the dead-letter queue: what has its bytes in the store only is read first, a bounded
 * number at a time. Confined to the broker loop.
 */
final class DeadLetters {
    private static final Logger log = LoggerFactory.getLogger(DeadLetters.class);
    private static final int AT_ONCE = 100;

    static final String ORIGINAL_DESTINATION = "BATON_ORIGINAL_DESTINATION";
    static final String DELIVERY_COUNT = "BATON_DELIVERY_COUNT";
    static final String REASON = "BATON_DEAD_LETTER_REASON";

    private record Unread(QueuedEntry entry, int deliveryCount) {}

    private final Writer writer;
    private final Counters counters;
    private final StoreReads reads;
    private final long readBytes;
    private final Supplier<MessageQueue> deadLetterQueue;
    private final Deque<Unread> unread = new ArrayDeque<>();
    private boolean reading;

    /** With what finds or makes the dead-letter queue. */
    DeadLetters(
            Writer writer,
            Counters counters,
            StoreReads reads,
            long readBytes,
            Supplier<MessageQueue> deadLetterQueue) {
        this.writer = writer;
        this.counters = counters;
        this.reads = reads;
        this.readBytes = readBytes;
        this.deadLetterQueue = deadLetterQueue;
    }

    /** Whether the queue's messages may go there: the dead-letter queue's own stay. */
    boolean takes(MessageQueue from) {
        return from != deadLetterQueue.get();
    }

    /**
     * Moves a delivery: in the unit if its bytes are here. Else the unit stores the count, so that it moves after a takeover
     * too, and it moves in another.
     *
     * @param storedCount the count that the redelivery limit goes by
     * @param deliveryCount the count that the last delivery carried
     */
    void move(Unit unit, QueuedEntry entry, int storedCount, int deliveryCount) {
        if (entry.isLoaded()) {
            move(unit, entry, entry.message(), deliveryCount);
            return;
        }
        unit.delivery(new DeliveryRow(entry.key(), storedCount, 0));
        unit.whenDurable((epoch, batch) -> {
            entry.storedCount = storedCount;
            entry.queue.deliveries().leaves(entry);
            unread.add(new Unread(entry, deliveryCount));
            read();
        });
    }

    /** Moves a message that is ready: its deliveries are used up. */
    void moveUndelivered(Unit unit, QueuedEntry entry) {
        entry.queue.deliveries().leaves(entry);
        move(unit, entry, entry.message(), entry.storedCount);
    }

    private void read() {
        if (reading || unread.isEmpty()) {
            return;
        }
        reading = true;
        List<Unread> next = new ArrayList<>();
        long size = 0;
        while (!unread.isEmpty()
                && next.size() < AT_ONCE
                && (next.isEmpty() || size + unread.element().entry.size <= readBytes)) {
            size += unread.element().entry.size;
            next.add(unread.remove());
        }
        reads.find(next.stream().map(each -> each.entry.key()).toList(), found -> {
            reading = false;
            Map<MessageKey, Loaded> byKey = new HashMap<>();
            found.forEach(loaded ->
                    byKey.put(new MessageKey(loaded.row().queue(), loaded.row().position()), loaded));
            Unit unit = new Unit();
            for (Unread each : next) {
                Loaded loaded = byKey.get(each.entry.key());
                if (loaded != null && !each.entry.queue.isRemoved()) {
                    move(unit, each.entry, loaded.message(), each.deliveryCount);
                } else {
                    each.entry.queue.entries().unload(each.entry); // its queue was removed, or will be read anew
                }
            }
            if (!unit.isEmpty()) {
                writer.submit(unit);
            }
            read();
        });
    }

    private void move(Unit unit, QueuedEntry entry, EncodedMessage whole, int deliveryCount) {
        MessageQueue from = entry.queue;
        MessageQueue to = deadLetterQueue.get();
        String origin = from.row().topic() == null
                ? from.row().name()
                : from.row().topic() + " / " + from.row().name();
        EncodedMessage message = described(whole, origin, deliveryCount);
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

    private static EncodedMessage described(EncodedMessage message, String origin, int deliveryCount) {
        try {
            return EncodedMessage.withProperties(
                    message,
                    Map.of(
                            ORIGINAL_DESTINATION, origin,
                            DELIVERY_COUNT, deliveryCount,
                            REASON, "delivered " + deliveryCount + " times without being acknowledged"));
        } catch (ProtocolException e) {
            log.warn("a message of {} goes to the dead-letter queue as it is: {}", origin, e.getMessage());
            return message;
        }
    }
}
