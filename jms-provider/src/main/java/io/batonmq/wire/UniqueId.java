package io.batonmq.wire;

/** A random 128-bit id: a connection, an attach, an incarnation, a secret, a cluster. */
public record UniqueId(long high, long low) {

    /** No id. */
    public static final UniqueId NONE = new UniqueId(0, 0);

    @Override
    public String toString() {
        return String.format("%016x%016x", high, low);
    }
}
