package io.batonmq.jms.internal.url;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** Percent-encoding of option values and user information, in UTF-8. Stateless. */
final class PercentCode {

    private static final String PLAIN = "-._~/:*$";

    private PercentCode() {}

    /** Returns the text with everything but letters, digits and a few harmless signs encoded. */
    static String encode(String text) {
        StringBuilder out = new StringBuilder(text.length() + 16);
        for (byte octet : text.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (octet & 0xff);
            boolean letterOrDigit = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
            if (letterOrDigit || PLAIN.indexOf(c) >= 0) {
                out.append(c);
            } else {
                out.append('%').append(HexFormat.of().withUpperCase().toHexDigits(octet));
            }
        }
        return out.toString();
    }

    /**
     * Returns the text decoded.
     *
     * @param text what stands in the URL
     * @param where the option or part it belongs to, for the message; the text itself may be a password
     */
    static String decode(String text, String where) {
        if (text.indexOf('+') >= 0) {
            // Home systems read it as a blank, people mean a plus: asking is better than a wrong password.
            throw new InvalidFailoverUrlException(
                    where + ": '+' is ambiguous, write %20 for a blank or %2B for a plus");
        }
        if (text.indexOf('%') < 0) {
            return text;
        }
        byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
        ByteBuffer octets = ByteBuffer.allocate(encoded.length);
        for (int i = 0; i < encoded.length; i++) {
            if (encoded[i] != '%') {
                octets.put(encoded[i]);
                continue;
            }
            int high = i + 2 < encoded.length ? Character.digit(encoded[i + 1], 16) : -1;
            int low = i + 2 < encoded.length ? Character.digit(encoded[i + 2], 16) : -1;
            if (high < 0 || low < 0) {
                throw new InvalidFailoverUrlException(
                        where + ": '%' must be followed by two hexadecimal digits; write %25 for a percent sign");
            }
            octets.put((byte) ((high << 4) | low));
            i += 2;
        }
        try {
            CharBuffer decoded = StandardCharsets.UTF_8.newDecoder().decode(octets.flip());
            return decoded.toString();
        } catch (CharacterCodingException e) {
            throw new InvalidFailoverUrlException(where + ": the percent-encoded octets are not UTF-8");
        }
    }
}
