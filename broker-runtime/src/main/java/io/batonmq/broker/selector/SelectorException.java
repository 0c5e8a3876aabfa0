package io.batonmq.broker.selector;

/** A text is no selector. */
final class SelectorException extends Exception {
    private static final long serialVersionUID = 1L;

    /**
     * Says where and what.
     *
     * @param at index into the text; told counted from 1
     */
    SelectorException(int at, String what) {
        super("the message selector is invalid at character " + (at + 1) + ": " + what, null, false, false);
    }
}
