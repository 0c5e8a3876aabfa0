package io.batonmq.broker.lease;

import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Whether this node may still act as the holder (L1): until {@code renewal sent + activation − margin} on the monotonic
 * clock, whatever threads are blocked. Written by the lease loop, read by any thread.
 */
public final class LeaseTrust {
    /** Of one holding of the lease, until so many nanoseconds of the ticker. */
    private record Held(long epoch, long until) {}

    private final LongSupplier ticker;
    /** Null = not the holder. Volatile: the broker loop asks at each turn. */
    private volatile @Nullable Held held;

    LeaseTrust(LongSupplier ticker) {
        this.ticker = ticker;
    }

    /**
     * Whether the lease is trusted now, with this epoch: what is left of an earlier holding, and hasn't heard of its end yet,
     * gains nothing by a later one.
     */
    public boolean trusted(long epoch) {
        Held now = held;
        return now != null && now.epoch == epoch && ticker.getAsLong() - now.until < 0;
    }

    void extend(long epoch, long until) {
        Held now = held;
        if (now == null || now.epoch != epoch || until - now.until > 0) {
            held = new Held(epoch, until);
        }
    }

    void end() {
        held = null;
    }

    /** Nanoseconds left, 0 or less = none. */
    long left() {
        Held now = held;
        return now == null ? 0 : now.until - ticker.getAsLong();
    }
}
