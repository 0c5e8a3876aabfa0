package io.batonmq.wire;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The node's side of a link until it is authenticated. Pure: frames in, frames out, a {@link ProtocolException} with the reason
 * to tell the peer if it fails. Keeps no more than the peer's greeting and one SCRAM exchange. Used by one thread at a time.
 */
public final class AnsweringHandshake {

    /** GREETING → AUTHENTICATING → (SCRAM only) PROVING → DONE. Any frame out of turn ends the handshake. */
    private enum State {
        GREETING,
        AUTHENTICATING,
        PROVING,
        DONE
    }

    private final Handshake.Hello own;
    private final Function<String, @Nullable ScramCredentials> users;
    private final byte[] secret;
    private final SecureRandom random;
    private State state = State.GREETING;
    private Handshake.@Nullable Hello peer;
    private @Nullable ScramServer scram;
    private @Nullable String user;
    private boolean guessed;
    private String ignoredUser = "";

    /**
     * @param own greeting; its mechanisms are those that are accepted
     * @param users finds a user's credentials; may throw {@link ProtocolException} with
     *     {@link ErrorCode#SECURITY_UNAVAILABLE}
     * @param secret see {@link ScramServer}
     */
    public AnsweringHandshake(
            Handshake.Hello own,
            Function<String, @Nullable ScramCredentials> users,
            byte[] secret,
            SecureRandom random) {
        this.own = own;
        this.users = users;
        this.secret = secret;
        this.random = random;
    }

    /** Takes the peer's next frame; answers what to send, null = nothing. */
    public @Nullable Frame receive(Frame frame) {
        if (state == State.GREETING && frame instanceof Handshake.Hello hello) {
            peer = hello;
            state = State.AUTHENTICATING;
            return own;
        }
        if (state == State.AUTHENTICATING && frame instanceof Handshake.AuthStart start) {
            return authenticate(start);
        }
        if (state == State.PROVING && frame instanceof Handshake.AuthResponse response && scram != null) {
            byte[] proof = scram.last(response.data());
            user = scram.user();
            state = State.DONE;
            return new Handshake.AuthDone(proof);
        }
        throw new ProtocolException(
                ErrorCode.PROTOCOL_VIOLATION,
                "sent " + frame.getClass().getSimpleName() + " out of turn during the handshake");
    }

    private @Nullable Frame authenticate(Handshake.AuthStart start) {
        boolean isGuess = !guessed;
        guessed = true;
        if (!own.mechanisms().contains(start.mechanism())) {
            if (isGuess) {
                return null; // the peer learns from the greeting which are accepted
            }
            throw new ProtocolException(ErrorCode.SECURITY_MECHANISM, "only " + own.mechanisms() + " is accepted");
        }
        if (start.mechanism().equals(ScramMechanism.ANONYMOUS)) {
            ignoredUser = new String(start.initialResponse(), StandardCharsets.UTF_8);
            state = State.DONE;
            return new Handshake.AuthDone(new byte[0]);
        }
        scram = new ScramServer(users, secret, OpeningHandshake.nonce(random));
        state = State.PROVING;
        return new Handshake.AuthChallenge(scram.first(start.initialResponse()));
    }

    /** Whether the link is authenticated. */
    public boolean done() {
        return state == State.DONE;
    }

    /** The peer's greeting, null before it came. */
    public Handshake.@Nullable Hello peer() {
        return peer;
    }

    /** Once done: who it is, null = anonymous. */
    public @Nullable String user() {
        return user;
    }

    /** Once done: the user an anonymous peer would have authenticated as; empty if none. */
    public String ignoredUser() {
        return ignoredUser;
    }
}
