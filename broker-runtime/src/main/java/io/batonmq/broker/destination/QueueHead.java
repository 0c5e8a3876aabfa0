package io.batonmq.broker.destination;

import io.batonmq.broker.writer.Unit;
import io.batonmq.store.Position;
import org.jspecify.annotations.Nullable;

/** The stored lower bound of a queue's messages: no stored message stands before it (L12). Confined to the broker loop. */
final class QueueHead {
    private final MessageQueue queue;
    private final QueueEntries entries;
    private final Window window;
    private final Delays delays;
    private Position durable;

    QueueHead(MessageQueue queue, QueueEntries entries, Window window, Delays delays) {
        this.queue = queue;
        this.entries = entries;
        this.window = window;
        this.delays = delays;
        this.durable = queue.row().state().head();
    }

    Position position() {
        return durable;
    }

    /** Raises it if enough went since; false = nothing to do. */
    boolean raise(Unit unit) {
        boolean known = window.isLocated() && queue.placing().isSettled();
        if (!entries.anyGone() || queue.isRemoved() || !queue.isRowDurable() || !known) {
            return false;
        }
        entries.goneIsNoted();
        Position first = earliest(earliest(window.firstUnread(), delays.first()), firstInMemory());
        Position bound = first == null ? Level.after(entries.published()) : first;
        if (bound.compareTo(durable) <= 0) {
            return false;
        }
        unit.raiseHead(queue.number(), bound);
        unit.whenDurable((epoch, batch) -> durable = bound);
        return true;
    }

    /** What only memory knows is there at once: what the store was given before it may still be on its way. */
    private @Nullable Position firstInMemory() {
        Position first = entries.first();
        QueuedEntry entry = first == null ? null : entries.find(first);
        return entry == null || entry.stored ? first : earliest(first, Level.after(entries.published()));
    }

    private static @Nullable Position earliest(@Nullable Position one, @Nullable Position other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return one.compareTo(other) <= 0 ? one : other;
    }
}
