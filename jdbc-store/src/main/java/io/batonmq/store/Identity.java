package io.batonmq.store;

/** A random 128-bit id of a connection, an attach, an incarnation or a cluster; stored as 32 hex digits. */
public record Identity(long high, long low) {
    @Override
    public String toString() {
        return String.format("%016x%016x", high, low);
    }
}
