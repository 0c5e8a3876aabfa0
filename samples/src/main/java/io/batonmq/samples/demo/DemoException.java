package io.batonmq.samples.demo;

/** The demo can't go on; the message is for the user. Immutable. */
final class DemoException extends RuntimeException {

    private static final long serialVersionUID = 1;

    DemoException(String message) {
        super(message);
    }
}
