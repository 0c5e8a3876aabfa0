package io.batonmq.broker.session;

/** A frame that does not fit the state: the link is told why and closed. */
final class ProtocolViolation extends Exception {
    private static final long serialVersionUID = 1L;

    ProtocolViolation(String what) {
        super(what, null, false, false);
    }

    /** One sentence. */
    String what() {
        return String.valueOf(getMessage());
    }
}
