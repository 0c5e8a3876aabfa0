package io.batonmq.broker.selector;

/**
 * A word of a selector.
 *
 * @param type what it is
 * @param start where it begins
 * @param text a string's characters without its quotes, else as it was written
 */
record Token(TokenType type, int start, String text) {
    private static final int SHOWN = 40;

    boolean is(TokenType wanted) {
        return type == wanted;
    }

    /** For an error: what stands there. */
    String shown() {
        return switch (type) {
            case IDENTIFIER, NUMBER -> "'" + shortened() + "'";
            case STRING -> "the string '" + shortened() + "'";
            case END -> type.shown();
            default -> "'" + type.shown() + "'";
        };
    }

    private String shortened() {
        return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "…";
    }
}
