package io.batonmq.broker.destination;

import io.batonmq.broker.writer.Unit;
import io.batonmq.store.Position;
import io.batonmq.store.QueueRow.QueueState;

/**
 * A queue's handed-out mark (R9): no stored message behind it has left the node, under this holder or one before. What of the
 * messages in front of it applications have seen is for their sessions to say: up to the doubt, one that may know was given
 * up unheard, under this holder or one before (R10). Where one session only is ever sent a queue's messages there is none:
 * that says itself which it has. Confined to the broker loop.
 */
final class HandedOutMark {
    /** How far ahead of dispatch the mark is raised: a consumer's usual prefetch. */
    static final int AHEAD = 256;

    private final MessageQueue queue;
    private final Surroundings around;
    private final boolean needed;
    private final Position recovered;
    private Position durable;
    private Position requested;
    /** At or in front of the recovered mark: what is beyond that is this holder's to know. */
    private Position doubt;
    /** Whether nobody is left who may still say what it was handed. */
    private boolean settled;

    HandedOutMark(MessageQueue queue, Surroundings around, QueueState row, boolean needed) {
        this.queue = queue;
        this.around = around;
        this.needed = needed;
        this.recovered = row.mark();
        this.durable = recovered;
        this.requested = recovered;
        this.doubt = row.doubt();
    }

    /** The mark at takeover. */
    Position recovered() {
        return recovered;
    }

    /** Whether the holder before may have handed the message out (R9). */
    boolean recoveredCovers(Position position) {
        return position.compareTo(recovered) <= 0;
    }

    /** Whether an application may have seen the message under a holder before, though nobody says so (R10). */
    boolean leavesInDoubt(Position position) {
        return position.compareTo(settled ? doubt : recovered) <= 0;
    }

    /** Everybody who may have been handed messages of the queue was heard, or given up. */
    void settled() {
        settled = true;
    }

    /**
     * One who may have been handed messages by a holder before is given up unheard, in the unit: holders to come must not
     * take its silence for an answer. Of a queue without messages there is nothing to answer.
     */
    void unheard(Unit unit) {
        if (doubt.compareTo(recovered) < 0 && queue.entries().storedMessages() > 0) {
            unit.raiseDoubt(queue.number(), recovered);
            unit.whenDurable((epoch, batch) -> doubt = recovered);
        }
    }

    /** Whether the message may be handed out. */
    boolean covers(Position position) {
        return !needed || position.compareTo(durable) <= 0;
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
