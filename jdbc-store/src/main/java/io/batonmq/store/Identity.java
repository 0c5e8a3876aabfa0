package io.batonmq.store;

/** A random 128-bit id of a connection, an attach, an incarnation or a cluster; stored as 32 hex digits. */
public record Identity(long high, long low) {

    /** Reads what {@link #toString} wrote. */
    public static Identity parse(String digits) {
        if (digits.length() != 32) {
            throw new IllegalArgumentException("an identity has 32 hex digits, not \"" + digits + "\"");
        }
        return new Identity(Long.parseUnsignedLong(digits, 0, 16, 16), Long.parseUnsignedLong(digits, 16, 32, 16));
    }

    @Override
    public String toString() {
        return String.format("%016x%016x", high, low);
    }
}
