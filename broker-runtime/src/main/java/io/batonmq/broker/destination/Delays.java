package io.batonmq.broker.destination;

import io.batonmq.broker.loop.Loop.Timer;
import io.batonmq.store.Position;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Messages of a queue that are not due yet: delayed by their sender or waiting for redelivery. Confined to the broker loop.
 *
 * <p>A bounded part is in memory, the soonest; of those beyond it only ranges of the store are remembered, with the time of
 * the earliest message in each, and read again then. So undue messages never stand in the way of due ones, however many
 * there are, and a range is read again about once for each time that memory was filled and drained.
 */
final class Delays {
    private static final long LONGEST_TIMER_MILLIS = 3_600_000;
    private static final Comparator<QueuedEntry> SOONEST =
            Comparator.<QueuedEntry>comparingLong(entry -> entry.availableAt).thenComparing(entry -> entry.position);

    private final MessageQueue queue;
    private final Surroundings around;
    private final long budget;
    /** Those that the store has as they are: they can leave memory. */
    private final TreeSet<QueuedEntry> entries = new TreeSet<>(SOONEST);
    /** Those that only memory knows, or knows better than a read in flight. */
    private final TreeSet<QueuedEntry> staying = new TreeSet<>(SOONEST);

    private final DelayRanges ranges = new DelayRanges();
    private long bytes;
    private @Nullable Timer timer;
    private long timerAt;

    Delays(MessageQueue queue, Surroundings around) {
        this.queue = queue;
        this.around = around;
        this.budget = around.settings().queueBudget() / 4;
    }

    /**
     * Takes an undue entry. If there is no room for all, the latest leave memory, and their places in the store are
     * remembered.
     *
     * @param stays whether it stays in memory in any case
     * @return false = it is itself one of these
     */
    boolean add(QueuedEntry entry, boolean stays) {
        boolean kept = true;
        (stays || !entry.stored ? staying : entries).add(entry);
        bytes += entry.footprint();
        while (bytes > budget && !entries.isEmpty()) {
            QueuedEntry latest = entries.last();
            remove(latest);
            ranges.add(latest.level, latest.position, latest.availableAt);
            if (latest == entry) {
                kept = false;
            } else {
                queue.entries().unload(latest);
            }
        }
        arm();
        return kept;
    }

    /** The entry is wanted elsewhere (claimed, deleted). */
    void remove(QueuedEntry entry) {
        if (entries.remove(entry) || staying.remove(entry)) {
            bytes -= entry.footprint();
        }
    }

    /** Forgets what is in the store, entries and ranges: the store will be read again. Gives the entries back. */
    List<QueuedEntry> forgetStored() {
        List<QueuedEntry> stored = Stream.concat(entries.stream(), staying.stream())
                .filter(entry -> entry.stored)
                .toList();
        stored.forEach(this::remove);
        ranges.clear();
        return stored;
    }

    /** No message it remembers only by its place stands before this; null = none. */
    @Nullable
    Position first() {
        return ranges.first();
    }

    /** Takes out a range of the store with a message that is due; null = there is none. */
    DelayRanges.@Nullable Range takeDueRange() {
        return ranges.takeDue(around.time().millis());
    }

    void close() {
        if (timer != null) {
            timer.cancel();
            timer = null;
        }
        entries.clear();
        staying.clear();
        ranges.clear();
        bytes = 0;
    }

    /** Sees to it that what is due next is noticed then. */
    void arm() {
        long next = Math.min(nextOf(entries), nextOf(staying));
        if (queue.placing().mayReadRange()) { // else the end of a read sees to it
            next = Math.min(next, ranges.nextDue());
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

    private static long nextOf(NavigableSet<QueuedEntry> entries) {
        return entries.isEmpty() ? Long.MAX_VALUE : entries.first().availableAt;
    }

    private void fire() {
        timer = null;
        long now = around.time().millis();
        List<QueuedEntry> due = new ArrayList<>();
        takeDue(entries, now, due);
        takeDue(staying, now, due);
        queue.placing().due(due);
        arm();
    }

    private void takeDue(NavigableSet<QueuedEntry> from, long now, List<QueuedEntry> due) {
        while (!from.isEmpty() && from.first().isDue(now)) {
            QueuedEntry entry = from.first();
            remove(entry);
            due.add(entry);
        }
    }
}
