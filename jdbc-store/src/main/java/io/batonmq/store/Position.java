package io.batonmq.store;

/**
 * Where a message stands: given by the one writer, never reused, so order needs no sequence (S9).
 *
 * @param epoch the epoch of the holder that placed it
 * @param counter from 1 within the epoch
 */
public record Position(long epoch, long counter) implements Comparable<Position> {
    /** Before every message. */
    public static final Position FIRST = new Position(0, 0);

    @Override
    public int compareTo(Position other) {
        int byEpoch = Long.compare(epoch, other.epoch);
        return byEpoch != 0 ? byEpoch : Long.compare(counter, other.counter);
    }
}
