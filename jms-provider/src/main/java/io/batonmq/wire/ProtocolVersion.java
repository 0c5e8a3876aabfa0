package io.batonmq.wire;

/** The protocol's magic, version and feature bits. */
public final class ProtocolVersion {
    /** First four bytes of a greeting's fields: {@code BATN}. */
    public static final int MAGIC = 0x4241544E;

    /** Peers of different major versions refuse each other. */
    public static final int MAJOR = 1;

    /** Peers speak the lower of their minor versions. */
    public static final int MINOR = 0;

    /** Feature bits this build knows; none is assigned yet. */
    public static final long FEATURES = 0;

    private ProtocolVersion() {}

    /** Reads magic and major version, before anything whose layout depends on them. */
    static int readMajor(WireReader in) {
        int magic = in.int32();
        if (magic != MAGIC) {
            throw in.malformed("the greeting has no BATN magic");
        }
        int major = in.varint();
        if (major != MAJOR) {
            throw new ProtocolException(
                    ErrorCode.PROTOCOL_VERSION,
                    "the peer speaks protocol version " + major + ", here it is " + MAJOR
                            + "; use releases of client and node that belong together");
        }
        return major;
    }
}
