package io.batonmq.wire;

/** The protocol's magic, version and feature bits. */
public final class ProtocolVersion {
    /** First four bytes after the first frame's type: {@code BATN}. */
    public static final int MAGIC = 0x4241544E;

    /** Peers of different major versions refuse each other. */
    public static final int MAJOR = 1;

    /** Peers speak the lower of their minor versions. */
    public static final int MINOR = 0;

    /** Feature bits this build knows; none is assigned yet. */
    public static final long FEATURES = 0;

    private ProtocolVersion() {}
}
