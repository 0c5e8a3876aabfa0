package io.batonmq.wire;

/**
 * What came over the wire (or was to go over it) breaks the protocol. Decoding throws this and nothing else, whatever the
 * bytes. It carries no stack trace: the text says what is wrong, and hostile input must stay cheap.
 */
public final class ProtocolException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ErrorCode code;

    public ProtocolException(ErrorCode code, String text) {
        super(text, null, false, false);
        this.code = code;
    }

    /** What kind of failure it is. */
    public ErrorCode code() {
        return code;
    }

    /** One sentence on what is wrong. */
    public String text() {
        return String.valueOf(getMessage());
    }
}
