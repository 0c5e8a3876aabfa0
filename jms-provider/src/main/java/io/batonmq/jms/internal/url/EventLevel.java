package io.batonmq.jms.internal.url;

/** What an {@code ExceptionListener} is told of (option {@code jms.events}). Immutable. */
public enum EventLevel {
    /** Only a connection that has failed for good, once. Default of the plain, ActiveMQ and TIBCO spellings. */
    FAILURES("failures"),
    /** Also that a connection has moved to another node (TIBCO's {@code ft.switch.exception}). */
    SWITCH("switch"),
    /** Also each loss and each resume. Default of the Artemis spelling. */
    ALL("all");

    private final String word;

    EventLevel(String word) {
        this.word = word;
    }

    /** Returns the word that stands for this level in a URL. */
    public String word() {
        return word;
    }
}
