package io.batonmq.jms.internal.client;

import io.batonmq.jms.internal.core.CoreException;
import io.batonmq.wire.ErrorCode;
import jakarta.jms.IllegalStateException;
import jakarta.jms.IllegalStateRuntimeException;
import jakarta.jms.InvalidClientIDException;
import jakarta.jms.InvalidClientIDRuntimeException;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.InvalidDestinationRuntimeException;
import jakarta.jms.InvalidSelectorException;
import jakarta.jms.InvalidSelectorRuntimeException;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.JMSSecurityException;
import jakarta.jms.JMSSecurityRuntimeException;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageFormatRuntimeException;
import jakarta.jms.MessageNotWriteableException;
import jakarta.jms.MessageNotWriteableRuntimeException;
import jakarta.jms.ResourceAllocationException;
import jakarta.jms.ResourceAllocationRuntimeException;
import jakarta.jms.TransactionInProgressException;
import jakarta.jms.TransactionInProgressRuntimeException;
import jakarta.jms.TransactionRolledBackException;
import jakarta.jms.TransactionRolledBackRuntimeException;
import org.jspecify.annotations.Nullable;

/** From error codes to the exceptions that the specification names (C83). Stateless, any thread. */
public final class JmsErrors {

    private JmsErrors() {}

    /** The JMS exception for a failure of the core. */
    public static JMSException of(CoreException failure) {
        return of(failure.code(), String.valueOf(failure.getMessage()), failure);
    }

    /** The JMS exception for an error code. The API's constructors with a cause exist only from 3.1 on. */
    public static JMSException of(ErrorCode code, String text, @Nullable Throwable cause) {
        String error = code.text();
        JMSException exception = switch (code) {
            case SECURITY_AUTHENTICATION, SECURITY_MECHANISM, SECURITY_UNAVAILABLE, SECURITY_TLS ->
                new JMSSecurityException(text, error);
            case CLIENT_ID_IN_USE, CLIENT_ID_INVALID -> new InvalidClientIDException(text, error);
            case SELECTOR_INVALID -> new InvalidSelectorException(text, error);
            case DESTINATION_UNKNOWN,
                    DESTINATION_NAME,
                    DESTINATION_NOT_YOURS,
                    DESTINATION_DELETED,
                    SUBSCRIPTION_UNKNOWN -> new InvalidDestinationException(text, error);
            case TRANSACTION_ROLLED_BACK -> new TransactionRolledBackException(text, error);
            case CLAIM_LOST, CLOSED, CONNECTION_CLOSED, SESSION_CLOSED -> new IllegalStateException(text, error);
            case MESSAGE_TOO_LARGE, LIMIT_MEMORY, LIMIT_EXCEEDED, TRANSACTION_TOO_LARGE, LINK_TOO_MANY ->
                new ResourceAllocationException(text, error);
            case MESSAGE_MALFORMED, OBJECT_FORBIDDEN -> new MessageFormatException(text, error);
            default -> new JMSException(text, error);
        };
        return cause == null ? exception : caused(exception, cause);
    }

    static JMSException caused(JMSException exception, Throwable cause) {
        exception.initCause(cause);
        if (cause instanceof Exception linked) {
            exception.setLinkedException(linked);
        }
        return exception;
    }

    /** The object was closed. */
    static JMSException closed(String what) {
        return of(ErrorCode.CLOSED, "the " + what + " is closed", null);
    }

    /** A call in the wrong place. */
    static JMSException illegal(String text) {
        return new IllegalStateException(text);
    }

    /** The unchecked counterpart, for the simplified API. */
    public static JMSRuntimeException runtime(JMSException checked) {
        String text = checked.getMessage();
        String code = checked.getErrorCode();
        if (checked instanceof IllegalStateException) {
            return new IllegalStateRuntimeException(text, code, checked);
        }
        if (checked instanceof InvalidClientIDException) {
            return new InvalidClientIDRuntimeException(text, code, checked);
        }
        if (checked instanceof InvalidDestinationException) {
            return new InvalidDestinationRuntimeException(text, code, checked);
        }
        if (checked instanceof InvalidSelectorException) {
            return new InvalidSelectorRuntimeException(text, code, checked);
        }
        if (checked instanceof JMSSecurityException) {
            return new JMSSecurityRuntimeException(text, code, checked);
        }
        if (checked instanceof MessageFormatException) {
            return new MessageFormatRuntimeException(text, code, checked);
        }
        if (checked instanceof MessageNotWriteableException) {
            return new MessageNotWriteableRuntimeException(text, code, checked);
        }
        if (checked instanceof ResourceAllocationException) {
            return new ResourceAllocationRuntimeException(text, code, checked);
        }
        if (checked instanceof TransactionInProgressException) {
            return new TransactionInProgressRuntimeException(text, code, checked);
        }
        if (checked instanceof TransactionRolledBackException) {
            return new TransactionRolledBackRuntimeException(text, code, checked);
        }
        return new JMSRuntimeException(text, code, checked);
    }
}
