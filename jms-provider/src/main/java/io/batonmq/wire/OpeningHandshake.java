package io.batonmq.wire;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The opening side of a link until it is authenticated: greeting, then ANONYMOUS or SCRAM-SHA-256. Pure: frames in, frames
 * out, a {@link ProtocolException} with the reason if it fails. Used by one thread at a time.
 */
public final class OpeningHandshake {

    /**
     * GREETING → AUTHENTICATING → (SCRAM only) PROVING → DONE. Any frame out of turn ends the handshake.
     */
    private enum State {
        GREETING,
        AUTHENTICATING,
        PROVING,
        DONE
    }

    private final Handshake.Hello own;
    private final @Nullable String user;
    private final @Nullable String password;
    private final String nonce;
    private State state = State.GREETING;
    private Handshake.@Nullable Hello peer;
    private @Nullable ScramClient scram;

    /**
     * @param own see {@link #clientHello}, {@link #nodeHello}
     * @param user null = anonymous
     */
    public OpeningHandshake(
            Handshake.Hello own, @Nullable String user, @Nullable String password, SecureRandom random) {
        this.own = own;
        this.user = user;
        this.password = password;
        this.nonce = nonce(random);
    }

    /** What a client greets with. */
    public static Handshake.Hello clientHello(String product) {
        return hello(Handshake.PeerKind.CLIENT, product, "", UniqueId.NONE, List.of());
    }

    /** What a node greets with. */
    public static Handshake.Hello nodeHello(
            String product, String nodeId, UniqueId incarnation, List<String> mechanisms) {
        return hello(Handshake.PeerKind.NODE, product, nodeId, incarnation, mechanisms);
    }

    private static Handshake.Hello hello(
            Handshake.PeerKind kind, String product, String nodeId, UniqueId incarnation, List<String> mechanisms) {
        return new Handshake.Hello(
                ProtocolVersion.MAJOR,
                ProtocolVersion.MINOR,
                ProtocolVersion.FEATURES,
                kind,
                product,
                nodeId,
                incarnation,
                mechanisms);
    }

    static String nonce(SecureRandom random) {
        byte[] bytes = new byte[18];
        random.nextBytes(bytes);
        return Base64.getEncoder().encodeToString(bytes);
    }

    /**
     * The first frames to send: the mechanism is a guess, which saves a round trip. None of them tells a secret, so that it
     * does not matter what the node is.
     */
    public List<Frame> start() {
        return List.of(own, user == null ? anonymous() : scram(user));
    }

    /**
     * Whether {@link #receive} will compute for some milliseconds: it derives a user's key, which it does once for each. Not
     * on an I/O thread then.
     */
    public boolean derivesKey(Frame frame) {
        return frame instanceof Handshake.AuthChallenge challenge && scram != null && scram.derives(challenge.data());
    }

    /** Takes the node's next frame; answers what to send, null = nothing. See {@link #derivesKey}. */
    public @Nullable Frame receive(Frame frame) {
        if (frame instanceof BrokerFrame.Fault fault) {
            throw new ProtocolException(fault.code(), fault.text());
        }
        if (state == State.GREETING && frame instanceof Handshake.Hello hello) {
            peer = hello;
            state = State.AUTHENTICATING;
            return guessedRight(hello.mechanisms()) ? null : another(hello.mechanisms());
        }
        if (state == State.AUTHENTICATING && frame instanceof Handshake.AuthChallenge challenge && scram != null) {
            state = State.PROVING;
            return new Handshake.AuthResponse(scram.last(challenge.data()));
        }
        if (frame instanceof Handshake.AuthDone done) {
            if (state == State.PROVING && scram != null) {
                scram.verify(done.data());
                state = State.DONE;
                return null;
            }
            if (state == State.AUTHENTICATING && scram == null) {
                state = State.DONE;
                return null;
            }
        }
        throw new ProtocolException(
                ErrorCode.PROTOCOL_VIOLATION,
                "the node sent " + frame.getClass().getSimpleName() + " out of turn during the handshake");
    }

    private Handshake.AuthStart scram(String name) {
        ScramClient client = new ScramClient(name, password == null ? "" : password, nonce);
        scram = client;
        return new Handshake.AuthStart(ScramMechanism.NAME, client.first());
    }

    private Handshake.AuthStart anonymous() {
        // the user's name goes along as the trace of RFC 4505, so that the node can say it ignored it
        return new Handshake.AuthStart(ScramMechanism.ANONYMOUS, ScramMechanism.utf8(user == null ? "" : user));
    }

    private boolean guessedRight(List<String> mechanisms) {
        return mechanisms.contains(scram == null ? ScramMechanism.ANONYMOUS : ScramMechanism.NAME);
    }

    /** The node has passed over the guess. */
    private Frame another(List<String> mechanisms) {
        if (scram != null && mechanisms.contains(ScramMechanism.ANONYMOUS)) {
            scram = null;
            return anonymous();
        }
        if (user == null && mechanisms.contains(ScramMechanism.NAME)) {
            throw new ProtocolException(
                    ErrorCode.SECURITY_AUTHENTICATION,
                    "the node requires a user and a password; set jms.username and jms.password");
        }
        throw new ProtocolException(
                ErrorCode.SECURITY_MECHANISM,
                "the node accepts only " + mechanisms + ", here it is " + ScramMechanism.NAME + " and "
                        + ScramMechanism.ANONYMOUS);
    }

    /** Whether the link is authenticated. */
    public boolean done() {
        return state == State.DONE;
    }

    /** The node's greeting, null before it came. */
    public Handshake.@Nullable Hello peer() {
        return peer;
    }
}
