package io.batonmq.wire;

import java.security.SecureRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a node keeps of a user's password: enough to check it, not enough to log in with it. Immutable by agreement.
 *
 * @param iterations of the key derivation
 * @param salt random, per user
 * @param storedKey H(ClientKey)
 * @param serverKey proves the node to the client
 */
public record ScramCredentials(int iterations, byte[] salt, byte[] storedKey, byte[] serverKey) {
    private static final Pattern STORED =
            Pattern.compile("SCRAM-SHA-256\\$(\\d{1,6}):([A-Za-z0-9+/=]+)\\$([A-Za-z0-9+/=]+):([A-Za-z0-9+/=]+)");

    /** Derives them from a password, with a salt of its own. */
    public static ScramCredentials ofPassword(String password, SecureRandom random) {
        byte[] salt = new byte[16];
        random.nextBytes(salt);
        return derive(password, salt, ScramMechanism.ITERATIONS);
    }

    static ScramCredentials derive(String password, byte[] salt, int iterations) {
        byte[] salted = ScramMechanism.saltedPassword(password, salt, iterations);
        byte[] clientKey = ScramMechanism.hmac(salted, ScramMechanism.utf8("Client Key"));
        return new ScramCredentials(
                iterations,
                salt,
                ScramMechanism.hash(clientKey),
                ScramMechanism.hmac(salted, ScramMechanism.utf8("Server Key")));
    }

    /** Whether a configured value is in the stored form rather than a password. */
    public static boolean isStored(String value) {
        return value.startsWith(ScramMechanism.NAME + "$");
    }

    /**
     * Reads the stored form, {@code SCRAM-SHA-256$iterations:salt$StoredKey:ServerKey} in base64 (PostgreSQL's).
     *
     * @throws IllegalArgumentException if it is not one; the text doesn't repeat it
     */
    public static ScramCredentials parse(String stored) {
        Matcher matcher = STORED.matcher(stored);
        if (matcher.matches()) {
            int iterations = Integer.parseInt(matcher.group(1));
            boolean usable = iterations >= ScramMechanism.ITERATIONS && iterations <= ScramMechanism.MOST_ITERATIONS;
            try {
                byte[] storedKey = ScramMechanism.fromBase64(matcher.group(3));
                byte[] serverKey = ScramMechanism.fromBase64(matcher.group(4));
                if (usable && storedKey.length == 32 && serverKey.length == 32) {
                    return new ScramCredentials(
                            iterations, ScramMechanism.fromBase64(matcher.group(2)), storedKey, serverKey);
                }
            } catch (ProtocolException e) {
                throw notStored(); // no base64
            }
        }
        throw notStored();
    }

    private static IllegalArgumentException notStored() {
        return new IllegalArgumentException("not of the form SCRAM-SHA-256$iterations:salt$StoredKey:ServerKey with "
                + ScramMechanism.ITERATIONS + " to " + ScramMechanism.MOST_ITERATIONS + " iterations");
    }

    /** The stored form. */
    public String stored() {
        return ScramMechanism.NAME + "$" + iterations + ":" + ScramMechanism.base64(salt) + "$"
                + ScramMechanism.base64(storedKey) + ":" + ScramMechanism.base64(serverKey);
    }

    @Override
    public String toString() {
        return "ScramCredentials[" + iterations + " iterations]";
    }
}
