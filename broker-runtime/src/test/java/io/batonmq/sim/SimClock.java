package io.batonmq.sim;

import java.time.Instant;
import java.time.InstantSource;

/**
 * The clock of one machine of the simulated world: wrong, and a little too fast or too slow. Confined to the
 * simulation's thread.
 */
final class SimClock implements InstantSource {
    private final SimWorld world;
    private final long wrongMillis;
    private final double drift;

    /**
     * A clock.
     *
     * @param wrongMillis how far it is ahead of the database's when the world begins
     * @param drift how much faster than the database's it is, as a fraction
     */
    SimClock(SimWorld world, long wrongMillis, double drift) {
        this.world = world;
        this.wrongMillis = wrongMillis;
        this.drift = drift;
    }

    @Override
    public long millis() {
        return world.millis() + aheadMillis();
    }

    @Override
    public Instant instant() {
        return Instant.ofEpochMilli(millis());
    }

    /** How far it is ahead of the world's own count of milliseconds. */
    long aheadMillis() {
        return SimDatabase.EPOCH_MILLIS + wrongMillis + (long) (world.millis() * drift);
    }
}
