package io.batonmq.broker.destination;

import io.batonmq.store.Position;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Undue messages of a queue that are only in the store, by ranges of it that don't overlap, each with the time of its
 * earliest. Confined to the broker loop.
 */
final class DelayRanges {
    private static final int ROWS = 256;

    /** Between two positions of a level, both included. */
    static final class Range {
        final int level;
        private Position from;
        private Position to;
        private long due;
        /** Roughly: who is noted again counts again. */
        private int rows = 1;

        private Range(int level, Position from, Position to, long due) {
            this.level = level;
            this.from = from;
            this.to = to;
            this.due = due;
        }

        Position from() {
            return from;
        }

        Position to() {
            return to;
        }

        /** What a read that did not reach its end has left of it. */
        Range behind(Position last) {
            return new Range(level, Level.after(last), to, due);
        }
    }

    private final Map<Integer, TreeMap<Position, Range>> levels = new TreeMap<>();
    private final TreeSet<Range> byDue = new TreeSet<>(Comparator.<Range>comparingLong(range -> range.due)
            .thenComparingInt(range -> range.level)
            .thenComparing(range -> range.from));

    /** Notes a message; the ranges beside it grow as far as one read goes. */
    void add(int level, Position position, long due) {
        TreeMap<Position, Range> places = levels.computeIfAbsent(level, l -> new TreeMap<>());
        Map.Entry<Position, Range> floor = places.floorEntry(position);
        Map.Entry<Position, Range> ceiling = places.higherEntry(position);
        Range before = floor == null ? null : floor.getValue();
        Range behind = ceiling == null ? null : ceiling.getValue();
        if (before != null && position.compareTo(before.to) <= 0) {
            addWithin(before, position, due);
        } else if (before != null && before.rows < ROWS) {
            grow(before, before.from, position, due);
        } else if (behind != null && behind.rows < ROWS) {
            grow(behind, position, behind.to, due);
        } else {
            put(new Range(level, position, position, due));
        }
    }

    private void addWithin(Range range, Position position, long due) {
        if (range.rows < 2 * ROWS || position.equals(range.from)) {
            grow(range, range.from, range.to, due);
            return;
        }
        Range second = new Range(range.level, position, range.to, Math.min(range.due, due));
        second.rows = range.rows / 2;
        remove(range);
        range.to = Level.before(position);
        range.rows /= 2;
        put(range);
        put(second);
    }

    private void grow(Range range, Position from, Position to, long due) {
        remove(range);
        range.from = from;
        range.to = to;
        range.due = Math.min(range.due, due);
        range.rows++;
        put(range);
    }

    private void put(Range range) {
        levels.computeIfAbsent(range.level, l -> new TreeMap<>()).put(range.from, range);
        byDue.add(range);
    }

    private void remove(Range range) {
        TreeMap<Position, Range> places = levels.get(range.level);
        if (places != null) {
            places.remove(range.from);
        }
        byDue.remove(range);
    }

    /** When the earliest message is due. */
    long nextDue() {
        return byDue.isEmpty() ? Long.MAX_VALUE : byDue.first().due;
    }

    /** Takes out a range with a message that is due; null = there is none. */
    @Nullable
    Range takeDue(long now) {
        if (nextDue() > now) {
            return null;
        }
        Range range = byDue.first();
        remove(range);
        return range;
    }

    /** No message stands before this; null = none at all. */
    @Nullable
    Position first() {
        Position first = null;
        for (TreeMap<Position, Range> places : levels.values()) {
            if (!places.isEmpty() && (first == null || places.firstKey().compareTo(first) < 0)) {
                first = places.firstKey();
            }
        }
        return first;
    }

    void clear() {
        levels.clear();
        byDue.clear();
    }
}
