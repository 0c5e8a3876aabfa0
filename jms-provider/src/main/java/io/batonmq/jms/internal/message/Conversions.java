package io.batonmq.jms.internal.message;

import jakarta.jms.MessageFormatException;
import org.jspecify.annotations.Nullable;

/**
 * The conversion tables of the specification: properties (3.5.4) and the values of map and stream messages (3.11.3); the
 * second extends the first by char and byte[]. A null value reads as the {@code valueOf(String)} of the wanted type
 * reads null. Stateless, any thread.
 */
final class Conversions {

    private Conversions() {}

    static boolean toBoolean(@Nullable Object value) throws MessageFormatException {
        if (value instanceof Boolean known) {
            return known;
        }
        if (value == null || value instanceof String) {
            return Boolean.parseBoolean((String) value);
        }
        throw cannot(value, "boolean");
    }

    static byte toByte(@Nullable Object value) throws MessageFormatException {
        if (value instanceof Byte known) {
            return known;
        }
        if (value instanceof String text) {
            return Byte.parseByte(text);
        }
        throw cannotBeNumber(value, "byte");
    }

    static short toShort(@Nullable Object value) throws MessageFormatException {
        if (value instanceof Short || value instanceof Byte) {
            return ((Number) value).shortValue();
        }
        if (value instanceof String text) {
            return Short.parseShort(text);
        }
        throw cannotBeNumber(value, "short");
    }

    static int toInt(@Nullable Object value) throws MessageFormatException {
        if (value instanceof Integer || value instanceof Short || value instanceof Byte) {
            return ((Number) value).intValue();
        }
        if (value instanceof String text) {
            return Integer.parseInt(text);
        }
        throw cannotBeNumber(value, "int");
    }

    static long toLong(@Nullable Object value) throws MessageFormatException {
        if (value instanceof Long || value instanceof Integer || value instanceof Short || value instanceof Byte) {
            return ((Number) value).longValue();
        }
        if (value instanceof String text) {
            return Long.parseLong(text);
        }
        throw cannotBeNumber(value, "long");
    }

    static float toFloat(@Nullable Object value) throws MessageFormatException {
        if (value instanceof Float known) {
            return known;
        }
        if (value instanceof String text) {
            return Float.parseFloat(text);
        }
        throw cannotBeNonNull(value, "float");
    }

    static double toDouble(@Nullable Object value) throws MessageFormatException {
        if (value instanceof Double || value instanceof Float) {
            return ((Number) value).doubleValue();
        }
        if (value instanceof String text) {
            return Double.parseDouble(text);
        }
        throw cannotBeNonNull(value, "double");
    }

    static char toChar(@Nullable Object value) throws MessageFormatException {
        if (value instanceof Character known) {
            return known;
        }
        throw cannotBeNonNull(value, "char");
    }

    static @Nullable String toText(@Nullable Object value) throws MessageFormatException {
        if (value instanceof byte[]) {
            throw cannot(value, "String");
        }
        return value == null ? null : value.toString();
    }

    static byte @Nullable [] toBytes(@Nullable Object value) throws MessageFormatException {
        if (value == null) {
            return null;
        }
        if (value instanceof byte[] bytes) {
            return bytes;
        }
        throw cannot(value, "byte[]");
    }

    /** Byte.valueOf(null) and its like throw NumberFormatException. */
    private static MessageFormatException cannotBeNumber(@Nullable Object value, String wanted) {
        if (value == null) {
            throw new NumberFormatException("the value is null and can't be read as " + wanted);
        }
        return cannot(value, wanted);
    }

    /** Float.valueOf(null) and its like throw NullPointerException. */
    private static MessageFormatException cannotBeNonNull(@Nullable Object value, String wanted) {
        if (value == null) {
            throw new NullPointerException("the value is null and can't be read as " + wanted);
        }
        return cannot(value, wanted);
    }

    private static MessageFormatException cannot(Object value, String wanted) {
        return new MessageFormatException("a " + value.getClass().getSimpleName() + " value can't be read as " + wanted
                + " (conversion table of the JMS specification)");
    }
}
