package io.batonmq.wire;

import org.jspecify.annotations.Nullable;

/** A random 128-bit id: a connection, an attach, an incarnation, a secret, a cluster. */
public record UniqueId(long high, long low) {

    /** No id. */
    public static final UniqueId NONE = new UniqueId(0, 0);

    // Written out: the generated ones are put together by their first call, which costs a starting client milliseconds.

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof UniqueId that && high == that.high && low == that.low;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(high ^ low);
    }

    @Override
    public String toString() {
        return String.format("%016x%016x", high, low);
    }
}
