package io.batonmq.broker.selector;

import org.jspecify.annotations.Nullable;

/** Arithmetic and comparison of numbers by Java's numeric promotion (3.8.1.1). Stateless. */
final class Numbers {
    /** What comes of arithmetic with something that is no number: like nothing else, so that each comparison with it is false. */
    static final Object NO_NUMBER = new Object();

    private Numbers() {}

    static @Nullable Object signed(boolean negative, @Nullable Object value) {
        if (value == null) {
            return null;
        }
        if (!(value instanceof Number number)) {
            return NO_NUMBER;
        }
        if (!negative) {
            return number;
        }
        if (number instanceof Double) {
            return -number.doubleValue();
        } else if (number instanceof Float) {
            return -number.floatValue();
        } else if (number instanceof Long) {
            return -number.longValue();
        }
        return -number.intValue();
    }

    /** Null (unknown) where an operand is, and where an exact number is divided by zero. */
    static @Nullable Object calculate(@Nullable Object left, TokenType operator, @Nullable Object right) {
        if (left == null || right == null) {
            return null;
        }
        if (!(left instanceof Number one) || !(right instanceof Number other)) {
            return NO_NUMBER;
        }
        if (one instanceof Double || other instanceof Double) {
            return ofDoubles(one.doubleValue(), operator, other.doubleValue());
        } else if (one instanceof Float || other instanceof Float) {
            return ofFloats(one.floatValue(), operator, other.floatValue());
        } else if (operator == TokenType.DIVIDED && other.longValue() == 0) {
            return null;
        } else if (one instanceof Long || other instanceof Long) {
            return ofLongs(one.longValue(), operator, other.longValue());
        }
        return ofInts(one.intValue(), operator, other.intValue());
    }

    private static double ofDoubles(double one, TokenType operator, double other) {
        return switch (operator) {
            case PLUS -> one + other;
            case MINUS -> one - other;
            case TIMES -> one * other;
            default -> one / other;
        };
    }

    private static float ofFloats(float one, TokenType operator, float other) {
        return switch (operator) {
            case PLUS -> one + other;
            case MINUS -> one - other;
            case TIMES -> one * other;
            default -> one / other;
        };
    }

    private static long ofLongs(long one, TokenType operator, long other) {
        return switch (operator) {
            case PLUS -> one + other;
            case MINUS -> one - other;
            case TIMES -> one * other;
            default -> one / other;
        };
    }

    private static int ofInts(int one, TokenType operator, int other) {
        return switch (operator) {
            case PLUS -> one + other;
            case MINUS -> one - other;
            case TIMES -> one * other;
            default -> one / other;
        };
    }

    /** Java's answer, NaN included. */
    static boolean compare(Number one, TokenType operator, Number other) {
        if (one instanceof Double || other instanceof Double) {
            return ofDoublesTrue(one.doubleValue(), operator, other.doubleValue());
        } else if (one instanceof Float || other instanceof Float) {
            return ofDoublesTrue(one.floatValue(), operator, other.floatValue());
        }
        int order = Long.compare(one.longValue(), other.longValue());
        return switch (operator) {
            case EQUAL -> order == 0;
            case NOT_EQUAL -> order != 0;
            case LESS -> order < 0;
            case LESS_OR_EQUAL -> order <= 0;
            case GREATER -> order > 0;
            default -> order >= 0;
        };
    }

    private static boolean ofDoublesTrue(double one, TokenType operator, double other) {
        return switch (operator) {
            case EQUAL -> one == other;
            case NOT_EQUAL -> one != other;
            case LESS -> one < other;
            case LESS_OR_EQUAL -> one <= other;
            case GREATER -> one > other;
            default -> one >= other;
        };
    }
}
