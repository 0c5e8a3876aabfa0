package io.batonmq.broker.destination;

import io.batonmq.broker.writer.Unit;
import io.batonmq.broker.writer.Writer;
import io.batonmq.store.MessageKey;
import io.batonmq.store.MessageRow;
import io.batonmq.store.MessageStore.LevelHead;
import io.batonmq.store.Position;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Deletes the messages of removed queues in bounded steps, then their rows (S8): one queue after the other, one step in
 * the writer at a time, and from the rows again after a takeover. Confined to the broker loop.
 */
final class QueuePurge {
    private static final int ROWS = 250;
    private static final long BYTES = 1024 * 1024;
    /** Rows of queues that are deleted in one unit. */
    private static final int QUEUES = 100;

    private final Writer writer;
    private final StoreReads reads;
    private final ContentSweep sweep;
    private final Deque<Long> queues = new ArrayDeque<>();
    /** Without messages: their rows go together, since subscriptions may end faster than batches are written. */
    private final List<Long> empty = new ArrayList<>();

    private boolean working;

    QueuePurge(Writer writer, StoreReads reads, ContentSweep sweep) {
        this.writer = writer;
        this.reads = reads;
        this.sweep = sweep;
    }

    /** A queue whose removal is durable. */
    void add(long queue) {
        queues.add(queue);
        next();
    }

    private void next() {
        Long queue = working ? null : queues.poll();
        if (queue != null) {
            working = true;
            step(queue);
        }
    }

    private void step(long queue) {
        reads.levels(queue, Position.FIRST, heads -> {
            if (heads.isEmpty()) {
                finish(queue);
            } else {
                LevelHead head = heads.get(0);
                reads.rows(queue, head.level(), head.first(), ROWS, BYTES, page -> delete(queue, page.rows()));
            }
        });
    }

    private void delete(long queue, List<MessageRow> rows) {
        Unit unit = new Unit();
        for (MessageRow row : rows) {
            unit.delete(new MessageKey(queue, row.position()), row.size());
            if (row.content() != null) {
                sweep.wanted();
            }
        }
        unit.whenDurable((epoch, batch) -> step(queue));
        writer.submit(unit);
    }

    private void finish(long queue) {
        empty.add(queue);
        Long following = empty.size() < QUEUES ? queues.poll() : null;
        if (following != null) {
            step(following);
            return;
        }
        Unit unit = new Unit();
        empty.forEach(unit::deleteQueue);
        empty.clear();
        unit.whenDurable((epoch, batch) -> {
            working = false;
            next();
        });
        writer.submit(unit);
    }
}
