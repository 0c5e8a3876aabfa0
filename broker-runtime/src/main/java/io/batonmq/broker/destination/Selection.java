package io.batonmq.broker.destination;

import io.batonmq.store.Position;
import io.batonmq.wire.MessageView;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * One selector on one queue, for all consumers that have it: which messages in memory it takes, and how far the queue was looked
 * through for more. Confined to the broker loop.
 */
final class Selection {
    static final Comparator<QueuedEntry> ORDER =
            Comparator.<QueuedEntry>comparingInt(entry -> entry.level).thenComparing(entry -> entry.position);

    private final String selector;
    private final MessageFilter filter;
    private final Reach[] reaches = new Reach[Window.LEVELS];
    /** Ready messages in memory that it takes, in the order of dispatch. */
    private final TreeSet<QueuedEntry> matches = new TreeSet<>(ORDER);
    /** Matches that were brought into memory for it, ahead of the window. */
    private final Map<QueuedEntry, Integer> fetched = new HashMap<>();

    private long fetchedBytes;
    /** Its consumers that may be ready, the next in turn first. */
    final Deque<ConsumerAttachment> ring = new ArrayDeque<>();

    /** Its consumers, ready or not. */
    int consumers;
    /** Looked at since its last consumer went. */
    int looksWhileIdle;
    /** Whether all that is in memory was looked at: only then {@link #reaches} say something. */
    boolean walked;
    /** Up to where that was done. */
    @Nullable
    QueuedEntry walkedTo;

    Selection(String selector, MessageFilter filter) {
        this.selector = selector;
        this.filter = filter;
        for (int i = 0; i < reaches.length; i++) {
            reaches[i] = new Reach();
        }
    }

    String selector() {
        return selector;
    }

    Reach reach(int level) {
        return reaches[level];
    }

    boolean matches(MessageView message, int deliveryCount) {
        return filter.matches(message, deliveryCount);
    }

    void add(QueuedEntry entry) {
        matches.add(entry);
    }

    /** It was read for this selection and stays until it is taken. */
    void fetched(QueuedEntry entry) {
        if (fetched.putIfAbsent(entry, entry.footprint()) == null) {
            fetchedBytes += entry.footprint();
        }
    }

    void remove(QueuedEntry entry) {
        matches.remove(entry);
        Integer bytes = fetched.remove(entry);
        if (bytes != null) {
            fetchedBytes -= bytes;
        }
    }

    Set<QueuedEntry> all() {
        return matches;
    }

    /**
     * Whether another match of the level may be brought into memory for it. One always may, and one that is before all those
     * that are there: without it none of them could be dispatched.
     */
    boolean hasRoom(int level, int most, long mostBytes) {
        return fetched.isEmpty()
                || fetched.size() < most && fetchedBytes < mostBytes
                || level == incompleteLevel() && next(null) == null;
    }

    /** The next in order, after the given one, that no message can come before any more; null = none, or what stands before it is not known. */
    @Nullable
    QueuedEntry next(@Nullable QueuedEntry after) {
        QueuedEntry first = after == null ? matches.isEmpty() ? null : matches.first() : matches.higher(after);
        if (!walked) {
            return null;
        }
        int until = first == null ? reaches.length : first.level;
        for (int i = 0; i < until; i++) {
            if (!reaches[i].complete) {
                return null;
            }
        }
        return first != null && reaches[first.level].passed(first.position) ? first : null;
    }

    /** The level that is to be read next; -1 = all is known. */
    int incompleteLevel() {
        for (int i = 0; i < reaches.length; i++) {
            if (!reaches[i].complete) {
                return i;
            }
        }
        return -1;
    }

    /** Whether nothing in the queue is for it but what {@link #next} gives. */
    boolean isComplete() {
        return walked && incompleteLevel() < 0;
    }

    /** Up to which position its next messages stand, at most {@code count}. */
    Position farthest(QueuedEntry first, int count) {
        Position farthest = first.position;
        int left = count;
        for (QueuedEntry entry : matches.tailSet(first, false)) {
            if (--left == 0) {
                break;
            }
            if (entry.stored && entry.position.compareTo(farthest) > 0) {
                farthest = entry.position;
            }
        }
        return farthest;
    }

    /** The window was made anew: all is to be looked at again. */
    void startAgain() {
        walked = false;
        walkedTo = null;
        for (Reach reach : reaches) {
            reach.to = Position.FIRST;
            reach.complete = false;
            reach.stalled = false;
        }
    }

    @Override
    public String toString() {
        return selector;
    }
}
