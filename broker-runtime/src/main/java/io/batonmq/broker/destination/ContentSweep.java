package io.batonmq.broker.destination;

import io.batonmq.broker.loop.Loop;
import io.batonmq.broker.loop.Loop.Timer;
import io.batonmq.broker.writer.Unit;
import io.batonmq.broker.writer.Writer;
import io.batonmq.store.MessageStore.Orphan;
import io.batonmq.store.MessageStore.OrphanPage;
import io.batonmq.store.Position;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Deletes contents that nothing stored names any more (S4, S8), in the background: those that it is told of, and all there
 * are some time after a message that named one went, and once after a takeover. Confined to the broker loop.
 *
 * <p>It does one thing at a time: it reads a page, or deletes what one batch takes (S1). A content goes from its last chunk
 * to its first, by which it is found, so that a takeover in between leaves no chunk behind for ever.
 */
final class ContentSweep {
    private static final Duration PAUSE = Duration.ofSeconds(2);
    private static final Duration BETWEEN_PAGES = Duration.ofMillis(100);
    private static final int PAGE = 1_000;
    /** Chunks that go at once: at 256 KiB each as much as a batch inserts at most. */
    private static final int STEP = 64;
    /** Contents that it was told of and that wait; what is beyond is found by looking at all. */
    private static final int MOST_DROPPED = 10_000;

    /** IDLE ⇄ BUSY; any → CLOSED. BUSY: a read, a unit or a pause between two pages is on its way. */
    private enum State {
        IDLE,
        BUSY,
        CLOSED
    }

    /** A look at all contents: goes on after the one, ends before the other. */
    private record Look(Position after, Position before) {}

    private final Loop loop;
    private final Writer writer;
    private final StoreReads reads;
    /** Contents that messages in memory name, and no row. */
    private final Map<Position, Integer> pins = new HashMap<>();

    private final Deque<Position> dropped = new ArrayDeque<>();
    private final Deque<Orphan> orphans = new ArrayDeque<>();
    private State state = State.IDLE;
    private @Nullable Look look;
    private @Nullable Timer timer;

    ContentSweep(Loop loop, Writer writer, StoreReads reads) {
        this.loop = loop;
        this.writer = writer;
        this.reads = reads;
    }

    /** The last reference to some content may be gone. */
    void wanted() {
        if (timer == null && state != State.CLOSED) {
            timer = loop.schedule(PAUSE, this::begin);
        }
    }

    /** Nothing stored names this content, nor will. */
    void dropped(Position content) {
        if (dropped.size() >= MOST_DROPPED) {
            wanted();
            return;
        }
        dropped.add(content);
        if (state == State.IDLE) {
            next();
        }
    }

    /** A message in memory names the content; null = none. */
    void pin(@Nullable Position content) {
        if (content != null) {
            pins.merge(content, 1, Integer::sum);
        }
    }

    void unpin(@Nullable Position content) {
        if (content != null && pins.computeIfPresent(content, (key, count) -> count == 1 ? null : count - 1) == null) {
            wanted();
        }
    }

    void close() {
        become(State.CLOSED);
        if (timer != null) {
            timer.cancel();
            timer = null;
        }
        dropped.clear();
        orphans.clear();
        look = null;
    }

    private void begin() {
        timer = null;
        if (look != null) {
            wanted(); // a look that is on its way may have passed it by
            return;
        }
        // Contents made from here on have rows that this look's reads need not see.
        look = new Look(Position.FIRST, writer.nextPosition());
        if (state == State.IDLE) {
            next();
        }
    }

    private void next() {
        Position told = dropped.peek();
        Look on = look;
        if (!orphans.isEmpty()) {
            become(State.BUSY);
            delete();
        } else if (told != null) {
            become(State.BUSY);
            dropped.remove();
            Position before = new Position(told.epoch(), told.counter() - 1);
            Position behind = new Position(told.epoch(), told.counter() + 1);
            read(before, behind, page -> {});
        } else if (on != null) {
            become(State.BUSY);
            read(on.after(), on.before(), page -> {
                Position to = page.lookedTo();
                look = to == null ? null : new Look(to, on.before());
            });
        } else {
            become(State.IDLE);
        }
    }

    private void read(Position after, Position before, Consumer<OrphanPage> looked) {
        reads.orphans(after, before, PAGE, page -> {
            if (state == State.CLOSED) {
                return;
            }
            looked.accept(page);
            if (page.orphans().isEmpty()) {
                pause();
                return;
            }
            // Everything stored before the read has been published, and pinned, when this unit's turn comes.
            Unit turn = new Unit();
            turn.whenDurable((epoch, batch) -> {
                for (Orphan orphan : page.orphans()) {
                    if (!pins.containsKey(orphan.content())) {
                        orphans.add(orphan);
                    }
                }
                next();
            });
            writer.submit(turn);
        });
    }

    private void pause() {
        if (look == null) {
            next();
        } else {
            loop.schedule(BETWEEN_PAGES, () -> {
                if (state != State.CLOSED) {
                    next();
                }
            });
        }
    }

    private void delete() {
        Unit unit = new Unit();
        int room = Math.min(STEP, writer.rowsPerBatch());
        for (Orphan orphan = orphans.poll(); orphan != null; orphan = room == 0 ? null : orphans.poll()) {
            int from = Math.max(0, orphan.chunks() - room);
            unit.deleteChunks(orphan.content(), from, orphan.chunks());
            room -= orphan.chunks() - from;
            if (from > 0) {
                orphans.addFirst(new Orphan(orphan.content(), from));
            }
        }
        unit.whenDurable((epoch, batch) -> next());
        writer.submit(unit);
    }

    private void become(State next) {
        if (state != State.CLOSED) {
            state = next;
        }
    }
}
