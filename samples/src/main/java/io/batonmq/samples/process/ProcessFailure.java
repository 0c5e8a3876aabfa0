package io.batonmq.samples.process;

/** A process did not do what it should; the message is for the user. Immutable. */
public final class ProcessFailure extends RuntimeException {

    private static final long serialVersionUID = 1;

    /** With one sentence for the user. */
    public ProcessFailure(String message) {
        super(message);
    }
}
