package io.batonmq.broker.destination;

import io.batonmq.broker.writer.Unit;
import io.batonmq.store.MessageRow;
import io.batonmq.wire.EncodedMessage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How messages come to a queue. Confined to the broker loop. */
final class Publishing {
    private static final Logger log = LoggerFactory.getLogger(Publishing.class);

    private final MessageQueue queue;
    private final Surroundings around;
    private final QueueEntries entries;
    private final Window window;
    private long dropped;

    Publishing(MessageQueue queue, Surroundings around, QueueEntries entries, Window window) {
        this.queue = queue;
        this.around = around;
        this.entries = entries;
        this.window = window;
    }

    /** Stores the message in the unit; it is there when the unit is durable. */
    void stored(Unit unit, MessageRow message, EncodedMessage whole) {
        queue.touch(unit);
        unit.insert(message);
        boolean dispatchedNext = queue.dispatcher().hasPlainConsumers()
                && window.isContiguous(message.level())
                && window.ready() < HandedOutMark.AHEAD;
        if (dispatchedNext) {
            queue.mark().ride(unit, message.position());
        }
        unit.whenDurable((epoch, batch) -> storedIsThere(QueuedEntry.stored(queue, message, whole)));
    }

    private void storedIsThere(QueuedEntry entry) {
        entries.stored(entry);
        around.counters().published++;
        queue.expiry().comes(entry.expiresAtMillis());
        if (queue.isRemoved() || entries.find(entry.position) != null) {
            return;
        }
        boolean fits = window.bytes() + entry.footprint() <= queue.readyBudget()
                && around.memory().fits(entry.footprint());
        if (queue.selections().arrives(entry, window.arrives(entry.level, entry.position, fits))) {
            queue.placing().place(entry);
        }
        queue.dispatch();
    }

    /** Whether a message that is not stored fits. */
    boolean fitsUnstored(EncodedMessage message) {
        int bytes = message.size() + QueuedEntry.OVERHEAD;
        return entries.unstoredBytes() + bytes <= around.settings().unstoredBudget()
                && around.memory().fits(bytes);
    }

    /** The message is there from now on, in memory only. */
    void unstored(MessageRow message, EncodedMessage whole) {
        if (queue.isRemoved()) {
            return;
        }
        QueuedEntry entry = QueuedEntry.unstored(queue, message, whole);
        around.counters().published++;
        around.sweep().pin(entry.namedContent());
        queue.expiry().comes(entry.expiresAtMillis());
        entries.unstored(entry);
        queue.placing().place(entry);
        queue.dispatch();
    }

    /**
     * The same for a subscription: if its subscriber does not keep up, its oldest messages go, never the node's memory, and
     * never is the publisher held up (C53).
     */
    void unstoredOrDrop(MessageRow message, EncodedMessage whole) {
        long before = dropped;
        while (!fitsUnstored(whole)) {
            QueuedEntry oldest = window.leastWanted();
            if (oldest == null) {
                break;
            }
            window.remove(oldest);
            entries.gone(oldest);
            dropped++;
        }
        if (fitsUnstored(whole)) {
            unstored(message, whole);
        } else {
            dropped++;
        }
        around.counters().dropped += dropped - before;
        if (before == 0 && dropped > 0) {
            log.warn(
                    "a subscriber of topic {} does not keep up: its oldest messages are dropped from now on, and counted",
                    queue.row().topic());
        }
    }
}
