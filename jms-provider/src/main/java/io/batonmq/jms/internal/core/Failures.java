package io.batonmq.jms.internal.core;

import io.batonmq.wire.ErrorCode;
import io.batonmq.wire.Refusal;

/** The failures that several classes of the core report, in one wording. Stateless. */
final class Failures {

    private Failures() {}

    static String text(CoreException cause) {
        String text = cause.getMessage();
        return text == null ? cause.code().text() : text;
    }

    static CoreException timedOut(String why) {
        return new CoreException(ErrorCode.CALL_TIMEOUT, "nothing was done: " + why);
    }

    static CoreException unknown(String why) {
        return new CoreException(
                ErrorCode.OUTCOME_UNKNOWN, "it is not known whether this was done, and it is not tried again: " + why);
    }

    static CoreException rolledBack(String why) {
        return new CoreException(ErrorCode.TRANSACTION_ROLLED_BACK, "the transaction was rolled back: " + why);
    }

    static CoreException claimLost(String why) {
        return new CoreException(ErrorCode.CLAIM_LOST, "nothing was acknowledged: " + why);
    }

    static CoreException closed(String what) {
        return new CoreException(ErrorCode.CLOSED, what + " is closed");
    }

    /** Whether another node, or another try, would say the same. */
    static boolean definite(ErrorCode code) {
        return switch (code) {
            case SECURITY_AUTHENTICATION,
                    SECURITY_MECHANISM,
                    SECURITY_TLS,
                    PROTOCOL_VERSION,
                    PROTOCOL_VIOLATION,
                    CONNECTION_STOLEN,
                    CLIENT_ID_IN_USE,
                    CLIENT_ID_INVALID,
                    LIMIT_EXCEEDED -> true;
            default -> false;
        };
    }

    static CoreException refused(Refusal refusal) {
        return new CoreException(refusal.code(), refusal.text());
    }
}
