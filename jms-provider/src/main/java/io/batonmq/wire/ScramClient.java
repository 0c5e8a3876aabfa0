package io.batonmq.wire;

import java.security.MessageDigest;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The client's side of SCRAM-SHA-256, without channel binding: first message, final message, check of the server's signature,
 * in this order, once. Pure; used by one thread at a time.
 */
final class ScramClient {
    private final String password;
    private final String nonce;
    private final String firstBare;
    private byte @Nullable [] expectedSignature;

    /**
     * @param nonce printable, without a comma, never used twice
     */
    ScramClient(String user, String password, String nonce) {
        this.password = password;
        this.nonce = nonce;
        this.firstBare = "n=" + ScramMechanism.escaped(user) + ",r=" + nonce;
    }

    byte[] first() {
        return ScramMechanism.utf8(ScramMechanism.GS2_HEADER + firstBare);
    }

    /** Whether the answer to the server's first message takes long: the user's key is not known yet. */
    boolean derives(byte[] serverFirst) {
        Map<String, String> attributes = ScramMechanism.attributes(ScramMechanism.text(serverFirst));
        byte[] salt = ScramMechanism.fromBase64(ScramMechanism.required(attributes, "s"));
        return !SaltedPasswords.knows(password, salt, iterations(ScramMechanism.required(attributes, "i")));
    }

    /** Answers the server's first message. Takes some milliseconds of computing the first time, and after each change of salt. */
    byte[] last(byte[] serverFirst) {
        String challenge = ScramMechanism.text(serverFirst);
        Map<String, String> attributes = ScramMechanism.attributes(challenge);
        String bothNonces = ScramMechanism.required(attributes, "r");
        if (!bothNonces.startsWith(nonce) || bothNonces.length() == nonce.length()) {
            throw ScramMechanism.malformed("the nonce is not ours");
        }
        byte[] salt = ScramMechanism.fromBase64(ScramMechanism.required(attributes, "s"));
        int iterations = iterations(ScramMechanism.required(attributes, "i"));
        String withoutProof =
                "c=" + ScramMechanism.base64(ScramMechanism.utf8(ScramMechanism.GS2_HEADER)) + ",r=" + bothNonces;
        byte[] authMessage = ScramMechanism.utf8(firstBare + "," + challenge + "," + withoutProof);

        byte[] salted = SaltedPasswords.of(password, salt, iterations);
        byte[] proof = ScramMechanism.hmac(salted, ScramMechanism.utf8("Client Key"));
        ScramMechanism.xor(proof, ScramMechanism.hmac(ScramMechanism.hash(proof), authMessage));
        byte[] serverKey = ScramMechanism.hmac(salted, ScramMechanism.utf8("Server Key"));
        expectedSignature = ScramMechanism.hmac(serverKey, authMessage);
        return ScramMechanism.utf8(withoutProof + ",p=" + ScramMechanism.base64(proof));
    }

    private static int iterations(String text) {
        if (text.matches("[1-9]\\d{0,5}")) {
            int iterations = Integer.parseInt(text);
            // fewer would let whoever poses as a node ask for a proof that is cheap to guess from
            if (iterations >= ScramMechanism.ITERATIONS && iterations <= ScramMechanism.MOST_ITERATIONS) {
                return iterations;
            }
        }
        throw ScramMechanism.malformed("iteration count");
    }

    /** Checks that the server knows the password too. */
    void verify(byte[] serverFinal) {
        Map<String, String> attributes = ScramMechanism.attributes(ScramMechanism.text(serverFinal));
        byte[] signature = ScramMechanism.fromBase64(ScramMechanism.required(attributes, "v"));
        if (!MessageDigest.isEqual(Objects.requireNonNull(expectedSignature), signature)) {
            throw new ProtocolException(
                    ErrorCode.SECURITY_AUTHENTICATION, "the node does not know the user's password: it is an impostor");
        }
    }
}
