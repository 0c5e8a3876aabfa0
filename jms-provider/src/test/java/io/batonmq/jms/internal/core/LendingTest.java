package io.batonmq.jms.internal.core;

import static io.batonmq.jms.internal.core.Scenario.message;
import static io.batonmq.jms.internal.core.Scenario.ref;
import static io.batonmq.jms.internal.core.Scenario.state;
import static io.batonmq.jms.internal.core.Scenario.text;
import static io.batonmq.jms.internal.core.Scenario.voided;
import static org.assertj.core.api.Assertions.assertThat;

import io.batonmq.jms.internal.core.ScriptedLinks.Node;
import io.batonmq.wire.Command.Ack;
import io.batonmq.wire.Command.CloseSession;
import io.batonmq.wire.Command.Commit;
import io.batonmq.wire.Command.Rollback;
import io.batonmq.wire.Command.TransactedSend;
import io.batonmq.wire.DeliveryRef;
import io.batonmq.wire.ErrorCode;
import io.batonmq.wire.Refusal;
import io.batonmq.wire.Request.AckMode;
import io.batonmq.wire.Request.Drain;
import io.batonmq.wire.Request.HandOut;
import io.batonmq.wire.Resumption.Claim;
import io.batonmq.wire.Resumption.Claims;
import io.batonmq.wire.Resumption.ClaimsAnswer;
import io.batonmq.wire.Resumption.ClaimsEnd;
import io.batonmq.wire.Resumption.Resumed;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/**
 * A connection consumer's deliveries belong to the session of all connection consumers (here 1), whoever was handed them:
 * what other sessions (2, 3) say of them is said in its name and survives with it (R23).
 */
class LendingTest {
    private static final int SUPPLY = 1;

    private Scenario world = Scenario.failover();

    /** The connection consumer, with so many messages delivered: m1, m2 … */
    private ClientConsumer supplied(Node node, int messages) {
        world.connection.start();
        ClientConsumer consumer = world.consumer(node, world.connection.supply());
        for (int i = 1; i <= messages; i++) {
            node.deliver(SUPPLY, 1, ref(i), message("m" + i));
        }
        node.drain();
        return consumer;
    }

    private ClientSession session(AckMode mode) {
        return world.connection.openSession(mode);
    }

    private Delivery take(ClientConsumer consumer, ClientSession session) {
        return Objects.requireNonNull(world.taken(consumer.takeFor(session)));
    }

    /** On the next node, where these claims are granted. */
    private Node next(Node lost, DeliveryRef... granted) {
        lost.lose();
        Node node = world.reopened();
        node.answer(2, state(0, 0, 0), state(1, 0, 0), state(2, 0, 0));
        node.skipTo(ClaimsEnd.class);
        node.receive(new ClaimsAnswer(SUPPLY, List.of(granted)), new Resumed());
        return node;
    }

    @Test
    void itTellsOnceThereIsMoreThanIsSpokenFor() {
        Node node = world.connected();
        ClientConsumer consumer = supplied(node, 1);
        world.done(consumer.awaitMore(() -> 0));
        Call<Void> more = consumer.awaitMore(() -> 1);
        world.waits(more);
        node.deliver(SUPPLY, 1, ref(2), message("m2"));
        world.done(more);
        assertThat(consumer.available()).isEqualTo(2);
        world.connection.stop();
        assertThat(consumer.available()).isZero();
        assertThat(world.taken(consumer.takeFor(session(AckMode.AUTO)))).isNull();
    }

    @Test
    void autoAcknowledgesInTheNameOfTheConsumersSessionAndEachSessionAnnouncesItsOwnHandOuts() {
        Node node = world.connected();
        ClientConsumer consumer = supplied(node, 3);
        ClientSession one = session(AckMode.AUTO);
        ClientSession two = session(AckMode.AUTO);
        Delivery m1 = take(consumer, one);
        assertThat(node.skipTo(HandOut.class)).isEqualTo(new HandOut(SUPPLY, List.of(ref(1))));
        take(consumer, two);
        assertThat(node.expect(HandOut.class)).isEqualTo(new HandOut(SUPPLY, List.of(ref(2))));
        one.handled(m1);
        assertThat(text(take(consumer, one))).isEqualTo("m3");
        Ack ack = node.expect(Ack.class);
        assertThat(ack.session()).isEqualTo(SUPPLY);
        assertThat(ack.deliveries()).containsExactly(ref(1));
        assertThat(ack.next()).isEqualTo(ref(3));
        assertThat(one.holds(m1)).isFalse();
    }

    @Test
    void theWindowOfUnconfirmedAcknowledgementsIsEachSessionsOwn() {
        world = Scenario.failover("jms.ackWindow=1");
        Node node = world.connected();
        ClientConsumer consumer = supplied(node, 4);
        ClientSession one = session(AckMode.AUTO);
        one.handled(take(consumer, one));
        Call<Delivery> waiting = consumer.takeFor(one);
        world.waits(waiting);
        assertThat(text(take(consumer, session(AckMode.AUTO)))).isEqualTo("m2");
        node.confirm(SUPPLY, 1);
        assertThat(text(world.taken(waiting))).isEqualTo("m3");
    }

    @Test
    void aTransactionsSendsAndDeliveriesAreCommittedTogether() {
        Node node = world.connected();
        ClientConsumer consumer = supplied(node, 2);
        ClientSession session = session(AckMode.TRANSACTED);
        world.done(session.send(message("before")));
        assertThat(node.skipTo(TransactedSend.class).session()).isEqualTo(2);
        take(consumer, session);
        world.done(session.send(message("after")));
        node.drain();
        Call<Void> commit = session.commit();
        TransactedSend before = node.skipTo(TransactedSend.class);
        TransactedSend after = node.expect(TransactedSend.class);
        Commit decided = node.expect(Commit.class);
        assertThat(List.of(before.session(), after.session(), decided.session()))
                .containsOnly(SUPPLY);
        assertThat(before.transaction()).isEqualTo(decided.transaction());
        assertThat(decided.commands()).isEqualTo(2);
        assertThat(decided.deliveries()).containsExactly(ref(1));
        world.waits(commit);
        node.confirm(SUPPLY, 1);
        world.done(commit);
    }

    @Test
    void whatWasSentAheadInTheSessionsOwnNameIsGivenUpThere() {
        Node node = world.connected();
        ClientConsumer consumer = supplied(node, 1);
        ClientSession session = session(AckMode.TRANSACTED);
        world.done(session.send(message("before")));
        take(consumer, session);
        node.drain();
        session.commit();
        world.loop.run();
        assertThat(node.drain())
                .filteredOn(Rollback.class::isInstance)
                .singleElement()
                .satisfies(frame -> assertThat(frame.session()).isEqualTo(2));
    }

    @Test
    void eachSessionsTransactionHasItsOwnOutcome() {
        Node node = world.connected();
        ClientConsumer consumer = supplied(node, 2);
        ClientSession one = session(AckMode.TRANSACTED);
        ClientSession two = session(AckMode.TRANSACTED);
        take(consumer, one);
        take(consumer, two);
        Call<Void> first = one.commit();
        Call<Void> second = two.commit();
        world.loop.run();
        node.confirm(SUPPLY, 2, new Refusal(1, ErrorCode.TRANSACTION_ROLLED_BACK, "as the test wants it"));
        world.fails(first, ErrorCode.TRANSACTION_ROLLED_BACK);
        world.done(second);
    }

    @Test
    void whatIsGivenBackComesAgainBeforeWhatIsBehindIt() {
        Node node = world.connected();
        ClientConsumer consumer = supplied(node, 3);
        ClientSession session = session(AckMode.TRANSACTED);
        ClientSession other = session(AckMode.TRANSACTED);
        take(consumer, session);
        Delivery m2 = take(consumer, other);
        node.drain();
        world.done(session.rollback());
        Rollback rollback = node.skipTo(Rollback.class);
        assertThat(rollback.session()).isEqualTo(SUPPLY);
        assertThat(rollback.deliveries()).containsExactly(ref(1), ref(3));
        assertThat(other.holds(m2)).isTrue();
        assertThat(world.taken(consumer.takeFor(other))).isNull();
        Call<Void> more = consumer.awaitMore(() -> 0);
        node.deliver(SUPPLY, 1, ref(3), message("m3"));
        node.confirm(SUPPLY, 1);
        Drain drain = node.skipTo(Drain.class);
        node.deliver(SUPPLY, 1, ref(1), message("m1"));
        world.waits(more);
        node.receive(new io.batonmq.wire.BrokerFrame.Drained(SUPPLY, 1, drain.request()));
        world.done(more);
        assertThat(text(take(consumer, other))).isEqualTo("m1");
    }

    @Test
    void aFailedListenerGivesBackWhatItsOwnSessionHas() {
        Node node = world.connected();
        ClientConsumer consumer = supplied(node, 2);
        ClientSession one = session(AckMode.AUTO);
        ClientSession two = session(AckMode.AUTO);
        Delivery m1 = take(consumer, one);
        Delivery m2 = take(consumer, two);
        node.drain();
        one.rejected(m1);
        world.loop.run();
        assertThat(node.expect(Rollback.class).deliveries()).containsExactly(ref(1));
        two.handled(m2);
        world.loop.run();
        assertThat(node.expect(Ack.class).deliveries()).containsExactly(ref(2));
    }

    @Test
    void itsHandsAndItsCommandsAreClaimedInTheNameOfTheConsumersSession() {
        Node first = world.connected();
        ClientConsumer consumer = supplied(first, 3);
        ClientSession auto = session(AckMode.AUTO);
        take(consumer, session(AckMode.CLIENT));
        auto.handled(take(consumer, auto));
        world.loop.run();
        first.lose();
        Node second = world.reopened();
        second.answer(2, state(0, 0, 0), state(1, 0, 0), state(2, 0, 0), state(3, 0, 0));
        Claims claims = second.skipTo(Claims.class);
        assertThat(claims.session()).isEqualTo(SUPPLY);
        assertThat(claims.claims())
                .containsExactlyInAnyOrder(
                        new Claim(ref(1), 1, true, 1), new Claim(ref(2), 1, true, 1), new Claim(ref(3), 1, false, 1));
        second.expect(ClaimsEnd.class);
        second.receive(new ClaimsAnswer(SUPPLY, List.of(ref(1), ref(2), ref(3))), new Resumed());
        assertThat(second.skipTo(Ack.class).deliveries()).containsExactly(ref(2));
    }

    @Test
    void aCommitThatWasUnderWayIsRepeatedWithItsSends() {
        Node first = world.connected();
        ClientConsumer consumer = supplied(first, 1);
        ClientSession session = session(AckMode.TRANSACTED);
        take(consumer, session);
        session.send(message("result"));
        Call<Void> commit = session.commit();
        world.waits(commit);
        Node second = next(first, ref(1));
        assertThat(second.expect(TransactedSend.class).session()).isEqualTo(SUPPLY);
        assertThat(second.expect(Commit.class).deliveries()).containsExactly(ref(1));
        second.confirm(SUPPLY, 1);
        world.done(commit);
    }

    @Test
    void aLostClaimRollsBackTheTransactionThatHasItAndNoOther() {
        Node first = world.connected();
        ClientConsumer consumer = supplied(first, 2);
        ClientSession one = session(AckMode.TRANSACTED);
        ClientSession two = session(AckMode.TRANSACTED);
        take(consumer, one);
        take(consumer, two);
        one.send(message("result"));
        Node second = next(first, ref(2));
        second.drain();
        world.fails(one.commit(), ErrorCode.TRANSACTION_ROLLED_BACK);
        assertThat(second.drain()).noneMatch(TransactedSend.class::isInstance);
        Call<Void> commit = two.commit();
        world.waits(commit);
        assertThat(second.skipTo(Commit.class).deliveries()).containsExactly(ref(2));
    }

    @Test
    void claimsThatAreVoidAreLostToAllWhoWereHandedThem() {
        Node first = world.connected();
        ClientConsumer consumer = supplied(first, 2);
        ClientSession client = session(AckMode.CLIENT);
        ClientSession auto = session(AckMode.AUTO);
        take(consumer, client);
        Delivery m2 = take(consumer, auto);
        first.lose();
        Node second = world.reopened();
        second.answer(2, state(0, 0, 0), voided(1, 0), state(2, 0, 0), state(3, 0, 0));
        assertThat(second.skipTo(ClaimsEnd.class).voidKnown()).containsExactly(SUPPLY);
        second.receive(new Resumed());
        world.fails(client.acknowledge(), ErrorCode.CLAIM_LOST);
        assertThat(auto.holds(m2)).isFalse();
        assertThat(world.notices()).containsExactly(ErrorCode.CLAIM_LOST);
    }

    @Test
    void aSessionThatIsClosedGivesBackAndEndsWhenThatIsConfirmed() {
        Node node = world.connected();
        ClientConsumer consumer = supplied(node, 1);
        ClientSession session = session(AckMode.TRANSACTED);
        take(consumer, session);
        node.drain();
        Call<Void> close = session.close();
        world.waits(close);
        assertThat(node.drain()).noneMatch(CloseSession.class::isInstance).anyMatch(Rollback.class::isInstance);
        node.confirm(SUPPLY, 1);
        assertThat(node.skipTo(CloseSession.class).closed()).isEqualTo(2);
        node.confirm(0, 1);
        world.done(close);
        assertThat(world.taken(consumer.takeFor(session))).isNull();
    }

    @Test
    void aConsumerThatIsClosedLeavesWhatWasHandedOutToItsSession() {
        Node node = world.connected();
        ClientConsumer consumer = supplied(node, 2);
        ClientSession session = session(AckMode.TRANSACTED);
        take(consumer, session);
        Call<Void> more = consumer.awaitMore(() -> 1);
        consumer.close();
        world.fails(more, ErrorCode.CLOSED);
        assertThat(world.taken(consumer.takeFor(session))).isNull();
        session.commit();
        world.loop.run();
        assertThat(node.skipTo(Commit.class).deliveries()).containsExactly(ref(1));
    }

    @Test
    void aTakeThatWaitsEndsWithItsLink() {
        world = Scenario.failover("jms.ackWindow=1");
        Node node = world.connected();
        ClientConsumer consumer = supplied(node, 2);
        ClientSession session = session(AckMode.AUTO);
        session.handled(take(consumer, session));
        Call<Delivery> waiting = consumer.takeFor(session);
        world.waits(waiting);
        node.lose();
        assertThat(world.taken(waiting)).isNull();
    }
}
