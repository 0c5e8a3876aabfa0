package io.batonmq.broker.loop;

import io.batonmq.wire.ErrorCode;

/** A command or request that can't be done; nothing of it has happened. The text names the thing and the remedy. */
public final class RefusedException extends Exception {
    private static final long serialVersionUID = 1L;

    private final ErrorCode code;

    /** With one sentence for the user. */
    public RefusedException(ErrorCode code, String text) {
        super(text, null, false, false);
        this.code = code;
    }

    /** The reason. */
    public ErrorCode code() {
        return code;
    }

    /** One sentence for the user. */
    public String text() {
        return String.valueOf(getMessage());
    }
}
