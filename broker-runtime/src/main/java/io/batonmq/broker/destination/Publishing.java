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
                && window.ready() < HandedOutMark.AHEAD
                && !queue.isOfOneSession();
        if (dispatchedNext) {
            queue.mark().ride(unit, message.position());
            queue.dispatcher().markNext(unit, message.size());
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

    /** Whether a message that is not stored fits, if need be in the place of what the store has as well. */
    boolean makeRoom(EncodedMessage message) {
        int bytes = message.size() + QueuedEntry.OVERHEAD;
        return fitsOwn(bytes) && around.memory().makeRoom(bytes);
    }

    private boolean fitsOwn(int bytes) {
        return entries.unstoredBytes() + bytes <= around.settings().unstoredBudget();
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
        boolean keepsUp = fitsOwn(whole.size() + QueuedEntry.OVERHEAD);
        boolean fits = makeRoom(whole);
        while (!fits) {
            QueuedEntry oldest = window.leastWanted();
            if (oldest == null) {
                break;
            }
            window.remove(oldest);
            entries.gone(oldest);
            dropped++;
            fits = makeRoom(whole);
        }
        if (fits) {
            unstored(message, whole);
        } else {
            dropped++;
        }
        around.counters().dropped += dropped - before;
        if (before == 0 && dropped > 0) {
            log.warn(
                    "{}: messages for a subscriber of topic {} are dropped from now on, the oldest first, and counted",
                    keepsUp ? "the node has no memory left (memory)" : "it does not keep up",
                    queue.row().topic());
        }
    }
}
