package io.batonmq.broker.writer;

import io.batonmq.store.Position;
import io.batonmq.store.QueueRow;
import io.batonmq.store.QueueRow.QueueState;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the store says, or will say after the batch in flight, of each queue: depth, bytes, head, mark, doubt. Kept here, never
 * counted (L12). Confined to the broker loop.
 */
final class QueueStates {
    private final Map<Long, QueueState> states = new HashMap<>();
    private final Map<Long, Was> before = new HashMap<>();

    /** A state that may be absent, for undo. */
    private record Was(@Nullable QueueState state) {}

    void recover(Iterable<QueueRow> rows) {
        for (QueueRow row : rows) {
            states.put(row.number(), row.state());
        }
    }

    /** Starts a batch: what changes from here on can be undone. */
    void begin() {
        before.clear();
    }

    /** The batch did not come about (S7). */
    void undo() {
        before.forEach((queue, was) -> {
            if (was.state() == null) {
                states.remove(queue);
            } else {
                states.put(queue, was.state());
            }
        });
        before.clear();
    }

    QueueState of(long queue) {
        QueueState state = states.get(queue);
        if (state == null) {
            throw new IllegalStateException("queue " + queue + " has no row, but messages");
        }
        return state;
    }

    @Nullable
    QueueState find(long queue) {
        return states.get(queue);
    }

    /** A queue's row is put: its state counts only if it is new. */
    void define(long queue, QueueState initial) {
        if (!states.containsKey(queue)) {
            set(queue, initial);
        }
    }

    void added(long queue, int size) {
        QueueState s = of(queue);
        set(queue, s.withSize(s.depth() + 1, s.bytes() + size));
    }

    void removed(long queue, int size) {
        QueueState s = of(queue);
        set(queue, s.withSize(s.depth() - 1, s.bytes() - size));
    }

    void raiseMark(long queue, Position mark) {
        QueueState s = of(queue);
        if (mark.compareTo(s.mark()) > 0) {
            set(queue, s.withMark(mark));
        }
    }

    void raiseDoubt(long queue, Position doubt) {
        QueueState s = of(queue);
        if (doubt.compareTo(s.doubt()) > 0) {
            set(queue, s.withDoubt(doubt));
        }
    }

    void raiseHead(long queue, Position head) {
        QueueState s = of(queue);
        if (head.compareTo(s.head()) > 0) {
            set(queue, s.withHead(head));
        }
    }

    void remove(long queue) {
        QueueState s = of(queue);
        set(queue, s.goingAway());
    }

    void forget(long queue) {
        remember(queue);
        states.remove(queue);
    }

    private void set(long queue, QueueState state) {
        remember(queue);
        states.put(queue, state);
    }

    private void remember(long queue) {
        before.putIfAbsent(queue, new Was(states.get(queue)));
    }
}
