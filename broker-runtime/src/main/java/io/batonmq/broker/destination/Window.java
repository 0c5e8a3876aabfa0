package io.batonmq.broker.destination;

import io.batonmq.broker.destination.StoreReads.Loaded;
import io.batonmq.broker.destination.StoreReads.LoadedPage;
import io.batonmq.store.MessageStore.LevelHead;
import io.batonmq.store.Position;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The part of a queue that is in memory and ready, in the order of dispatch (level, then position), and the reading of what
 * follows. Confined to the broker loop.
 *
 * <p>Nothing is read before it is wanted (L12); a queue that never had a backlog never reads. A read whose result no longer
 * fits, because the window was cut or moved meanwhile, is dropped by its generation.
 */
final class Window {
    private static final Logger log = LoggerFactory.getLogger(Window.class);
    static final int LEVELS = 10;
    /** Read even when the budgets are used up, so that every queue goes on. */
    private static final long LEAST_BYTES = 64 * 1024;

    private final MessageQueue queue;
    private final Surroundings around;
    private final Level[] levels = new Level[LEVELS];
    private boolean located;
    private boolean reading;
    /** Bytes of given back messages are being read. */
    private boolean fetching;
    /** Stored messages are not dispatched at all, until all is forgotten. */
    private boolean storedWait;

    private int generation;
    private long bytes;

    Window(MessageQueue queue, Surroundings around, boolean empty) {
        this.queue = queue;
        this.around = around;
        this.located = empty;
        for (int i = 0; i < LEVELS; i++) {
            levels[i] = new Level();
        }
    }

    /** Whether a read is in flight that may bring something to dispatch. */
    boolean awaitsStore() {
        return reading || fetching;
    }

    /** Stored bytes that are ready in memory. */
    long bytes() {
        return bytes;
    }

    /** Whether a message of this level, stored now, is met by nothing but what is ready in memory. */
    boolean isContiguous(int level) {
        return located && levels[level].complete;
    }

    int ready() {
        int ready = 0;
        for (Level level : levels) {
            ready += level.ready.size();
        }
        return ready;
    }

    /**
     * The next in order after the given one, or the first; null = none that is known. What is missing in memory is asked of
     * the store, and the queue dispatches again when it comes.
     */
    @Nullable
    QueuedEntry next(@Nullable QueuedEntry after) {
        if (storedWait) {
            return nextUnstored(after);
        }
        if (!located) {
            locate();
            return null;
        }
        for (int i = after == null ? 0 : after.level; i < LEVELS; i++) {
            Level level = levels[i];
            QueuedEntry found = level.nextInOrder(after != null && after.level == i ? after.position : null);
            if (!level.complete
                    && (found == null || level.ready.size() < around.settings().pageRows() / 2)) {
                // What consumers left standing is no reason to read more than there is room for.
                read(i, found == null && level.nextInOrder(null) == null);
            }
            if (found != null && found.stored && !found.isLoaded()) {
                fetch(level, found);
                return null;
            }
            if (found != null) {
                return found;
            }
            if (!level.complete) {
                return null;
            }
        }
        return null;
    }

    private @Nullable QueuedEntry nextUnstored(@Nullable QueuedEntry after) {
        for (int i = after == null ? 0 : after.level; i < LEVELS; i++) {
            Position from = after != null && after.level == i ? after.position : null;
            for (QueuedEntry entry : levels[i].behind(from)) {
                if (!entry.stored) {
                    return entry;
                }
            }
        }
        return null;
    }

    /** Whether no stored message is dispatched now. */
    boolean storedWait() {
        return storedWait;
    }

    Level level(int index) {
        return levels[index];
    }

    /** The next ready one after the given one, or the first, whatever may stand between them in the store. */
    @Nullable
    QueuedEntry readyAfter(@Nullable QueuedEntry after) {
        int level = after == null ? 0 : after.level;
        TreeMap<Position, QueuedEntry> first = levels[level].ready;
        Map.Entry<Position, QueuedEntry> found = after == null ? first.firstEntry() : first.higherEntry(after.position);
        while (found == null && ++level < LEVELS) {
            found = levels[level].ready.firstEntry();
        }
        return found == null ? null : found.getValue();
    }

    /** Up to which position {@code count} messages in order from this one stand. */
    Position farthest(QueuedEntry first, int count) {
        Position farthest = first.position;
        QueuedEntry entry = first;
        for (int i = 1; i < count; i++) {
            entry = next(entry);
            if (entry == null) {
                break;
            }
            if (entry.stored && entry.position.compareTo(farthest) > 0) {
                farthest = entry.position;
            }
        }
        return farthest;
    }

    void add(QueuedEntry entry) {
        entry.place = QueuedEntry.Place.READY;
        levels[entry.level].ready.put(entry.position, entry);
        bytes += entry.stored ? entry.footprint() : 0;
        queue.selections().added(entry);
    }

    void remove(QueuedEntry entry) {
        if (levels[entry.level].ready.remove(entry.position) != null) {
            bytes -= entry.stored ? entry.footprint() : 0;
            queue.selections().removed(entry);
        }
    }

    private void unload(QueuedEntry entry) {
        queue.selections().unloading(entry);
        remove(entry);
        queue.entries().unload(entry);
    }

    /** The oldest ready message that is not stored, lowest priority first: the one to drop. */
    @Nullable
    QueuedEntry leastWanted() {
        for (int i = LEVELS - 1; i >= 0; i--) {
            for (QueuedEntry entry : levels[i].ready.values()) {
                if (!entry.stored) {
                    return entry;
                }
            }
        }
        return null;
    }

    /**
     * A stored message became durable. True: it belongs in memory, the caller places it. False: it is left to the store, to
     * be read in its turn.
     */
    boolean arrives(int level, Position position, boolean fits) {
        Level at = levels[level];
        at.stalled = false;
        if (located && position.compareTo(at.loadedTo) <= 0) {
            return true; // staged work that was spread behind newer messages
        }
        if (located && at.complete && fits) {
            at.loadedTo = position;
            return true;
        }
        at.arrived = true;
        at.complete = false;
        return false;
    }

    /** Cuts stored messages off the end until at most so many bytes are ready; they stay in the store. */
    void shrink(long most) {
        for (int i = LEVELS - 1; i >= 0 && bytes > most; i--) {
            Level level = levels[i];
            Position cut = null;
            for (QueuedEntry entry : List.copyOf(level.ready.descendingMap().values())) {
                if (bytes <= most) {
                    break;
                }
                if (entry.stored) {
                    unload(entry);
                    cut = entry.position;
                }
            }
            if (cut != null) {
                forgetRead();
                if (cut.compareTo(level.loadedTo) <= 0) {
                    level.loadedTo = Level.before(cut);
                }
                level.complete = false;
            }
        }
    }

    /** Forgets everything that is in the store: it is located and read anew when wanted. */
    void forget(boolean empty) {
        forgetRead();
        for (Level level : levels) {
            for (QueuedEntry entry : List.copyOf(level.ready.values())) {
                if (entry.stored) {
                    unload(entry);
                }
            }
            level.complete = true;
            level.loadedTo = Position.FIRST;
        }
        located = empty;
        storedWait = false;
        queue.selections().startAgain();
    }

    /** No stored message that is not in memory stands before this; null = there is none. */
    @Nullable
    Position firstUnread() {
        Position first = null;
        for (Level level : levels) {
            if (!level.complete && (first == null || level.loadedTo.compareTo(first) < 0)) {
                first = level.loadedTo;
            }
        }
        return first == null ? null : Level.after(first);
    }

    boolean isLocated() {
        return located;
    }

    private void forgetRead() {
        generation++;
        reading = false;
        fetching = false;
    }

    /** Finds where in the store each level begins; the queue dispatches when that is known. */
    void locate() {
        if (reading || located || storedWait) {
            return;
        }
        reading = true;
        int mine = generation;
        Position from = queue.withheld().readFrom(queue.head().position());
        for (Level level : levels) {
            level.arrived = false;
        }
        queue.entries().readBegins();
        around.reads().levels(queue.number(), from, heads -> {
            queue.entries().readEnds();
            if (mine == generation) {
                onLocated(from, heads);
            }
        });
    }

    private void onLocated(Position from, List<LevelHead> heads) {
        reading = false;
        storedWait = queue.withheld().keepsAll(heads);
        if (storedWait) {
            queue.dispatch();
            return;
        }
        located = true;
        for (Level level : levels) {
            level.startAt(from);
            level.complete = !level.arrived;
        }
        for (LevelHead head : heads) {
            levels[head.level()].startAt(head.first());
        }
        queue.dispatch();
    }

    /** Reads the bytes of messages that were given back without, in their order: at least of the first. */
    private void fetch(Level level, QueuedEntry first) {
        fetch(level.ready.tailMap(first.position, true).values());
    }

    /** The same for messages anywhere; the queue dispatches when they are there. */
    void fetch(Iterable<QueuedEntry> from) {
        if (fetching || storedWait) {
            return;
        }
        fetching = true;
        int mine = generation;
        List<QueuedEntry> wanted = new ArrayList<>();
        long size = 0;
        for (QueuedEntry entry : from) {
            size += entry.size;
            boolean enough = !wanted.isEmpty() && size > around.settings().pageBytes();
            if (enough || wanted.size() == around.settings().pageRows()) {
                break;
            }
            if (entry.stored && !entry.isLoaded()) {
                wanted.add(entry);
            }
        }
        around.reads().find(wanted.stream().map(QueuedEntry::key).toList(), found -> {
            if (mine == generation) {
                onFetched(wanted, found);
            }
        });
    }

    private void onFetched(List<QueuedEntry> wanted, List<Loaded> found) {
        fetching = false;
        Map<Position, Loaded> byPosition = new HashMap<>();
        found.forEach(loaded -> byPosition.put(loaded.row().position(), loaded));
        for (QueuedEntry entry : wanted) {
            if (entry.place != QueuedEntry.Place.READY || entry.isLoaded()) {
                continue; // somebody's meanwhile
            }
            Loaded loaded = byPosition.get(entry.position);
            remove(entry);
            if (loaded == null) {
                log.error("{} is not in the store any more", entry);
                queue.entries().unload(entry);
            } else {
                queue.entries().load(entry, loaded.message());
                add(entry);
            }
        }
        queue.dispatch();
    }

    private void read(int level, boolean needed) {
        Level at = levels[level];
        long least = Math.min(LEAST_BYTES, around.settings().queueBudget() / 4);
        long budget = Math.min(
                around.settings().queueBudget() - bytes, around.memory().free());
        if (reading || at.stalled || (budget < least && !needed)) {
            return;
        }
        reading = true;
        at.arrived = false;
        int mine = generation;
        long most = Math.min(around.settings().pageBytes(), Math.max(least, budget));
        queue.entries().readBegins();
        around.reads()
                .page(
                        queue.number(),
                        level,
                        Level.after(at.loadedTo),
                        around.settings().pageRows(),
                        most,
                        page -> {
                            if (mine == generation) {
                                onPage(at, page);
                            }
                            queue.entries().readEnds();
                            queue.dispatch();
                        });
    }

    private void onPage(Level level, LoadedPage page) {
        reading = false;
        boolean unpublished = false;
        for (Loaded loaded : page.rows()) {
            Position position = loaded.row().position();
            if (!queue.entries().isPublished(position)) {
                unpublished = true;
                break;
            }
            level.loadedTo = position;
            queue.placing().load(loaded);
        }
        level.stalled = unpublished && !level.arrived;
        level.complete = !page.more() && !unpublished && !level.arrived;
    }
}
