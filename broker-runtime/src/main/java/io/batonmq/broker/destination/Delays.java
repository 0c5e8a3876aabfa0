package io.batonmq.broker.destination;

import io.batonmq.broker.loop.Loop.Timer;
import io.batonmq.store.Position;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Messages of a queue that are not due yet: delayed by their sender or waiting for redelivery. Confined to the broker loop.
 *
 * <p>A bounded part is in memory; beyond it only ranges of the store are remembered, with the time of the earliest message
 * in each, and read again then. So undue messages never stand in the way of due ones, however many there are.
 */
final class Delays {
    private static final int RANGE_ROWS = 256;
    private static final long LONGEST_TIMER_MILLIS = 3_600_000;

    /** Rows of a level that were undue when they were read. */
    static final class Range {
        final int level;
        final Position from;
        Position to;
        long due;
        private int rows = 1;

        Range(int level, Position position, long due) {
            this.level = level;
            this.from = position;
            this.to = position;
            this.due = due;
        }
    }

    private final MessageQueue queue;
    private final Surroundings around;
    private final long budget;
    private final TreeSet<QueuedEntry> entries = new TreeSet<>(
            Comparator.<QueuedEntry>comparingLong(entry -> entry.availableAt).thenComparing(entry -> entry.position));
    private final List<Range> ranges = new ArrayList<>();
    private long bytes;
    private @Nullable Timer timer;
    private long timerAt;

    Delays(MessageQueue queue, Surroundings around) {
        this.queue = queue;
        this.around = around;
        this.budget = around.settings().queueBudget() / 4;
    }

    /**
     * Takes an undue entry; false = there is no room for it, its place in the store is remembered.
     *
     * @param stays whether it is taken without room, too
     */
    boolean add(QueuedEntry entry, boolean stays) {
        boolean kept = !entry.stored || stays || bytes + entry.footprint() <= budget;
        if (kept) {
            entries.add(entry);
            bytes += entry.footprint();
        } else {
            remember(entry);
        }
        arm();
        return kept;
    }

    /** The entry is wanted elsewhere (claimed, deleted). */
    void remove(QueuedEntry entry) {
        if (entries.remove(entry)) {
            bytes -= entry.footprint();
        }
    }

    /** Forgets what is in the store, entries and ranges: the store will be read again. Gives the entries back. */
    List<QueuedEntry> forgetStored() {
        List<QueuedEntry> stored =
                entries.stream().filter(entry -> entry.stored).toList();
        stored.forEach(this::remove);
        ranges.clear();
        return stored;
    }

    /** No message it remembers only by its place stands before this; null = none. */
    @Nullable
    Position first() {
        Position first = null;
        for (Range range : ranges) {
            if (first == null || range.from.compareTo(first) < 0) {
                first = range.from;
            }
        }
        return first;
    }

    void close() {
        if (timer != null) {
            timer.cancel();
            timer = null;
        }
        entries.clear();
        ranges.clear();
        bytes = 0;
    }

    private void remember(QueuedEntry entry) {
        Range last = ranges.isEmpty() ? null : ranges.get(ranges.size() - 1);
        if (last != null
                && last.level == entry.level
                && last.rows < RANGE_ROWS
                && last.to.compareTo(entry.position) < 0) {
            last.to = entry.position;
            last.due = Math.min(last.due, entry.availableAt);
            last.rows++;
        } else {
            ranges.add(new Range(entry.level, entry.position, entry.availableAt));
        }
    }

    private void arm() {
        long next = entries.isEmpty() ? Long.MAX_VALUE : entries.first().availableAt;
        for (Range range : ranges) {
            next = Math.min(next, range.due);
        }
        if (timer != null && timerAt <= next) {
            return;
        }
        if (timer != null) {
            timer.cancel();
            timer = null;
        }
        if (next != Long.MAX_VALUE) {
            timerAt = next;
            long wait = Math.min(
                    LONGEST_TIMER_MILLIS, Math.max(1, next - around.time().millis()));
            timer = around.loop().schedule(Duration.ofMillis(wait), this::fire);
        }
    }

    private void fire() {
        timer = null;
        long now = around.time().millis();
        List<QueuedEntry> due = new ArrayList<>();
        while (!entries.isEmpty() && entries.first().isDue(now)) {
            QueuedEntry entry = entries.first();
            remove(entry);
            due.add(entry);
        }
        List<Range> again = ranges.stream().filter(range -> range.due <= now).toList();
        ranges.removeAll(again);
        arm();
        queue.placing().due(due, again);
    }
}
