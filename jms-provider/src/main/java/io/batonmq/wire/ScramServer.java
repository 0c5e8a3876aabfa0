package io.batonmq.wire;

import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The node's side of SCRAM-SHA-256: first message, final message, in this order, once. An unknown user is led through the same
 * exchange with a salt that stays the same, and fails like a wrong password. Pure; used by one thread at a time.
 */
final class ScramServer {
    private static final int KEY = 32;

    private final Function<String, @Nullable ScramCredentials> users;
    private final byte[] secret;
    private final String nonce;
    private @Nullable ScramCredentials credentials;
    private String user = "";
    private boolean known;
    private String firstMessages = "";
    private String bothNonces = "";

    /**
     * @param users finds a user's credentials
     * @param secret the same for the life of the process, known to nobody: makes the salts of unknown users
     * @param nonce printable, without a comma, never used twice
     */
    ScramServer(Function<String, @Nullable ScramCredentials> users, byte[] secret, String nonce) {
        this.users = users;
        this.secret = secret;
        this.nonce = nonce;
    }

    /** Answers the client's first message with salt and iteration count. */
    byte[] first(byte[] clientFirst) {
        String message = ScramMechanism.text(clientFirst);
        if (!message.startsWith(ScramMechanism.GS2_HEADER)) {
            // "y,," or "p=…": channel binding, or an authorization identity
            throw ScramMechanism.malformed("channel binding and other identities are not supported");
        }
        String bare = message.substring(ScramMechanism.GS2_HEADER.length());
        Map<String, String> attributes = ScramMechanism.attributes(bare);
        user = ScramMechanism.unescaped(ScramMechanism.required(attributes, "n"));
        bothNonces = ScramMechanism.required(attributes, "r") + nonce;
        ScramCredentials found = users.apply(user);
        known = found != null;
        ScramCredentials used = found != null ? found : invented(user);
        credentials = used;
        String answer = "r=" + bothNonces + ",s=" + ScramMechanism.base64(used.salt()) + ",i=" + used.iterations();
        firstMessages = bare + "," + answer;
        return ScramMechanism.utf8(answer);
    }

    private ScramCredentials invented(String name) {
        byte[] salt = Arrays.copyOf(ScramMechanism.hmac(secret, ScramMechanism.utf8(name)), 16);
        return new ScramCredentials(ScramMechanism.ITERATIONS, salt, new byte[KEY], new byte[KEY]);
    }

    /**
     * Checks the client's proof; answers the node's own.
     *
     * @throws ProtocolException with {@link ErrorCode#SECURITY_AUTHENTICATION} if user or password are wrong
     */
    byte[] last(byte[] clientFinal) {
        String message = ScramMechanism.text(clientFinal);
        Map<String, String> attributes = ScramMechanism.attributes(message);
        byte[] header = ScramMechanism.fromBase64(ScramMechanism.required(attributes, "c"));
        if (!Arrays.equals(header, ScramMechanism.utf8(ScramMechanism.GS2_HEADER))
                || !ScramMechanism.required(attributes, "r").equals(bothNonces)) {
            throw ScramMechanism.malformed("header or nonce differ from the first message");
        }
        byte[] proof = ScramMechanism.fromBase64(ScramMechanism.required(attributes, "p"));
        int withoutProof = message.lastIndexOf(",p=");
        if (withoutProof < 0 || proof.length != KEY) {
            throw ScramMechanism.malformed("the proof");
        }
        byte[] authMessage = ScramMechanism.utf8(firstMessages + "," + message.substring(0, withoutProof));
        ScramCredentials used = Objects.requireNonNull(credentials);
        ScramMechanism.xor(proof, ScramMechanism.hmac(used.storedKey(), authMessage));
        boolean right = MessageDigest.isEqual(ScramMechanism.hash(proof), used.storedKey());
        if (!right || !known) {
            throw new ProtocolException(
                    ErrorCode.SECURITY_AUTHENTICATION,
                    "user or password is wrong; check jms.username and jms.password");
        }
        byte[] signature = ScramMechanism.hmac(used.serverKey(), authMessage);
        return ScramMechanism.utf8("v=" + ScramMechanism.base64(signature));
    }

    /** Who it is, once {@link #last} returned. */
    String user() {
        return user;
    }
}
