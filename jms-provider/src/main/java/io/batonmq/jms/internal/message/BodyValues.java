package io.batonmq.jms.internal.message;

import jakarta.jms.MessageFormatException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What may stand in a map or stream message (3.11.3). Stateless, any thread. */
final class BodyValues {

    private BodyValues() {}

    /** A value of an allowed class, copied if it can change. */
    static @Nullable Object checked(@Nullable Object value) throws MessageFormatException {
        if (value == null
                || value instanceof Boolean
                || value instanceof Byte
                || value instanceof Short
                || value instanceof Character
                || value instanceof Integer
                || value instanceof Long
                || value instanceof Float
                || value instanceof Double
                || value instanceof String
                || value instanceof byte[]) {
            return copyOf(value);
        }
        throw new MessageFormatException("a value of " + value.getClass().getName()
                + " can't stand in a message body; allowed are the primitive types' objects, String and byte[]");
    }

    static @Nullable Object copyOf(@Nullable Object value) {
        return value instanceof byte[] bytes ? bytes.clone() : value;
    }

    static byte[] part(byte[] value, int offset, int length) {
        if (offset < 0 || length < 0 || length > value.length - offset) {
            throw new IndexOutOfBoundsException(
                    "offset " + offset + ", length " + length + " of an array of " + value.length + " bytes");
        }
        return Arrays.copyOfRange(value, offset, offset + length);
    }
}
