package io.batonmq.jms.internal.core;

import static io.batonmq.jms.internal.core.Scenario.message;
import static io.batonmq.jms.internal.core.Scenario.ref;
import static io.batonmq.jms.internal.core.Scenario.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.batonmq.jms.internal.core.ClientConnection.State;
import io.batonmq.jms.internal.core.ScriptedLinks.Node;
import io.batonmq.wire.ErrorCode;
import io.batonmq.wire.Request.AckMode;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A link is alive until S after the sending of the newest answered ping, whatever is read meanwhile (R8). */
class LivenessTest {
    private final Scenario world = Scenario.failover();

    @Test
    void answeredPingsKeepTheLinkAlive() {
        Node node = world.connected();
        for (int i = 0; i < 10; i++) {
            world.loop.advance(Duration.ofSeconds(1));
            node.pong(1);
        }
        assertThat(world.connection.state()).isEqualTo(State.CONNECTED);
        world.loop.advance(Duration.ofMillis(ScriptedLinks.SILENCE_MILLIS));
        assertThat(world.connection.state()).isEqualTo(State.INTERRUPTED);
        assertThat(node.isClosed()).isTrue();
        assertThat(world.events(Scenario.Interrupted.class))
                .singleElement()
                .satisfies(lost -> assertThat(lost.cause().code()).isEqualTo(ErrorCode.LINK_LOST));
    }

    @Test
    void aLinkThatOnlyTalksIsDeadAndHandsNothingOut() {
        Node node = world.connected();
        world.connection.start();
        ClientSession session = world.connection.openSession(AckMode.CLIENT);
        ClientConsumer consumer = world.consumer(node, session);
        for (int i = 1; i <= 7; i++) {
            world.loop.advance(Duration.ofMillis(500));
            node.deliver(1, 1, ref(i), message("m" + i));
        }
        assertThat(text(world.taken(consumer.take(true)))).isEqualTo("m1");
        world.loop.advance(Duration.ofMillis(500));
        assertThat(world.connection.state()).isEqualTo(State.INTERRUPTED);
        Call<Delivery> take = consumer.take(true);
        world.waits(take);
    }

    @Test
    void aLateAnswerCountsFromItsPingsSending() {
        Node node = world.connected();
        world.loop.advance(Duration.ofSeconds(1));
        Duration late = Duration.ofMillis(2_500);
        var ping = node.takePing();
        world.loop.advance(late);
        node.answerPing(ping, 1);
        world.loop.advance(Duration.ofMillis(1_499));
        assertThat(world.connection.state()).isEqualTo(State.CONNECTED);
        world.loop.advance(Duration.ofMillis(1));
        assertThat(world.connection.state()).isEqualTo(State.INTERRUPTED);
    }

    @Test
    void theOptionOnlyLowersTheHoldersLimit() {
        Scenario quick = Scenario.failover("nested.jms.silenceLimit=2000");
        Node node = quick.connected();
        assertThat(node).isNotNull();
        quick.loop.advance(Duration.ofMillis(1_999));
        assertThat(quick.connection.state()).isEqualTo(State.CONNECTED);
        quick.loop.advance(Duration.ofMillis(1));
        assertThat(quick.connection.state()).isEqualTo(State.INTERRUPTED);
    }

    @Test
    void aLimitBelowTheHoldersHeartbeatAsksMoreOften() {
        Scenario quick = Scenario.failover("nested.jms.silenceLimit=600");
        Node node = quick.connected();
        for (int i = 0; i < 10; i++) {
            quick.loop.advance(Duration.ofMillis(200));
            node.pong(1);
        }
        assertThat(quick.connection.state()).isEqualTo(State.CONNECTED);
    }
}
