package io.batonmq.wire;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.text.Normalizer;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** What both sides of SCRAM-SHA-256 share (RFC 5802, RFC 7677): its functions and its message syntax. Stateless. */
final class ScramMechanism {
    static final String NAME = "SCRAM-SHA-256";
    static final String ANONYMOUS = "ANONYMOUS";

    /** RFC 7677's minimum, and the number used for passwords in a node's configuration. */
    static final int ITERATIONS = 4_096;

    /** A peer that asks for more would only burn this process's time. */
    static final int MOST_ITERATIONS = 100_000;

    /** The client does no channel binding; {@code biws} is this in base64. */
    static final String GS2_HEADER = "n,,";

    private static final String HMAC = "HmacSHA256";

    private ScramMechanism() {}

    static byte[] hmac(byte[] key, byte[] data) {
        return mac(key).doFinal(data);
    }

    private static Mac mac(byte[] key) {
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(new SecretKeySpec(key, HMAC));
            return mac;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + HMAC, e);
        }
    }

    static byte[] hash(byte[] data) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(data);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** Hi() of RFC 5802: PBKDF2 with one block. */
    static byte[] saltedPassword(String password, byte[] salt, int iterations) {
        Mac mac = mac(utf8(normalized(password)));
        mac.update(salt);
        byte[] block = mac.doFinal(new byte[] {0, 0, 0, 1});
        byte[] result = block.clone();
        for (int i = 1; i < iterations; i++) {
            block = mac.doFinal(block);
            xor(result, block);
        }
        return result;
    }

    /** {@code target} ^= {@code other}. */
    static void xor(byte[] target, byte[] other) {
        for (int i = 0; i < target.length; i++) {
            target[i] ^= other[i];
        }
    }

    /**
     * The parts of SASLprep (RFC 4013) that matter to what people type: spaces of other kinds, characters mapped to nothing,
     * compatibility composition, no control characters, not empty.
     */
    static String normalized(String password) {
        if (isPrintableAscii(password)) {
            return password;
        }
        StringBuilder mapped = new StringBuilder(password.length());
        password.codePoints().forEach(c -> {
            if (Character.getType(c) == Character.SPACE_SEPARATOR) {
                mapped.append(' ');
            } else if (c != 0xAD && c != 0x200B && c != 0x2060 && c != 0xFEFF && !(c >= 0xFE00 && c <= 0xFE0F)) {
                mapped.appendCodePoint(c);
            }
        });
        String composed = Normalizer.normalize(mapped, Normalizer.Form.NFKC);
        boolean forbidden = composed.codePoints()
                .anyMatch(c -> Character.isISOControl(c) || Character.getType(c) == Character.SURROGATE);
        if (composed.isEmpty() || forbidden) {
            throw new ProtocolException(
                    ErrorCode.SECURITY_AUTHENTICATION, "a password must not be empty or have control characters");
        }
        return composed;
    }

    private static boolean isPrintableAscii(String password) {
        for (int i = 0; i < password.length(); i++) {
            if (password.charAt(i) < ' ' || password.charAt(i) > '~') {
                return false;
            }
        }
        return !password.isEmpty();
    }

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static String text(byte[] utf8) {
        return new String(utf8, StandardCharsets.UTF_8);
    }

    static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    static byte[] fromBase64(String text) {
        try {
            return Base64.getDecoder().decode(text);
        } catch (IllegalArgumentException e) {
            throw malformed("no base64");
        }
    }

    static String escaped(String user) {
        return user.replace("=", "=3D").replace(",", "=2C");
    }

    static String unescaped(String user) {
        if (user.replace("=3D", "").replace("=2C", "").indexOf('=') >= 0) {
            throw malformed("the user's name");
        }
        return user.replace("=2C", ",").replace("=3D", "=");
    }

    /** {@code a=…,b=…} as a map. An extension that must be understood ({@code m=}) is refused. */
    static Map<String, String> attributes(String message) {
        Map<String, String> attributes = new HashMap<>();
        for (String attribute : message.split(",", -1)) {
            if (attribute.length() < 2 || attribute.charAt(1) != '=') {
                throw malformed("an attribute");
            }
            if (attributes.put(attribute.substring(0, 1), attribute.substring(2)) != null) {
                throw malformed("an attribute comes twice");
            }
        }
        if (attributes.containsKey("m")) {
            throw malformed("an unknown extension");
        }
        return attributes;
    }

    static String required(Map<String, String> attributes, String name) {
        String value = attributes.get(name);
        if (value == null || value.isEmpty()) {
            throw malformed("attribute " + name + " is missing");
        }
        return value;
    }

    static ProtocolException malformed(String what) {
        return new ProtocolException(ErrorCode.PROTOCOL_VIOLATION, "malformed SCRAM message: " + what);
    }
}
