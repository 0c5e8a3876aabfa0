package io.batonmq.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class HandshakeTest {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final UniqueId INCARNATION = new UniqueId(1, 2);
    private static final Map<String, ScramCredentials> USERS =
            Map.of("ann", ScramCredentials.ofPassword("pw", RANDOM), "eve", ScramCredentials.ofPassword("pw", RANDOM));

    @Test
    void anonymousTakesOneRoundTrip() {
        OpeningHandshake client = opening(null, null);
        AnsweringHandshake node = answering(AuthMechanism.offered(false, true));

        assertThat(run(client, node)).isEqualTo(1);

        assertThat(client.done()).isTrue();
        assertThat(node.done()).isTrue();
        assertThat(node.user()).isNull();
        assertThat(Objects.requireNonNull(client.peer()).incarnation()).isEqualTo(INCARNATION);
        assertThat(Objects.requireNonNull(node.peer()).kind()).isEqualTo(Handshake.PeerKind.CLIENT);
    }

    @Test
    void credentialsThatANodeWithoutUsersIgnoresAreReported() {
        AnsweringHandshake node = answering(AuthMechanism.offered(false, true));

        assertThat(run(opening("ann", "pw"), node)).isEqualTo(2);

        assertThat(node.user()).isNull();
        assertThat(node.ignoredUser()).isEqualTo("ann");
    }

    @Test
    void scramTakesTwoRoundTripsAndIsPreferred() {
        AnsweringHandshake node = answering(AuthMechanism.offered(true, true));

        assertThat(run(opening("ann", "pw"), node)).isEqualTo(2);

        assertThat(node.user()).isEqualTo("ann");
    }

    /** The same on each connection but the first, which computes it. */
    @Test
    void aUsersKeyIsDerivedOnce() {
        AnsweringHandshake node = answering(AuthMechanism.offered(true, true));
        OpeningHandshake first = opening("eve", "pw");
        Frame challenge = challenge(first, node);
        assertThat(first.derivesKey(challenge)).isTrue();
        first.receive(challenge);

        AnsweringHandshake again = answering(AuthMechanism.offered(true, true));
        OpeningHandshake second = opening("eve", "pw");
        assertThat(second.derivesKey(challenge(second, again))).isFalse();
    }

    /** The node's answer to the guess; the client has read the greeting. */
    private static Frame challenge(OpeningHandshake client, AnsweringHandshake node) {
        List<Frame> start = client.start();
        assertThat(client.receive(Objects.requireNonNull(node.receive(start.get(0)))))
                .isNull();
        return Objects.requireNonNull(node.receive(start.get(1)));
    }

    @Test
    void aWrongPasswordIsADefiniteRefusal() {
        assertThatThrownBy(() -> run(opening("ann", "pv"), answering(AuthMechanism.offered(true, false))))
                .isInstanceOfSatisfying(
                        ProtocolException.class,
                        e -> assertThat(e.code()).isEqualTo(ErrorCode.SECURITY_AUTHENTICATION));
    }

    @Test
    void withoutCredentialsTheErrorNamesTheOptions() {
        assertThatThrownBy(() -> run(opening(null, null), answering(AuthMechanism.offered(true, false))))
                .hasMessageContaining("set jms.username and jms.password");
    }

    /** Once it is passed over: the peer could not know. */
    @Test
    void anAnonymousStartIsRefusedWhereUsersAreRequired() {
        AnsweringHandshake node = answering(AuthMechanism.offered(true, false));
        Handshake.AuthStart anonymous = new Handshake.AuthStart(AuthMechanism.ANONYMOUS, new byte[0]);
        node.receive(OpeningHandshake.clientHello("test"));

        assertThat(node.receive(anonymous)).isNull();
        assertThat(node.done()).isFalse();
        assertThatThrownBy(() -> node.receive(anonymous))
                .isInstanceOfSatisfying(
                        ProtocolException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SECURITY_MECHANISM));
    }

    @Test
    void aFaultIsTheReason() {
        assertThatThrownBy(() -> opening(null, null).receive(new BrokerFrame.Fault(ErrorCode.LINK_TOO_MANY, "full")))
                .isInstanceOfSatisfying(
                        ProtocolException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LINK_TOO_MANY))
                .hasMessage("full");
    }

    @Test
    void framesOutOfTurnAreRefused() {
        List<Frame> frames = List.of(
                new Handshake.AuthResponse(new byte[0]), new Handshake.AuthDone(new byte[0]), new Request.Ping(1));
        for (Frame frame : frames) {
            assertThatThrownBy(
                            () -> answering(AuthMechanism.offered(true, true)).receive(frame))
                    .hasMessageContaining("out of turn");
            assertThatThrownBy(() -> opening("ann", "pw").receive(frame)).hasMessageContaining("out of turn");
        }
    }

    @Test
    void aNodeThatSkipsItsProofIsNotTrusted() {
        OpeningHandshake client = opening("ann", "pw");
        challenge(client, answering(AuthMechanism.offered(true, false)));

        assertThatThrownBy(() -> client.receive(new Handshake.AuthDone(new byte[0])))
                .hasMessageContaining("out of turn");
    }

    @Test
    void everyHandshakeFrameFitsTheLimitBeforeAuthentication() {
        String longest = "x".repeat(255);
        OpeningHandshake client = new OpeningHandshake(OpeningHandshake.clientHello(longest), longest, longest, RANDOM);
        AnsweringHandshake node = answering(AuthMechanism.offered(true, true));
        List<Frame> start = client.start();
        List<Frame> challenge = answers(start, node::receive);
        List<Frame> response = answers(challenge, client::receive);

        assertThat(start).hasSize(2).allMatch(HandshakeTest::fits);
        assertThat(challenge).hasSize(2).allMatch(HandshakeTest::fits);
        assertThat(response).hasSize(1).allMatch(HandshakeTest::fits);
    }

    private static boolean fits(Frame frame) {
        return FrameCodec.encode(frame).length < WireLimits.BEFORE_AUTHENTICATION;
    }

    /** Plays both sides until neither has more to say; answers the number of round trips. */
    private static int run(OpeningHandshake client, AnsweringHandshake node) {
        int trips = 0;
        List<Frame> next = client.start();
        while (!next.isEmpty()) {
            next = answers(answers(next, node::receive), client::receive);
            trips++;
        }
        return trips;
    }

    private static List<Frame> answers(List<Frame> frames, Function<Frame, @Nullable Frame> side) {
        return frames.stream().map(side).filter(Objects::nonNull).toList();
    }

    private static OpeningHandshake opening(@Nullable String user, @Nullable String password) {
        return new OpeningHandshake(OpeningHandshake.clientHello("test"), user, password, RANDOM);
    }

    private static AnsweringHandshake answering(List<String> mechanisms) {
        return new AnsweringHandshake(
                OpeningHandshake.nodeHello("test", "n", INCARNATION, mechanisms), USERS::get, new byte[] {1}, RANDOM);
    }
}
