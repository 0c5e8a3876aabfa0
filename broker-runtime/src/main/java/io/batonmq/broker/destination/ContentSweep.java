package io.batonmq.broker.destination;

import io.batonmq.broker.loop.Loop;
import io.batonmq.broker.loop.Loop.Timer;
import io.batonmq.broker.writer.Unit;
import io.batonmq.broker.writer.Writer;
import io.batonmq.store.Position;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Deletes contents that no stored message names any more (S4, S8): in the background, a bounded number at a time, some
 * time after a message that named one went, and once after a takeover. Confined to the broker loop.
 */
final class ContentSweep {
    private static final Duration PAUSE = Duration.ofSeconds(2);
    private static final int AT_ONCE = 100;

    private final Loop loop;
    private final Writer writer;
    private final StoreReads reads;
    /** Contents that messages in memory name, and no row. */
    private final Map<Position, Integer> pins = new HashMap<>();

    private boolean wanted;
    private boolean sweeping;
    private @Nullable Timer timer;

    ContentSweep(Loop loop, Writer writer, StoreReads reads) {
        this.loop = loop;
        this.writer = writer;
        this.reads = reads;
    }

    /** The last reference to a content may be gone. */
    void wanted() {
        wanted = true;
        if (!sweeping && timer == null) {
            timer = loop.schedule(PAUSE, this::begin);
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
        if (timer != null) {
            timer.cancel();
            timer = null;
        }
        sweeping = true; // nothing begins any more
    }

    private void begin() {
        timer = null;
        sweeping = true;
        wanted = false;
        // Contents made from here on have rows that this sweep's reads need not see.
        sweep(Position.FIRST, writer.nextPosition());
    }

    private void sweep(Position after, Position before) {
        reads.orphans(after, before, AT_ONCE, orphans -> {
            if (orphans.isEmpty()) {
                end();
                return;
            }
            // Everything stored before the read has been published, and pinned, when this unit's turn comes.
            Unit turn = new Unit();
            turn.whenDurable((epoch, batch) -> delete(orphans, before));
            writer.submit(turn);
        });
    }

    private void delete(List<Position> orphans, Position before) {
        Unit unit = new Unit();
        orphans.stream().filter(content -> !pins.containsKey(content)).forEach(unit::deleteContent);
        Position last = orphans.get(orphans.size() - 1);
        unit.whenDurable((epoch, batch) -> {
            if (orphans.size() < AT_ONCE) {
                end();
            } else {
                sweep(last, before);
            }
        });
        writer.submit(unit);
    }

    private void end() {
        sweeping = false;
        if (wanted) {
            wanted();
        }
    }
}
