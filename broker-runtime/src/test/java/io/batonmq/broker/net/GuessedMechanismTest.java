package io.batonmq.broker.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.batonmq.broker.loop.ClientLink;
import io.batonmq.wire.AuthMechanism;
import io.batonmq.wire.BrokerFrame;
import io.batonmq.wire.ErrorCode;
import io.batonmq.wire.Handshake;
import io.batonmq.wire.OpeningHandshake;
import io.batonmq.wire.RawPeer;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A peer names its mechanism with its greeting, before it knows which are accepted. */
class GuessedMechanismTest {
    private static final Handshake.Hello CLIENT = OpeningHandshake.clientHello("test");
    private final TestNode.Settings settings = new TestNode.Settings();
    private @Nullable TestNode node;

    @AfterEach
    void end() {
        Objects.requireNonNull(node).close();
    }

    private TestNode start() throws Exception {
        TestNode started = new TestNode(settings);
        node = started;
        return started;
    }

    @Test
    void whereNobodyIsKnownAUserIsAnonymous() throws Exception {
        TestNode started = start();
        try (RawPeer peer = started.peer()) {
            peer.greet(CLIENT, "ann", "secret");

            ClientLink link = started.links.poll(10, TimeUnit.SECONDS);
            assertThat(Objects.requireNonNull(link).user()).isNull();
        }
    }

    @Test
    void whereUsersAreRequiredTheErrorNamesTheOptions() throws Exception {
        settings.users = Map.of("ann", "secret");
        try (RawPeer peer = start().peer()) {
            assertThatThrownBy(() -> peer.greet(CLIENT, null, null)).hasMessageContaining("set jms.username");
        }
    }

    @Test
    void onlyTheFirstIsPassedOver() throws Exception {
        settings.users = Map.of("ann", "secret");
        Handshake.AuthStart anonymous = new Handshake.AuthStart(AuthMechanism.ANONYMOUS, new byte[0]);
        try (RawPeer peer = start().peer()) {
            peer.write(CLIENT, anonymous);
            assertThat(peer.read()).isInstanceOf(Handshake.Hello.class);
            peer.write(anonymous);

            assertThat(peer.read())
                    .isInstanceOfSatisfying(
                            BrokerFrame.Fault.class,
                            fault -> assertThat(fault.code()).isEqualTo(ErrorCode.SECURITY_MECHANISM));
            assertThat(peer.isClosedByOther()).isTrue();
        }
    }
}
