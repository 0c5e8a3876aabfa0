package io.batonmq.broker.destination;

import io.batonmq.broker.destination.QueuedEntry.Place;
import io.batonmq.broker.destination.StoreReads.Loaded;
import io.batonmq.store.Position;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where messages of a queue that are with nobody belong: ready, set aside until they are due, or withheld after a takeover
 * (R9). Confined to the broker loop.
 */
final class Placing {
    private static final int MOST_RANGES = 2;

    private final MessageQueue queue;
    private final Surroundings around;
    private final QueueEntries entries;
    private final Window window;
    private final Delays delays;
    /** Ranges of due messages on their way into memory: while there are any, the head must wait. */
    private int rangesInFlight;

    Placing(MessageQueue queue, Surroundings around, QueueEntries entries, Window window, Delays delays) {
        this.queue = queue;
        this.around = around;
        this.entries = entries;
        this.window = window;
        this.delays = delays;
    }

    /** Puts an entry that is with nobody where it belongs. */
    void place(QueuedEntry entry) {
        boolean known = !entries.remember(entry);
        if (entry.stored && queue.withheld().covers(entry.position)) {
            entry.place = Place.WITHHELD;
        } else if (!entry.isDue(around.time().millis())) {
            entry.place = Place.DELAYED;
            // A read in flight may give a known one's row as it was before it was delivered.
            boolean stays = known && entries.isBeingRead();
            if (!delays.add(entry, stays)) {
                entries.unload(entry);
            }
        } else {
            window.add(entry);
        }
    }

    /** An entry for a row that was read and that memory knows nothing of; null = it is known, or gone. */
    @Nullable
    QueuedEntry unknown(Loaded loaded) {
        Position position = loaded.row().position();
        boolean unknown = entries.find(position) == null && entries.isThere(position);
        return unknown ? QueuedEntry.stored(queue, loaded) : null;
    }

    /** What a read of the store brought into the window. */
    void load(Loaded loaded) {
        Position position = loaded.row().position();
        if (entries.find(position) == null && !queue.isRemoved() && entries.isThere(position)) {
            place(QueuedEntry.stored(queue, loaded));
        }
    }

    /** Messages became due: those in memory, and those of ranges of the store. */
    void due(List<QueuedEntry> due) {
        due.forEach(this::isDue);
        readDueRanges();
        queue.dispatch();
    }

    /** What waited for its move to the dead-letter queue is tried without a consumer, too. */
    private void isDue(QueuedEntry entry) {
        if (queue.deliveries().isExhausted(entry)) {
            around.deadLetters().moveUndelivered(entry);
        } else {
            window.add(entry);
        }
    }

    /** Whether another range may be read: each fills memory. */
    boolean mayReadRange() {
        return rangesInFlight < MOST_RANGES;
    }

    private void readDueRanges() {
        for (DelayRanges.Range range = nextRange(); range != null; range = nextRange()) {
            readRange(range);
        }
    }

    private DelayRanges.@Nullable Range nextRange() {
        return mayReadRange() ? delays.takeDueRange() : null;
    }

    private void readRange(DelayRanges.Range range) {
        entries.readBegins();
        rangesInFlight++;
        DestinationSettings settings = around.settings();
        around.reads()
                .page(queue.number(), range.level, range.from(), settings.pageRows(), settings.pageBytes(), page -> {
                    Position last = range.to();
                    for (Loaded loaded : page.rows()) {
                        last = loaded.row().position();
                        if (last.compareTo(range.to()) > 0 || queue.isRemoved()) {
                            break;
                        }
                        load(loaded);
                        QueuedEntry entry = entries.find(last);
                        if (entry != null
                                && entry.place == Place.READY
                                && queue.deliveries().isExhausted(entry)) {
                            around.deadLetters().moveUndelivered(entry);
                        }
                    }
                    entries.readEnds();
                    rangesInFlight--;
                    if (page.more() && last.compareTo(range.to()) < 0 && !queue.isRemoved()) {
                        readRange(range.behind(last));
                    }
                    readDueRanges();
                    delays.arm();
                    queue.dispatch();
                });
    }

    /** Whether no read is in flight that may give a row as it was before it came into memory on another way. */
    boolean isReadingNone() {
        return rangesInFlight == 0;
    }

    /** Whether everything that is in the store is known by its place. */
    boolean isSettled() {
        return rangesInFlight == 0 && queue.withheld().isNothing();
    }

    /** What is withheld changed (R9): the store is read anew. */
    void startAnew() {
        if (queue.isRemoved()) {
            return;
        }
        for (QueuedEntry entry : entries.copy()) {
            if (entry.place == Place.WITHHELD) {
                entries.unload(entry);
            }
        }
        delays.forgetStored().forEach(entries::unload);
        window.forget(entries.storedMessages() == 0);
        queue.dispatch();
    }
}
