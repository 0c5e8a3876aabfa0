package io.batonmq.tck;

/** What the user gave can't be worked with; the message is one sentence for the user. */
final class BadInputException extends Exception {
    private static final long serialVersionUID = 1L;

    BadInputException(String message) {
        super(message);
    }
}
