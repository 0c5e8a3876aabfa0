package io.batonmq.broker.selector;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** What a token can be, and how errors call it. */
enum TokenType {
    NULL("NULL"),
    TRUE("TRUE"),
    FALSE("FALSE"),
    NOT("NOT"),
    AND("AND"),
    OR("OR"),
    BETWEEN("BETWEEN"),
    LIKE("LIKE"),
    IN("IN"),
    IS("IS"),
    ESCAPE("ESCAPE"),
    IDENTIFIER("an identifier"),
    STRING("a string"),
    NUMBER("a number"),
    OPEN("("),
    CLOSE(")"),
    COMMA(","),
    EQUAL("="),
    NOT_EQUAL("<>"),
    LESS("<"),
    LESS_OR_EQUAL("<="),
    GREATER(">"),
    GREATER_OR_EQUAL(">="),
    PLUS("+"),
    MINUS("-"),
    TIMES("*"),
    DIVIDED("/"),
    END("the end");

    private static final Set<TokenType> RESERVED = Collections.unmodifiableSet(EnumSet.range(NULL, ESCAPE));

    private final String shown;

    TokenType(String shown) {
        this.shown = shown;
    }

    String shown() {
        return shown;
    }

    /** The words that are no identifiers (3.8.1.1). */
    static Set<TokenType> reserved() {
        return RESERVED;
    }
}
