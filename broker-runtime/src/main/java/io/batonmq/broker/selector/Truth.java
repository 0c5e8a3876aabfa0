package io.batonmq.broker.selector;

/** SQL's three truth values (3.8.1.2). */
enum Truth {
    FALSE,
    UNKNOWN,
    TRUE;

    static Truth of(boolean value) {
        return value ? TRUE : FALSE;
    }

    Truth not() {
        return switch (this) {
            case FALSE -> TRUE;
            case UNKNOWN -> UNKNOWN;
            case TRUE -> FALSE;
        };
    }
}
