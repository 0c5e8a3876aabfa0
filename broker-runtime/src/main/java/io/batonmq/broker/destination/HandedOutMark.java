package io.batonmq.broker.destination;

import io.batonmq.broker.writer.Unit;
import io.batonmq.store.Position;

/**
 * A queue's handed-out mark (R9): no stored message behind it has left the node, under this holder or one before. Confined
 * to the broker loop.
 */
final class HandedOutMark {
    /** How far ahead of dispatch the mark is raised: a consumer's usual prefetch. */
    static final int AHEAD = 256;

    private final MessageQueue queue;
    private final Surroundings around;
    private final Position recovered;
    private Position durable;
    private Position requested;

    HandedOutMark(MessageQueue queue, Surroundings around, Position recovered) {
        this.queue = queue;
        this.around = around;
        this.recovered = recovered;
        this.durable = recovered;
        this.requested = recovered;
    }

    /** The mark at takeover. */
    Position recovered() {
        return recovered;
    }

    /** Whether the holder before may have handed the message out (R10). */
    boolean recoveredCovers(Position position) {
        return position.compareTo(recovered) <= 0;
    }

    /** Whether the message may be handed out. */
    boolean covers(Position position) {
        return position.compareTo(durable) <= 0;
    }

    /** Whether a mark that lets the message be handed out is on its way, or there. */
    boolean requestedFor(Position position) {
        return position.compareTo(requested) <= 0;
    }

    /** Whether a mark is on its way. */
    boolean pending() {
        return requested.compareTo(durable) > 0;
    }

    /** Raises it in a unit of its own; the queue dispatches when that is durable. */
    void raise(Position to) {
        requested = to;
        Unit unit = new Unit();
        ride(unit, to);
        unit.whenDurable((epoch, batch) -> queue.dispatch());
        around.writer().submit(unit);
    }

    /**
     * Raises it with a message that is being stored. Not counted as requested: the unit may be refused for its data, and
     * the mark with it.
     */
    void ride(Unit unit, Position to) {
        if (covers(to)) {
            return;
        }
        queue.touch(unit);
        unit.raiseMark(queue.number(), to);
        unit.whenDurable((epoch, batch) -> {
            if (to.compareTo(durable) > 0) {
                durable = to;
            }
        });
    }
}
