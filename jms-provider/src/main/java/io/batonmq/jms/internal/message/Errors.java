package io.batonmq.jms.internal.message;

import io.batonmq.wire.ErrorCode;
import jakarta.jms.JMSException;
import jakarta.jms.MessageFormatException;

/** Builds exceptions without the constructors that API 3.0 lacks. Stateless, any thread. */
final class Errors {

    private Errors() {}

    /** Attaches a cause both ways that the API knows. */
    static <E extends JMSException> E caused(E exception, Throwable cause) {
        exception.initCause(cause);
        if (cause instanceof Exception linked) {
            exception.setLinkedException(linked);
        }
        return exception;
    }

    static MessageFormatException malformed(String what) {
        return new MessageFormatException(
                "the body of this message is damaged: " + what, ErrorCode.MESSAGE_MALFORMED.text());
    }
}
