package io.batonmq.jms.internal.message;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Encodes the bodies of text, map and stream messages; {@link BodyReader} reads them. Big endian. A text is a form byte
 * ({@link #UTF_8}, or {@link #UTF_16} for the rare text with a lone surrogate, which UTF-8 can't carry) and its bytes;
 * inside a map or stream its length goes before. A value is a type byte and its bytes. Owned by one call.
 */
final class BodyWriter {
    static final byte UTF_8 = 1;
    static final byte UTF_16 = 2;

    static final byte NULL = 0;
    static final byte FALSE = 1;
    static final byte TRUE = 2;
    static final byte BYTE = 3;
    static final byte SHORT = 4;
    static final byte CHAR = 5;
    static final byte INT = 6;
    static final byte LONG = 7;
    static final byte FLOAT = 8;
    static final byte DOUBLE = 9;
    static final byte TEXT = 10;
    static final byte BYTES = 11;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    /** A whole text body; never empty. */
    static byte[] text(String text) {
        try {
            ByteBuffer utf8 = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
            byte[] body = new byte[1 + utf8.remaining()];
            body[0] = UTF_8;
            utf8.get(body, 1, body.length - 1);
            return body;
        } catch (CharacterCodingException e) {
            // A lone surrogate: kept as it is (C80: everything allowed survives exactly).
            byte[] utf16 = new byte[1 + 2 * text.length()];
            utf16[0] = UTF_16;
            ByteBuffer.wrap(utf16, 1, utf16.length - 1).asCharBuffer().put(text);
            return utf16;
        }
    }

    void writeInt(int value) {
        out.writeBytes(ByteBuffer.allocate(4).putInt(value).array());
    }

    void writeText(String text) {
        writeBytes(text(text));
    }

    void writeValue(@Nullable Object value) {
        if (value == null) {
            out.write(NULL);
        } else if (value instanceof Boolean known) {
            out.write(known ? TRUE : FALSE);
        } else if (value instanceof Byte known) {
            out.write(BYTE);
            out.write(known);
        } else if (value instanceof Short known) {
            out.write(SHORT);
            out.writeBytes(ByteBuffer.allocate(2).putShort(known).array());
        } else if (value instanceof Character known) {
            out.write(CHAR);
            out.writeBytes(ByteBuffer.allocate(2).putChar(known).array());
        } else if (value instanceof Integer known) {
            out.write(INT);
            writeInt(known);
        } else if (value instanceof Long known) {
            writeLong(LONG, known);
        } else if (value instanceof Float known) {
            out.write(FLOAT);
            writeInt(Float.floatToRawIntBits(known));
        } else if (value instanceof Double known) {
            writeLong(DOUBLE, Double.doubleToRawLongBits(known));
        } else if (value instanceof String known) {
            out.write(TEXT);
            writeText(known);
        } else {
            out.write(BYTES);
            writeBytes((byte[]) value);
        }
    }

    private void writeLong(byte type, long value) {
        out.write(type);
        out.writeBytes(ByteBuffer.allocate(8).putLong(value).array());
    }

    private void writeBytes(byte[] bytes) {
        writeInt(bytes.length);
        out.writeBytes(bytes);
    }

    byte[] toByteArray() {
        return out.toByteArray();
    }
}
