package io.batonmq.wire;

import org.jspecify.annotations.Nullable;

/**
 * Why something was refused or failed. {@link #text()} ({@code BATON-<AREA>-<NAME>}) is the JMS exception's error code.
 * The number is the wire's: never change or reuse one.
 */
public enum ErrorCode {
    // The link and the protocol
    PROTOCOL_VIOLATION(1, "BATON-PROTOCOL-VIOLATION"),
    PROTOCOL_VERSION(2, "BATON-PROTOCOL-VERSION"),
    PROTOCOL_HANDSHAKE_TIMEOUT(3, "BATON-PROTOCOL-HANDSHAKE-TIMEOUT"),
    LINK_TOO_MANY(4, "BATON-LINK-TOO-MANY"),
    LINK_LOST(5, "BATON-LINK-LOST"),
    LINK_UNREACHABLE(6, "BATON-LINK-UNREACHABLE"),
    LINK_NO_HOLDER(7, "BATON-LINK-NO-HOLDER"),
    LINK_STEPPED_DOWN(8, "BATON-LINK-STEPPED-DOWN"),
    // Who is allowed
    SECURITY_AUTHENTICATION(20, "BATON-SECURITY-AUTHENTICATION"),
    SECURITY_MECHANISM(21, "BATON-SECURITY-MECHANISM"),
    SECURITY_UNAVAILABLE(22, "BATON-SECURITY-UNAVAILABLE"),
    SECURITY_TLS(23, "BATON-SECURITY-TLS"),
    // Connection and session identity
    CONNECTION_STOLEN(40, "BATON-CONNECTION-STOLEN"),
    CONNECTION_CLOSED(41, "BATON-CONNECTION-CLOSED"),
    CONNECTION_REPLACED(42, "BATON-CONNECTION-REPLACED"),
    CLIENT_ID_IN_USE(43, "BATON-CLIENT-ID-IN-USE"),
    CLIENT_ID_INVALID(44, "BATON-CLIENT-ID-INVALID"),
    SESSION_CLOSED(45, "BATON-SESSION-CLOSED"),
    SESSION_UNKNOWN(46, "BATON-SESSION-UNKNOWN"),
    // Commands
    OUTCOME_UNKNOWN(60, "BATON-OUTCOME-UNKNOWN"),
    COMMAND_SKIPPED(61, "BATON-COMMAND-SKIPPED"),
    COMMAND_POISON(62, "BATON-COMMAND-POISON"),
    CLAIM_LOST(63, "BATON-CLAIM-LOST"),
    TRANSACTION_ROLLED_BACK(64, "BATON-TRANSACTION-ROLLED-BACK"),
    TRANSACTION_TOO_LARGE(65, "BATON-TRANSACTION-TOO-LARGE"),
    CALL_TIMEOUT(66, "BATON-CALL-TIMEOUT"),
    CALL_INTERRUPTED(67, "BATON-CALL-INTERRUPTED"),
    CLOSED(68, "BATON-CLOSED"),
    // Destinations and messages
    DESTINATION_UNKNOWN(80, "BATON-DESTINATION-UNKNOWN"),
    DESTINATION_NAME(81, "BATON-DESTINATION-NAME"),
    DESTINATION_NOT_YOURS(82, "BATON-DESTINATION-NOT-YOURS"),
    DESTINATION_IN_USE(83, "BATON-DESTINATION-IN-USE"),
    DESTINATION_DELETED(84, "BATON-DESTINATION-DELETED"),
    SUBSCRIPTION_UNKNOWN(85, "BATON-SUBSCRIPTION-UNKNOWN"),
    SUBSCRIPTION_IN_USE(86, "BATON-SUBSCRIPTION-IN-USE"),
    SUBSCRIPTION_MISMATCH(87, "BATON-SUBSCRIPTION-MISMATCH"),
    SELECTOR_INVALID(88, "BATON-SELECTOR-INVALID"),
    MESSAGE_TOO_LARGE(89, "BATON-MESSAGE-TOO-LARGE"),
    MESSAGE_MALFORMED(90, "BATON-MESSAGE-MALFORMED"),
    LIMIT_MEMORY(91, "BATON-LIMIT-MEMORY"),
    LIMIT_EXCEEDED(92, "BATON-LIMIT-EXCEEDED"),
    // The store
    STORE_WENT_BACK(110, "BATON-STORE-WENT-BACK"),
    STORE_UNAVAILABLE(111, "BATON-STORE-UNAVAILABLE"),
    // The application's view of a failover
    FAILOVER_INTERRUPTED(130, "BATON-FAILOVER-INTERRUPTED"),
    FAILOVER_RESUMED(131, "BATON-FAILOVER-RESUMED"),
    FAILOVER_GIVEN_UP(132, "BATON-FAILOVER-GIVEN-UP"),
    // Configuration
    URL_INVALID(150, "BATON-URL-INVALID"),
    CONFIG_INVALID(151, "BATON-CONFIG-INVALID"),
    OBJECT_FORBIDDEN(152, "BATON-OBJECT-FORBIDDEN"),
    INTERNAL(199, "BATON-INTERNAL");

    private static final @Nullable ErrorCode[] BY_NUMBER = new @Nullable ErrorCode[256];

    static {
        for (ErrorCode code : values()) {
            BY_NUMBER[code.number] = code;
        }
    }

    private final int number;
    private final String text;

    ErrorCode(int number, String text) {
        this.number = number;
        this.text = text;
    }

    /** The number on the wire, 1 to 255. */
    public int number() {
        return number;
    }

    /** The code with that number, or null. */
    static @Nullable ErrorCode of(int number) {
        return number >= 0 && number < BY_NUMBER.length ? BY_NUMBER[number] : null;
    }

    /** The code as users see it, for example {@code BATON-URL-INVALID}. */
    public String text() {
        return text;
    }
}
