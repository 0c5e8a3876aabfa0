package io.batonmq.broker.destination;

import io.batonmq.broker.destination.QueuedEntry.Place;
import io.batonmq.store.Position;
import io.batonmq.store.QueueRow.QueueState;
import io.batonmq.wire.EncodedMessage;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The messages of a queue that memory knows, wherever they are, and how many there are in all. What the store gives and
 * memory knows is memory's. Confined to the broker loop.
 */
final class QueueEntries {
    private final Surroundings around;
    private final TreeMap<Position, QueuedEntry> inMemory = new TreeMap<>();
    private final Set<Position> goneWhileReading = new HashSet<>();
    private int readsInFlight;
    private Position published = Position.FIRST;
    private long storedMessages;
    private long storedBytes;
    private long unstoredMessages;
    private long unstoredBytes;
    private long memoryBytes;
    private int goneSinceHead;

    QueueEntries(Surroundings around, QueueState state) {
        this.around = around;
        this.storedMessages = state.depth();
        this.storedBytes = state.bytes();
    }

    long storedMessages() {
        return storedMessages;
    }

    long storedBytes() {
        return storedBytes;
    }

    long unstoredMessages() {
        return unstoredMessages;
    }

    long unstoredBytes() {
        return unstoredBytes;
    }

    long memoryBytes() {
        return memoryBytes;
    }

    @Nullable
    QueuedEntry find(Position position) {
        return inMemory.get(position);
    }

    Collection<QueuedEntry> all() {
        return inMemory.values();
    }

    /** As they are now, for those who change them meanwhile. */
    List<QueuedEntry> copy() {
        return new ArrayList<>(inMemory.values());
    }

    @Nullable
    Position first() {
        return inMemory.isEmpty() ? null : inMemory.firstKey();
    }

    // ---- what the store has

    /** A message became durable. */
    void stored(QueuedEntry entry) {
        storedMessages++;
        storedBytes += entry.size;
        if (entry.position.compareTo(published) > 0) {
            published = entry.position;
        }
    }

    /** The last position that became durable under this holder. */
    Position published() {
        return published;
    }

    /** Whether the row, as it was read, is known here to be durable. */
    boolean isPublished(Position position) {
        return position.epoch() != around.writer().epoch() || position.compareTo(published) <= 0;
    }

    /** Whether a row that was read, and that memory doesn't know, is still there. */
    boolean isThere(Position position) {
        return !goneWhileReading.contains(position) && isPublished(position);
    }

    void readBegins() {
        readsInFlight++;
    }

    void readEnds() {
        if (--readsInFlight == 0) {
            goneWhileReading.clear();
        }
    }

    boolean isBeingRead() {
        return readsInFlight > 0;
    }

    // ---- memory

    /** One that only memory knows. */
    void unstored(QueuedEntry entry) {
        unstoredMessages++;
        unstoredBytes += entry.footprint();
    }

    /** False = it is in memory already. */
    boolean remember(QueuedEntry entry) {
        boolean added = inMemory.put(entry.position, entry) == null;
        if (added) {
            around.memory().take(entry.footprint());
            memoryBytes += entry.footprint();
        }
        return added;
    }

    /** The bytes of a stored entry leave memory. */
    void shed(QueuedEntry entry) {
        load(entry, null);
    }

    /** They are back. */
    void load(QueuedEntry entry, @Nullable EncodedMessage message) {
        int before = entry.footprint();
        entry.load(message);
        int more = entry.footprint() - before;
        around.memory().take(more);
        memoryBytes += more;
    }

    /** The entry leaves memory, and only memory. */
    void unload(QueuedEntry entry) {
        if (inMemory.remove(entry.position, entry)) {
            around.memory().give(entry.footprint());
            memoryBytes -= entry.footprint();
        }
        entry.place = Place.GONE;
    }

    /** The message, which is with nobody, exists no more. */
    void gone(QueuedEntry entry) {
        if (entry.stored) {
            storedMessages--;
            storedBytes -= entry.size;
            if (readsInFlight > 0) {
                goneWhileReading.add(entry.position);
            }
            if (entry.namedContent() != null) {
                around.sweep().wanted();
            }
            goneSinceHead++;
        } else {
            unstoredMessages--;
            unstoredBytes -= entry.footprint();
            around.sweep().unpin(entry.namedContent());
        }
        unload(entry);
    }

    /** Its queue is gone: the store's part is deleted by others. */
    void drop(QueuedEntry entry) {
        if (entry.stored) {
            unload(entry);
        } else {
            gone(entry);
        }
    }

    /** Stored ones that went since this was asked last. */
    boolean anyGone() {
        return goneSinceHead > 0;
    }

    void goneIsNoted() {
        goneSinceHead = 0;
    }
}
