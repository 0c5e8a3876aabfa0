package io.batonmq.jms.internal.url;

import io.batonmq.wire.ErrorCode;
import java.io.Serial;

/**
 * A failover URL that can't be used: the message names the option or address, what is wrong and what is allowed, and
 * never contains a password. Immutable.
 */
public final class InvalidFailoverUrlException extends IllegalArgumentException {

    @Serial
    private static final long serialVersionUID = 1L;

    InvalidFailoverUrlException(String message) {
        super(message);
    }

    /** Returns the code that the JMS exception made from this one carries. */
    public ErrorCode code() {
        return ErrorCode.URL_INVALID;
    }
}
