package io.batonmq.broker.destination;

import io.batonmq.broker.destination.StoreReads.Loaded;
import io.batonmq.broker.loop.DatabaseTime;
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
 * Moves what was delivered too often to the dead-letter queue, each message in a unit of its own: one that the database
 * refuses stays in its queue until it is tried again, and takes nothing else along (S7). What has its bytes in the store only
 * is read first, a bounded number at a time. Confined to the broker loop.
 */
final class DeadLetters {
    private static final Logger log = LoggerFactory.getLogger(DeadLetters.class);
    private static final int AT_ONCE = 100;

    static final String ORIGINAL_DESTINATION = "BATON_ORIGINAL_DESTINATION";
    static final String DELIVERY_COUNT = "BATON_DELIVERY_COUNT";
    static final String REASON = "BATON_DEAD_LETTER_REASON";

    private record Going(QueuedEntry entry, int deliveryCount) {}

    private final Writer writer;
    private final Counters counters;
    private final StoreReads reads;
    private final long readBytes;
    private final Supplier<MessageQueue> deadLetterQueue;
    private final RefusedMoves refused;
    private final Deque<Going> unread = new ArrayDeque<>();
    private boolean reading;

    /** With what finds or makes the dead-letter queue. */
    DeadLetters(
            Writer writer,
            Counters counters,
            StoreReads reads,
            long readBytes,
            Supplier<MessageQueue> deadLetterQueue,
            DatabaseTime time) {
        this.writer = writer;
        this.counters = counters;
        this.reads = reads;
        this.readBytes = readBytes;
        this.deadLetterQueue = deadLetterQueue;
        this.refused = new RefusedMoves(time);
    }

    /** Whether the queue's messages may go there: the dead-letter queue's own stay. */
    boolean takes(MessageQueue from) {
        return from != deadLetterQueue.get();
    }

    /**
     * Moves a delivery that is about to be given back: once the unit has stored its count, so that it moves after a takeover
     * too.
     *
     * @param storedCount the count that the redelivery limit goes by
     * @param deliveryCount the count that the last delivery carried
     */
    void move(Unit unit, QueuedEntry entry, int storedCount, int deliveryCount) {
        if (entry.stored) {
            unit.delivery(new DeliveryRow(entry.key(), storedCount, 0));
        }
        unit.whenDurable((epoch, batch) -> {
            entry.storedCount = storedCount;
            move(new Going(entry, deliveryCount));
        });
    }

    /** Moves a message that is with nobody: its deliveries are used up. */
    void moveUndelivered(QueuedEntry entry) {
        move(new Going(entry, entry.storedCount));
    }

    private void move(Going going) {
        QueuedEntry entry = going.entry;
        entry.queue.deliveries().leaves(entry);
        if (entry.queue.isRemoved()) {
            entry.queue.entries().drop(entry);
        } else if (entry.stored && !refused.mayTry()) {
            entry.queue.deliveries().stays(entry, refused.nextTry());
        } else if (entry.isLoaded()) {
            submit(going, entry.message());
        } else {
            unread.add(going);
            read();
        }
    }

    private void read() {
        if (reading || unread.isEmpty()) {
            return;
        }
        reading = true;
        List<Going> next = new ArrayList<>();
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
            for (Going each : next) {
                Loaded loaded = byKey.get(each.entry.key());
                if (loaded != null && !each.entry.queue.isRemoved()) {
                    submit(each, loaded.message());
                } else {
                    each.entry.queue.entries().unload(each.entry); // its queue was removed, or will be read anew
                }
            }
            read();
        });
    }

    private void submit(Going going, EncodedMessage whole) {
        QueuedEntry entry = going.entry;
        Unit unit = new Unit();
        place(unit, entry, whole, going.deliveryCount);
        unit.whenDurable((epoch, batch) -> {
            counters.deadLettered++;
            refused.moved(entry);
        });
        unit.ifRefused(cause -> {
            Unit nothing = new Unit();
            nothing.whenDurable((epoch, batch) -> {
                refused.refused(entry, cause);
                entry.queue.deliveries().stays(entry, refused.nextTry());
            });
            return nothing;
        });
        writer.submit(unit);
    }

    private void place(Unit unit, QueuedEntry entry, EncodedMessage whole, int deliveryCount) {
        MessageQueue from = entry.queue;
        MessageQueue to = deadLetterQueue.get();
        EncodedMessage message = described(whole, from.described(), deliveryCount);
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
