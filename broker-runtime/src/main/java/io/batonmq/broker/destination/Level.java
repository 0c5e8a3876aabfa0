package io.batonmq.broker.destination;

import io.batonmq.store.Position;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One priority of one queue: what is ready in memory, and how far the store was read. Confined to the broker loop.
 *
 * <p>Every stored row at or before {@code loadedTo} is in memory, set aside by {@link Delays}, or gone. {@code complete}:
 * no stored row stands behind it.
 */
final class Level {
    final TreeMap<Position, QueuedEntry> ready = new TreeMap<>();
    Position loadedTo = Position.FIRST;
    boolean complete = true;
    /** A row became durable behind {@code loadedTo} since the read in flight began. */
    boolean arrived;
    /** The last read met rows that are not published yet: their publishing makes it worth reading again. */
    boolean stalled;

    /** Everything behind the position is to be read from the store again. */
    void startAt(Position next) {
        loadedTo = before(next);
        complete = false;
        stalled = false;
    }

    /** The next ready one that may be dispatched before anything is read; null = none. */
    @Nullable
    QueuedEntry nextInOrder(@Nullable Position after) {
        Map.Entry<Position, QueuedEntry> found = after == null ? ready.firstEntry() : ready.higherEntry(after);
        boolean inOrder = found != null && (complete || found.getKey().compareTo(loadedTo) <= 0);
        return found != null && inOrder ? found.getValue() : null;
    }

    /** All ready ones behind the position, whatever was read; null = from the first on. */
    Collection<QueuedEntry> behind(@Nullable Position position) {
        return (position == null ? ready : ready.tailMap(position, false)).values();
    }

    static Position after(Position position) {
        return new Position(position.epoch(), position.counter() + 1);
    }

    static Position before(Position position) {
        return new Position(position.epoch(), position.counter() - 1);
    }
}
