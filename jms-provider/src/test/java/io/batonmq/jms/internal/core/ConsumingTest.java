package io.batonmq.jms.internal.core;

import static io.batonmq.jms.internal.core.Scenario.message;
import static io.batonmq.jms.internal.core.Scenario.ref;
import static io.batonmq.jms.internal.core.Scenario.state;
import static io.batonmq.jms.internal.core.Scenario.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.batonmq.jms.internal.core.ScriptedLinks.Node;
import io.batonmq.wire.BrokerFrame.Drained;
import io.batonmq.wire.BrokerFrame.Received;
import io.batonmq.wire.Command.Ack;
import io.batonmq.wire.Command.Commit;
import io.batonmq.wire.Command.Rollback;
import io.batonmq.wire.DeliveryRef;
import io.batonmq.wire.ErrorCode;
import io.batonmq.wire.Refusal;
import io.batonmq.wire.Request.AckMode;
import io.batonmq.wire.Request.Drain;
import io.batonmq.wire.Request.HandOut;
import io.batonmq.wire.Request.Started;
import io.batonmq.wire.Resumption.ClaimsEnd;
import io.batonmq.wire.Resumption.Resumed;
import io.batonmq.wire.WireLimits;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Hand-outs, their announcement and their end, order after a rollback (R8, R10, R12). */
class ConsumingTest {
    private final Scenario world = Scenario.failover();

    private Delivery take(ClientConsumer consumer) {
        return Objects.requireNonNull(world.taken(consumer.take(true)));
    }

    @Test
    void nothingIsHandedOutBeforeStartAndNothingAfterStop() {
        Node node = world.connected();
        ClientSession session = world.connection.openSession(AckMode.AUTO);
        ClientConsumer consumer = world.consumer(node, session);
        Call<Delivery> take = consumer.take(true);
        node.deliver(1, 1, ref(1), message("m1"));
        node.deliver(1, 1, ref(2), message("m2"));
        world.waits(take);
        world.connection.start();
        assertThat(node.expect(Started.class).started()).isTrue();
        assertThat(text(world.taken(take))).isEqualTo("m1");
        assertThat(node.expect(HandOut.class).deliveries()).containsExactly(ref(1));
        world.connection.stop();
        Call<Delivery> stopped = consumer.take(true);
        world.waits(stopped);
    }

    @Test
    void anAutoAcknowledgementIsWrittenBeforeTheNextHandOutAndAnnouncesIt() {
        Node node = world.connected();
        world.connection.start();
        ClientSession session = world.connection.openSession(AckMode.AUTO);
        ClientConsumer consumer = world.consumer(node, session);
        node.deliver(1, 1, ref(1), message("m1"));
        node.deliver(1, 1, ref(2), message("m2"));
        Delivery first = take(consumer);
        node.expect(HandOut.class);
        session.handled(first);
        Call<Delivery> next = consumer.take(true);
        Ack ack = node.expect(Ack.class);
        assertThat(ack.deliveries()).containsExactly(ref(1));
        assertThat(ack.next()).isEqualTo(ref(2));
        assertThat(text(world.taken(next))).isEqualTo("m2");
        node.expectNothing();
    }

    @Test
    void withAnAckWindowOfOneTheNextWaitsForTheConfirmation() {
        Scenario strict = Scenario.failover("jms.ackWindow=1");
        Node node = strict.connected();
        strict.connection.start();
        ClientSession session = strict.connection.openSession(AckMode.AUTO);
        ClientConsumer consumer = strict.consumer(node, session);
        node.deliver(1, 1, ref(1), message("m1"));
        node.deliver(1, 1, ref(2), message("m2"));
        session.handled(Objects.requireNonNull(strict.taken(consumer.take(true))));
        Call<Delivery> next = consumer.take(true);
        strict.waits(next);
        assertThat(node.skipTo(Ack.class).next()).isNull();
        node.confirm(1, 1);
        assertThat(text(strict.taken(next))).isEqualTo("m2");
        node.expect(HandOut.class);
    }

    @Test
    void anAcknowledgementThatNoStoreKnowsOfIsAnsweredByTheHoldersMemory() {
        Scenario strict = Scenario.failover("jms.ackWindow=1");
        Node node = strict.connected();
        strict.connection.start();
        ClientSession session = strict.connection.openSession(AckMode.CLIENT);
        ClientConsumer consumer = strict.consumer(node, session);
        DeliveryRef transientRef = new DeliveryRef(1, 1, 1, false);
        node.deliver(1, 1, transientRef, message("m1"));
        strict.taken(consumer.take(true));
        Call<Void> acknowledge = session.acknowledge();
        strict.waits(acknowledge);
        node.receive(new Received(1, 1, null, ""));
        strict.done(acknowledge);
    }

    @Test
    void clientAcknowledgeCoversAllAndWaits() {
        Node node = world.connected();
        world.connection.start();
        ClientSession session = world.connection.openSession(AckMode.CLIENT);
        ClientConsumer consumer = world.consumer(node, session);
        node.deliver(1, 1, ref(1), message("m1"));
        node.deliver(1, 1, ref(2), message("m2"));
        session.handled(take(consumer));
        session.handled(take(consumer));
        Call<Void> acknowledge = session.acknowledge();
        assertThat(node.skipTo(Ack.class).deliveries()).containsExactly(ref(1), ref(2));
        world.waits(acknowledge);
        node.confirm(1, 1);
        world.done(acknowledge);
        world.done(session.acknowledge());
    }

    @Test
    void recoverGivesBackEverythingInOrderAndHandsOutNothingBeforeItIsDurable() {
        Node node = world.connected();
        world.connection.start();
        ClientSession session = world.connection.openSession(AckMode.CLIENT);
        ClientConsumer consumer = world.consumer(node, session);
        node.deliver(1, 1, ref(1), message("m1"));
        node.deliver(1, 1, ref(2), message("m2"));
        take(consumer);
        world.done(session.recover());
        assertThat(node.skipTo(Rollback.class).deliveries()).containsExactly(ref(1), ref(2));
        Call<Delivery> take = consumer.take(true);
        node.deliver(1, 1, ref(3), message("in flight"));
        world.waits(take);
        node.confirm(1, 1);
        Drain drain = node.expect(Drain.class);
        node.deliver(1, 1, ref(1), message("m1"));
        node.deliver(1, 1, ref(2), message("m2"));
        world.waits(take);
        node.receive(new Drained(1, 1, drain.request()));
        assertThat(text(world.taken(take))).isEqualTo("m1");
        assertThat(text(take(consumer))).isEqualTo("m2");
        assertThat(text(take(consumer))).isEqualTo("in flight");
    }

    @Test
    void aRecoveryGoesOnAtTheNextHolder() {
        Node first = world.connected();
        world.connection.start();
        ClientSession session = world.connection.openSession(AckMode.CLIENT);
        ClientConsumer consumer = world.consumer(first, session);
        first.deliver(1, 1, ref(1), message("m1"));
        take(consumer);
        session.recover();
        first.deliver(1, 1, ref(2), message("in flight"));
        Call<Delivery> take = consumer.take(true);
        first.lose();
        Node second = world.reopened();
        second.answer(2, state(0, 0, 0), state(1, 1, 1));
        second.skipTo(ClaimsEnd.class);
        second.receive(new io.batonmq.wire.Resumption.ClaimsAnswer(1, java.util.List.of(ref(2))), new Resumed());
        Drain drain = second.expect(Drain.class);
        second.deliver(1, 1, ref(1), message("m1"));
        world.waits(take);
        second.receive(new Drained(1, 1, drain.request()));
        assertThat(text(world.taken(take))).isEqualTo("m1");
    }

    @Test
    void afterARefusedCommitWhatIsBufferedComesAgainBehindWhatTheHolderGaveBack() {
        Node node = world.connected();
        world.connection.start();
        ClientSession session = world.connection.openSession(AckMode.TRANSACTED);
        ClientConsumer consumer = world.consumer(node, session);
        node.deliver(1, 1, ref(1), message("m1"));
        node.deliver(1, 1, ref(2), message("m2"));
        take(consumer);
        Call<Void> commit = session.commit();
        node.drain();
        node.confirm(1, 1, new Refusal(1, ErrorCode.TRANSACTION_ROLLED_BACK, "refused"));
        world.fails(commit, ErrorCode.TRANSACTION_ROLLED_BACK);
        assertThat(node.expect(Rollback.class).deliveries()).containsExactly(ref(2));
        Call<Delivery> take = consumer.take(true);
        node.deliver(1, 1, ref(1), message("m1"));
        node.deliver(1, 1, ref(2), message("m2"));
        world.waits(take);
        node.confirm(1, 2);
        node.receive(new Drained(1, 1, node.expect(Drain.class).request()));
        assertThat(text(world.taken(take))).isEqualTo("m1");
        assertThat(text(take(consumer))).isEqualTo("m2");
    }

    @Test
    void anAcknowledgementThatTheHolderRefusesIsReportedAndTakesNothingElseAlong() {
        Node node = world.connected();
        world.connection.start();
        ClientSession session = world.connection.openSession(AckMode.AUTO);
        ClientConsumer consumer = world.consumer(node, session);
        node.deliver(1, 1, ref(1), message("m1"));
        node.deliver(1, 1, ref(2), message("m2"));
        session.handled(take(consumer));
        Delivery second = take(consumer);
        node.drain();
        node.confirm(1, 1, new Refusal(1, ErrorCode.CLAIM_LOST, "lost"));
        assertThat(world.notices()).containsExactly(ErrorCode.CLAIM_LOST);
        assertThat(node.expect(Rollback.class).deliveries()).containsExactly(ref(1));
        session.handled(second);
        world.loop.run();
        assertThat(node.expect(Ack.class).deliveries()).containsExactly(ref(2));
    }

    @Test
    void aRejectedAutoMessageGoesBackCounted() {
        Node node = world.connected();
        world.connection.start();
        ClientSession session = world.connection.openSession(AckMode.AUTO);
        ClientConsumer consumer = world.consumer(node, session);
        node.deliver(1, 1, ref(1), message("m1"));
        session.rejected(take(consumer));
        assertThat(node.skipTo(Rollback.class).deliveries()).containsExactly(ref(1));
        node.confirm(1, 1);
        node.deliver(1, 1, ref(1), message("m1"));
        Delivery again = take(consumer);
        session.handled(again);
        world.loop.run();
        assertThat(node.skipTo(Ack.class).deliveries()).containsExactly(ref(1));
    }

    @Test
    void anExpiredMessageIsConsumedUnseen() {
        Node node = world.connected();
        world.connection.start();
        ClientSession session = world.connection.openSession(AckMode.AUTO);
        ClientConsumer consumer = world.consumer(node, session);
        node.deliver(1, 1, ref(1), message("stale"), ScriptedLinks.DATABASE_MILLIS + 500);
        node.deliver(1, 1, ref(2), message("fresh"), ScriptedLinks.DATABASE_MILLIS + 5_000);
        world.loop.advance(Duration.ofMillis(900));
        assertThat(text(take(consumer))).isEqualTo("fresh");
        Ack ack = node.skipTo(Ack.class);
        assertThat(ack.deliveries()).containsExactly(ref(1));
        assertThat(ack.next()).isEqualTo(ref(2));
    }

    @Test
    void moreExpiredMessagesThanAFrameTakesAreConsumedInParts() {
        Scenario wide = Scenario.failover("jms.prefetch=20000");
        Node node = wide.connected();
        wide.connection.start();
        ClientSession session = wide.connection.openSession(AckMode.AUTO);
        ClientConsumer consumer = wide.consumer(node, session);
        int last = WireLimits.REFERENCES + 2;
        for (int i = 1; i < last; i++) {
            node.deliver(1, 1, ref(i), message("stale"), ScriptedLinks.DATABASE_MILLIS - 1);
        }
        node.deliver(1, 1, ref(last), message("fresh"));
        assertThat(text(wide.taken(consumer.take(true)))).isEqualTo("fresh");
        Ack many = node.expect(Ack.class);
        assertThat(many.deliveries().size()).isEqualTo(WireLimits.REFERENCES);
        assertThat(many.next()).isNull();
        Ack rest = node.expect(Ack.class);
        assertThat(rest.deliveries()).containsExactly(ref(last - 1));
        assertThat(rest.next()).isEqualTo(ref(last));
    }

    @Test
    void aWithdrawnTakeHandsNothingOut() {
        Node node = world.connected();
        world.connection.start();
        ClientSession session = world.connection.openSession(AckMode.AUTO);
        ClientConsumer consumer = world.consumer(node, session);
        Call<Delivery> given = consumer.take(true);
        given.withdraw("timeout");
        world.fails(given, ErrorCode.CALL_TIMEOUT);
        node.deliver(1, 1, ref(1), message("m1"));
        node.expectNothing();
        assertThat(text(take(consumer))).isEqualTo("m1");
    }

    @Test
    void aSecondConsumerIsHandedNothingBeforeTheFirstOnesCallerCouldTakeItsRequestBack() {
        Node node = world.connected();
        world.connection.start();
        ClientSession session = world.connection.openSession(AckMode.TRANSACTED);
        ClientConsumer one = world.consumer(node, session);
        ClientConsumer two = world.consumer(node, session);
        node.deliver(1, 1, ref(1), message("m1"));
        node.deliver(1, 2, ref(2), message("m2"));
        Call<Delivery> first = one.take(true);
        Call<Delivery> second = two.take(true);
        first.result().whenComplete((delivery, failure) -> second.withdraw("a listener runs"));
        assertThat(text(world.taken(first))).isEqualTo("m1");
        world.fails(second, ErrorCode.CALL_TIMEOUT);
        session.commit();
        assertThat(node.skipTo(Commit.class).deliveries()).containsExactly(ref(1));
        assertThat(text(take(two))).isEqualTo("m2");
    }

    @Test
    void twoTakesAreServedOneAfterTheOther() {
        Node node = world.connected();
        world.connection.start();
        ClientSession session = world.connection.openSession(AckMode.TRANSACTED);
        ClientConsumer one = world.consumer(node, session);
        ClientConsumer two = world.consumer(node, session);
        node.deliver(1, 1, ref(1), message("m1"));
        node.deliver(1, 2, ref(2), message("m2"));
        Call<Delivery> first = one.take(true);
        Call<Delivery> second = two.take(true);
        assertThat(text(world.taken(first))).isEqualTo("m1");
        assertThat(text(world.taken(second))).isEqualTo("m2");
    }
}
