package io.batonmq.jms.internal.core;

import static io.batonmq.jms.internal.core.Scenario.message;
import static io.batonmq.jms.internal.core.Scenario.ref;
import static io.batonmq.jms.internal.core.Scenario.state;
import static io.batonmq.jms.internal.core.Scenario.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.batonmq.jms.internal.core.ScriptedLinks.Node;
import io.batonmq.wire.Command.Rollback;
import io.batonmq.wire.ErrorCode;
import io.batonmq.wire.Request.AckMode;
import io.batonmq.wire.Request.Credit;
import io.batonmq.wire.Request.Drain;
import io.batonmq.wire.Resumption.ClaimsEnd;
import io.batonmq.wire.Resumption.Resumed;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Takes that end without a message: what comes for them all the same, and while there is no node (C45). */
class UnwantedTest {

    private static ClientConsumer consumer(Scenario world, Node node) {
        world.connection.start();
        return world.consumer(node, world.connection.openSession(AckMode.AUTO));
    }

    @Test
    void whatAPullingConsumerPulledForATakeThatTimedOutGoesBack() {
        Scenario world = Scenario.failover("jms.prefetch=0");
        Node node = world.connected();
        ClientConsumer consumer = consumer(world, node);
        Call<Delivery> take = consumer.take(true);
        take.withdraw("timeout");
        world.fails(take, ErrorCode.CALL_TIMEOUT);
        node.drain();
        node.deliver(1, 1, ref(1), message("m1"));
        assertThat(node.expect(Rollback.class).deliveries()).containsExactly(ref(1));
        Call<Delivery> next = consumer.take(true);
        assertThat(node.credits()).extracting(Credit::messages).containsExactly(1, 1);
        node.deliver(1, 1, ref(1), message("m1"));
        assertThat(text(world.taken(next))).isEqualTo("m1");
    }

    @Test
    void whatAPullingConsumerCouldNotHandOutGoesBackWithTheTake() {
        Scenario world = Scenario.failover("jms.prefetch=0");
        Node node = world.connected();
        ClientConsumer consumer = consumer(world, node);
        world.connection.stop();
        Call<Delivery> take = consumer.take(true);
        node.drain();
        node.deliver(1, 1, ref(1), message("m1"));
        world.waits(take);
        node.expectNothing();
        take.withdraw("timeout");
        assertThat(node.expect(Rollback.class).deliveries()).containsExactly(ref(1));
    }

    @Test
    void aPulledMessageStaysForATakeThatCameMeanwhile() {
        Scenario world = Scenario.failover("jms.prefetch=0");
        Node node = world.connected();
        ClientConsumer consumer = consumer(world, node);
        consumer.take(true).withdraw("timeout");
        Call<Delivery> next = consumer.take(true);
        assertThat(node.credits()).extracting(Credit::messages).containsExactly(1);
        node.deliver(1, 1, ref(1), message("m1"));
        assertThat(text(world.taken(next))).isEqualTo("m1");
        assertThat(node.drain()).noneMatch(Rollback.class::isInstance);
    }

    @Test
    void nothingIsAvailableAtOnceWhileThereIsNoNode() {
        Scenario world = Scenario.failover();
        Node node = world.connected();
        ClientConsumer consumer = consumer(world, node);
        Call<Delivery> asked = consumer.take(false);
        node.skipTo(Drain.class);
        node.lose();
        assertThat(world.taken(asked)).isNull();
        node.deliver(1, 1, ref(1), message("m1"));
        assertThat(world.taken(consumer.take(false))).as("while interrupted").isNull();
        Node second = world.reopened();
        second.answer(2, state(0, 0, 0), state(1, 0, 0));
        assertThat(world.taken(consumer.take(false))).as("while resuming").isNull();
        second.skipTo(ClaimsEnd.class);
        second.receive(new Resumed());
        Call<Delivery> again = consumer.take(false);
        world.waits(again);
        second.deliver(1, 1, ref(2), message("m2"));
        assertThat(text(world.taken(again))).isEqualTo("m2");
    }

    @ParameterizedTest
    @EnumSource(
            value = AckMode.class,
            names = {"AUTO", "CLIENT", "TRANSACTED"})
    void whatNoListenerWasThereForGoesBackAndIsNotAcknowledgedWithTheRest(AckMode mode) {
        Scenario world = Scenario.failover();
        Node node = world.connected();
        world.connection.start();
        ClientSession session = world.connection.openSession(mode);
        ClientConsumer consumer = world.consumer(node, session);
        node.deliver(1, 1, ref(1), message("m1"));
        Delivery first = Objects.requireNonNull(world.taken(consumer.take(true)));
        node.drain();

        session.unseen(first);
        world.loop.run();
        session.unseen(first);
        if (mode == AckMode.CLIENT) {
            world.done(session.acknowledge());
        } else if (mode == AckMode.TRANSACTED) {
            world.done(session.commit());
        }

        assertThat(session.holds(first)).isFalse();
        assertThat(node.expect(Rollback.class).deliveries()).containsExactly(ref(1));
        node.expectNothing();
    }
}
