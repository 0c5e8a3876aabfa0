package io.batonmq.jms.internal.core;

import static io.batonmq.jms.internal.core.Scenario.message;
import static io.batonmq.jms.internal.core.Scenario.ref;
import static io.batonmq.jms.internal.core.Scenario.state;
import static io.batonmq.jms.internal.core.Scenario.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.batonmq.jms.internal.core.ScriptedLinks.Node;
import io.batonmq.wire.BrokerFrame.Drained;
import io.batonmq.wire.EncodedMessage;
import io.batonmq.wire.Request.AckMode;
import io.batonmq.wire.Request.Credit;
import io.batonmq.wire.Request.Drain;
import io.batonmq.wire.Resumption.ClaimsEnd;
import io.batonmq.wire.Resumption.Resumed;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What a consumer lets the holder send ahead, and what it asks for. */
class CreditTest {
    private final Scenario world = Scenario.failover();

    private Delivery take(ClientConsumer consumer) {
        return Objects.requireNonNull(world.taken(consumer.take(true)));
    }

    @Test
    void creditIsToppedUpAtHalf() {
        Scenario small = Scenario.failover("jms.prefetch=4");
        Node node = small.connected();
        small.connection.start();
        ClientSession session = small.connection.openSession(AckMode.DUPS_OK);
        ClientConsumer consumer = small.consumer(node, session);
        assertThat(node.credits()).extracting(Credit::messages).containsExactly(4);
        for (int i = 1; i <= 4; i++) {
            node.deliver(1, 1, ref(i), message("m" + i));
        }
        small.taken(consumer.take(true));
        assertThat(node.credits()).hasSize(1);
        small.taken(consumer.take(true));
        assertThat(node.credits()).extracting(Credit::messages).containsExactly(4, 2);
    }

    @Test
    void whatARollbackGaveBackHasRoomHoweverMuchArrivedMeanwhile() {
        Scenario small = Scenario.failover("jms.prefetch=4");
        Node node = small.connected();
        small.connection.start();
        ClientSession session = small.connection.openSession(AckMode.CLIENT);
        ClientConsumer consumer = small.consumer(node, session);
        node.deliver(1, 1, ref(1), message("m1"));
        small.taken(consumer.take(true));
        small.done(session.recover());
        for (int i = 2; i <= 4; i++) { // these were on their way
            node.deliver(1, 1, ref(i), message("m" + i));
        }
        int before = node.credits().size();

        node.confirm(1, 1);

        node.skipTo(Drain.class);
        assertThat(node.credits().subList(before, node.credits().size()))
                .extracting(Credit::messages)
                .as("else the holder can't send m1 before m2 is handed out")
                .containsExactly(1);
    }

    @Test
    void receiveNoWaitAsksTheHolderBeforeItSaysThereIsNothing() {
        Node node = world.connected();
        world.connection.start();
        ClientSession session = world.connection.openSession(AckMode.AUTO);
        ClientConsumer consumer = world.consumer(node, session);
        Call<Delivery> empty = consumer.take(false);
        Drain drain = node.expect(Drain.class);
        world.waits(empty);
        node.receive(new Drained(1, 1, drain.request()));
        assertThat(world.taken(empty)).isNull();
        Call<Delivery> full = consumer.take(false);
        node.expect(Drain.class);
        node.deliver(1, 1, ref(1), message("m1"));
        assertThat(text(world.taken(full))).isEqualTo("m1");
    }

    @Test
    void aPullingConsumerAsksForOneMessageAtATimeAndAgainAfterAFailover() {
        Scenario pull = Scenario.failover("jms.prefetch=0");
        Node first = pull.connected();
        pull.connection.start();
        ClientSession session = pull.connection.openSession(AckMode.AUTO);
        ClientConsumer consumer = pull.consumer(first, session);
        assertThat(first.credits()).isEmpty();
        Call<Delivery> take = consumer.take(true);
        assertThat(first.credits()).extracting(Credit::messages).containsExactly(1);
        first.lose();
        Node second = pull.reopened();
        second.answer(2, state(0, 0, 0), state(1, 0, 0));
        second.skipTo(ClaimsEnd.class);
        second.receive(new Resumed());
        assertThat(second.credits()).extracting(Credit::messages).containsExactly(1);
        second.deliver(1, 1, ref(1), message("m1"));
        assertThat(text(pull.taken(take))).isEqualTo("m1");
        assertThat(second.credits()).hasSize(1);
    }

    @Test
    void aMessageLargerThanTheWindowIsPaidForInFull() {
        Node node = world.connected();
        world.connection.start();
        ClientSession session = world.connection.openSession(AckMode.DUPS_OK);
        ClientConsumer consumer = world.consumer(node, session);
        long granted = 1 << 20;
        for (int i = 1; i <= 3; i++) {
            EncodedMessage large = message(new byte[3 << 20], true, 0);
            node.deliver(1, 1, ref(i), large);
            assertThat(node.credits().stream().mapToLong(Credit::bytes).sum()).isEqualTo(granted);
            take(consumer);
            granted += large.size();
            assertThat(node.credits().stream().mapToLong(Credit::bytes).sum()).isEqualTo(granted);
        }
    }

    @Test
    void aPullingConsumerPaysForALargeMessageToo() {
        Scenario pull = Scenario.failover("jms.prefetch=0");
        Node node = pull.connected();
        pull.connection.start();
        ClientConsumer consumer = pull.consumer(node, pull.connection.openSession(AckMode.DUPS_OK));
        Call<Delivery> first = consumer.take(true);
        EncodedMessage large = message(new byte[3 << 20], true, 0);
        node.deliver(1, 1, ref(1), large);
        pull.taken(first);
        consumer.take(true);
        assertThat(node.credits()).extracting(Credit::bytes).containsExactly(1 << 20, large.size());
    }
}
