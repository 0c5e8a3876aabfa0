package io.batonmq.broker.lease;

import java.util.function.LongSupplier;

/**
 * Whether this node may still act as the holder (L1): until {@code renewal sent + activation − margin} on the monotonic
 * clock, whatever threads are blocked. Written by the lease loop, read by any thread.
 */
public final class LeaseTrust {
    private static final long NONE = Long.MIN_VALUE;

    private final LongSupplier ticker;
    /** Nanoseconds of the ticker; NONE = not the holder. Volatile: the broker loop asks at each turn. */
    private volatile long until = NONE;

    LeaseTrust(LongSupplier ticker) {
        this.ticker = ticker;
    }

    /** Whether the lease is trusted now. */
    public boolean trusted() {
        long end = until;
        return end != NONE && ticker.getAsLong() - end < 0;
    }

    void extend(long newUntil) {
        if (until == NONE || newUntil - until > 0) {
            until = newUntil;
        }
    }

    void end() {
        until = NONE;
    }

    /** Nanoseconds left, 0 or less = none. */
    long left() {
        long end = until;
        return end == NONE ? 0 : end - ticker.getAsLong();
    }
}
