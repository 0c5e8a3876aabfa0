package io.batonmq.jms.internal.message;

import static io.batonmq.jms.internal.message.Errors.malformed;

import jakarta.jms.MessageFormatException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Decodes what {@link BodyWriter} wrote. Takes no memory for lengths that the bytes don't bear out; anything damaged is
 * a {@link MessageFormatException}. Owned by one call.
 */
final class BodyReader {
    private final ByteBuffer in;

    BodyReader(byte[] body) {
        in = ByteBuffer.wrap(body);
    }

    /** A whole text body, not empty. */
    static String text(byte[] body) throws MessageFormatException {
        return text(body, 0, body.length);
    }

    private static String text(byte[] bytes, int offset, int length) throws MessageFormatException {
        if (length == 0) {
            throw malformed("a text without its form");
        }
        return switch (bytes[offset]) {
            case BodyWriter.UTF_8 -> new String(bytes, offset + 1, length - 1, StandardCharsets.UTF_8);
            case BodyWriter.UTF_16 -> {
                if (length % 2 == 0) {
                    throw malformed("half a character at the end of a text");
                }
                yield ByteBuffer.wrap(bytes, offset + 1, length - 1)
                        .asCharBuffer()
                        .toString();
            }
            default -> throw malformed("unknown text form " + bytes[offset]);
        };
    }

    boolean hasMore() {
        return in.hasRemaining();
    }

    String readText() throws MessageFormatException {
        int length = readLength();
        String text = text(in.array(), in.position(), length);
        in.position(in.position() + length);
        return text;
    }

    @Nullable
    Object readValue() throws MessageFormatException {
        try {
            byte type = in.get();
            return switch (type) {
                case BodyWriter.NULL -> null;
                case BodyWriter.FALSE -> false;
                case BodyWriter.TRUE -> true;
                case BodyWriter.BYTE -> in.get();
                case BodyWriter.SHORT -> in.getShort();
                case BodyWriter.CHAR -> in.getChar();
                case BodyWriter.INT -> in.getInt();
                case BodyWriter.LONG -> in.getLong();
                case BodyWriter.FLOAT -> Float.intBitsToFloat(in.getInt());
                case BodyWriter.DOUBLE -> Double.longBitsToDouble(in.getLong());
                case BodyWriter.TEXT -> readText();
                case BodyWriter.BYTES -> {
                    byte[] bytes = new byte[readLength()];
                    in.get(bytes);
                    yield bytes;
                }
                default -> throw malformed("unknown value type " + type);
            };
        } catch (BufferUnderflowException e) {
            throw malformed("a value is cut off");
        }
    }

    private int readLength() throws MessageFormatException {
        if (in.remaining() < 4) {
            throw malformed("a length is cut off");
        }
        int length = in.getInt();
        if (length < 0 || length > in.remaining()) {
            throw malformed("a length goes beyond the end");
        }
        return length;
    }
}
