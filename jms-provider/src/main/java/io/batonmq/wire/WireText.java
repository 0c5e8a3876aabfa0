package io.batonmq.wire;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Generalised UTF-8: UTF-8 in which a surrogate without its partner is three bytes like any other character, so that every
 * Java string comes back exactly as it was. Each string has one encoding; any other is malformed. Stateless.
 */
final class WireText {
    private static final String MALFORMED = "malformed UTF-8 in a string";

    private WireText() {}

    /** How many bytes {@link #write} needs for {@code text}. */
    static int length(String text) {
        int length = text.length();
        long bytes = length;
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c >= 0x80) {
                if (c < 0x800) {
                    bytes++;
                } else if (isPair(text, i)) {
                    bytes += 2;
                    i++;
                } else {
                    bytes += 2;
                }
            }
        }
        if (bytes > Integer.MAX_VALUE - 16) {
            throw new ProtocolException(
                    ErrorCode.MESSAGE_TOO_LARGE, "a string of " + length + " characters is too long");
        }
        return (int) bytes;
    }

    /** Writes {@code text} at {@code index} of {@code target}; answers the index behind it. */
    static int write(String text, byte[] target, int index) {
        int length = text.length();
        int at = index;
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c < 0x80) {
                target[at++] = (byte) c;
            } else if (c < 0x800) {
                target[at++] = (byte) (0xC0 | (c >> 6));
                target[at++] = (byte) (0x80 | (c & 0x3F));
            } else if (isPair(text, i)) {
                int point = Character.toCodePoint(c, text.charAt(++i));
                target[at++] = (byte) (0xF0 | (point >> 18));
                target[at++] = (byte) (0x80 | ((point >> 12) & 0x3F));
                target[at++] = (byte) (0x80 | ((point >> 6) & 0x3F));
                target[at++] = (byte) (0x80 | (point & 0x3F));
            } else {
                target[at++] = (byte) (0xE0 | (c >> 12));
                target[at++] = (byte) (0x80 | ((c >> 6) & 0x3F));
                target[at++] = (byte) (0x80 | (c & 0x3F));
            }
        }
        return at;
    }

    /** Reads a string that is exactly {@code source}. */
    static String read(byte[] source, ErrorCode ifMalformed) {
        for (byte b : source) {
            if (b < 0) {
                return readWide(source, ifMalformed);
            }
        }
        return new String(source, StandardCharsets.ISO_8859_1);
    }

    private static String readWide(byte[] source, ErrorCode ifMalformed) {
        char[] chars = new char[source.length];
        int count = 0;
        ByteBuffer in = ByteBuffer.wrap(source);
        while (in.hasRemaining()) {
            int b = in.get();
            if (b >= 0) {
                chars[count++] = (char) b;
            } else if ((b & 0xE0) == 0xC0) {
                int c = ((b & 0x1F) << 6) | continuation(in, ifMalformed);
                chars[count++] = (char) atLeast(0x80, c, ifMalformed);
            } else if ((b & 0xF0) == 0xE0) {
                int c = ((b & 0x0F) << 12) | (continuation(in, ifMalformed) << 6) | continuation(in, ifMalformed);
                atLeast(0x800, c, ifMalformed);
                if (Character.isLowSurrogate((char) c) && count > 0 && Character.isHighSurrogate(chars[count - 1])) {
                    throw new ProtocolException(ifMalformed, MALFORMED); // a pair is one sequence of four bytes
                }
                chars[count++] = (char) c;
            } else if ((b & 0xF8) == 0xF0) {
                int point = ((b & 0x07) << 18)
                        | (continuation(in, ifMalformed) << 12)
                        | (continuation(in, ifMalformed) << 6)
                        | continuation(in, ifMalformed);
                if (point > Character.MAX_CODE_POINT) {
                    throw new ProtocolException(ifMalformed, MALFORMED);
                }
                count += Character.toChars(atLeast(0x10000, point, ifMalformed), chars, count);
            } else {
                throw new ProtocolException(ifMalformed, MALFORMED);
            }
        }
        return new String(chars, 0, count);
    }

    private static int continuation(ByteBuffer in, ErrorCode ifMalformed) {
        if (in.hasRemaining()) {
            int b = in.get();
            if ((b & 0xC0) == 0x80) {
                return b & 0x3F;
            }
        }
        throw new ProtocolException(ifMalformed, MALFORMED);
    }

    private static int atLeast(int least, int value, ErrorCode ifMalformed) {
        if (value < least) {
            throw new ProtocolException(ifMalformed, MALFORMED);
        }
        return value;
    }

    private static boolean isPair(String text, int i) {
        return Character.isHighSurrogate(text.charAt(i))
                && i + 1 < text.length()
                && Character.isLowSurrogate(text.charAt(i + 1));
    }
}
