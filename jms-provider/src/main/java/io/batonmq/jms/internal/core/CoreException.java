package io.batonmq.jms.internal.core;

import io.batonmq.wire.ErrorCode;
import org.jspecify.annotations.Nullable;

/** Why a call of the core failed; the JMS layer turns it into the right {@code JMSException}. */
public final class CoreException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ErrorCode code;

    /** With one sentence for users. */
    public CoreException(ErrorCode code, String text) {
        this(code, text, null);
    }

    /** With what lay behind it. */
    public CoreException(ErrorCode code, String text, @Nullable Throwable cause) {
        super(text, cause, false, true);
        this.code = code;
    }

    /** The reason. */
    public ErrorCode code() {
        return code;
    }
}
