package io.batonmq.wire;

/** Bounds that are checked before memory is taken. All in bytes. */
public final class WireLimits {
    /** Largest frame before authentication. */
    public static final int BEFORE_AUTHENTICATION = 4 * 1024;

    /** Largest frame after authentication. */
    public static final int AFTER_AUTHENTICATION = 1024 * 1024;

    /** A body above this goes in parts, each of this size but the last. */
    public static final int PART = 256 * 1024;

    /** Largest header and properties of one message, encoded. */
    public static final int MESSAGE_HEAD = 512 * 1024;

    /** Most delivery references in one frame; a longer list goes in several. */
    public static final int REFERENCES = 8_192;

    private WireLimits() {}
}
