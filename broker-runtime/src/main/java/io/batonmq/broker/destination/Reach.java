package io.batonmq.broker.destination;

import io.batonmq.store.Position;

/**
 * How far a selection has looked through one level of its queue. Confined to the broker loop.
 *
 * <p>Every stored row at or before {@code to} was looked at and is not for it, or it is in memory, or gone. {@code complete}: so
 * it is with all rows of the level.
 */
final class Reach {
    Position to = Position.FIRST;
    boolean complete;
    /** The last read met a row that is not published yet. */
    boolean stalled;

    /** What is in memory is looked at as it comes there: as far as the window has read, the store need not be asked. */
    void keepUpWith(Level window) {
        if (window.loadedTo.compareTo(to) > 0) {
            to = window.loadedTo;
        }
        complete |= window.complete;
    }

    void advance(Position position) {
        if (position.compareTo(to) > 0) {
            to = position;
        }
    }

    /** The row is to be looked at again: it left memory. */
    void goBackBefore(Position position) {
        complete = false;
        if (position.compareTo(to) <= 0) {
            to = Level.before(position);
        }
    }

    /** Whether a row that becomes durable now is not met by reading on. */
    boolean passed(Position position) {
        return complete || position.compareTo(to) <= 0;
    }
}
