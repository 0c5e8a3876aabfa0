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

    /** The first frame to send. */
    public Frame start() {
        return own;
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
            return authenticate(hello.mechanisms());
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

    private Frame authenticate(List<String> mechanisms) {
        if (user != null && mechanisms.contains(ScramMechanism.NAME)) {
            scram = new ScramClient(user, password == null ? "" : password, nonce);
            return new Handshake.AuthStart(ScramMechanism.NAME, scram.first());
        }
        if (mechanisms.contains(ScramMechanism.ANONYMOUS)) {
            // the user's name goes along as the trace of RFC 4505, so that the node can say it ignored it
            byte[] trace = ScramMechanism.utf8(user == null ? "" : user);
            return new Handshake.AuthStart(ScramMechanism.ANONYMOUS, trace);
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
