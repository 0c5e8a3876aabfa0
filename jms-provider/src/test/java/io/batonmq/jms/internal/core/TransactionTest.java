package io.batonmq.jms.internal.core;

import static io.batonmq.jms.internal.core.Scenario.message;
import static io.batonmq.jms.internal.core.Scenario.ref;
import static io.batonmq.jms.internal.core.Scenario.state;
import static org.assertj.core.api.Assertions.assertThat;

import io.batonmq.jms.internal.core.ScriptedLinks.Node;
import io.batonmq.wire.BrokerFrame.Drained;
import io.batonmq.wire.Command.Commit;
import io.batonmq.wire.Command.Rollback;
import io.batonmq.wire.Command.TransactedAck;
import io.batonmq.wire.Command.TransactedSend;
import io.batonmq.wire.DeliveryRef;
import io.batonmq.wire.ErrorCode;
import io.batonmq.wire.Refusal;
import io.batonmq.wire.Request.AckMode;
import io.batonmq.wire.Request.Drain;
import io.batonmq.wire.Resumption.ClaimsAnswer;
import io.batonmq.wire.Resumption.ClaimsEnd;
import io.batonmq.wire.Resumption.Resumed;
import io.batonmq.wire.TransactionId;
import io.batonmq.wire.WireLimits;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A local transaction is kept whole until its outcome is durable (R4, R13, R19). */
class TransactionTest {
    private final Scenario world = Scenario.failover("jms.prefetch=20000");

    private ClientSession transacted() {
        return world.connection.openSession(AckMode.TRANSACTED);
    }

    private Node next(Node lost, long durable) {
        lost.lose();
        Node node = world.reopened();
        node.answer(2, state(0, 0, 0), state(1, durable, durable));
        node.skipTo(ClaimsEnd.class);
        node.receive(new Resumed());
        return node;
    }

    @Test
    void sendsAreTakenAtOnceAndNumberedWithinTheTransaction() {
        Node node = world.connected();
        ClientSession session = transacted();
        world.done(session.send(message("one")));
        world.done(session.send(message("two")));
        Call<Void> commit = session.commit();
        TransactedSend first = node.skipTo(TransactedSend.class);
        assertThat(first.index()).isEqualTo(1);
        assertThat(first.transaction()).isEqualTo(new TransactionId.Local(1));
        assertThat(node.expect(TransactedSend.class).index()).isEqualTo(2);
        Commit frame = node.expect(Commit.class);
        assertThat(frame.number()).isEqualTo(1);
        assertThat(frame.commands()).isEqualTo(2);
        world.waits(commit);
        node.confirm(1, 1);
        world.done(commit);
        session.send(message("three"));
        assertThat(node.expect(TransactedSend.class).transaction()).isEqualTo(new TransactionId.Local(2));
    }

    @Test
    void anOpenTransactionIsSentAgainWholeToANewHolder() {
        Node first = world.connected();
        ClientSession session = transacted();
        session.send(message("one"));
        Node second = next(first, 0);
        assertThat(second.expect(TransactedSend.class).index()).isEqualTo(1);
        session.send(message("two"));
        assertThat(second.expect(TransactedSend.class).index()).isEqualTo(2);
        session.commit();
        assertThat(second.expect(Commit.class).commands()).isEqualTo(2);
    }

    @Test
    void aRolledBackTransactionIsNotSentAgain() {
        Node first = world.connected();
        ClientSession session = transacted();
        session.send(message("one"));
        world.done(session.rollback());
        assertThat(first.skipTo(Rollback.class).transaction()).isEqualTo(new TransactionId.Local(1));
        Node second = next(first, 0);
        second.expect(Rollback.class);
        second.expectNothing();
    }

    @Test
    void anEmptyCommitWritesNothing() {
        Node node = world.connected();
        ClientSession session = transacted();
        node.drain();
        world.done(session.commit());
        world.done(session.rollback());
        node.expectNothing();
    }

    @Test
    void aRefusedCommitTellsTheHoldersReason() {
        Node node = world.connected();
        ClientSession session = transacted();
        session.send(message("one"));
        Call<Void> commit = session.commit();
        node.confirm(1, 1, new Refusal(1, ErrorCode.TRANSACTION_TOO_LARGE, "too large"));
        world.fails(commit, ErrorCode.TRANSACTION_TOO_LARGE);
    }

    @Test
    void aCommitThatWasNeverWrittenAndIsGivenUpIsRolledBackForCertain() {
        Node first = world.connected();
        ClientSession session = transacted();
        session.send(message("one"));
        first.lose();
        Call<Void> commit = session.commit();
        commit.withdraw("timeout");
        world.fails(commit, ErrorCode.CALL_TIMEOUT);
        Node second = world.reopened();
        second.answer(2, state(0, 0, 0), state(1, 0, 0));
        second.skipTo(ClaimsEnd.class);
        second.receive(new Resumed());
        assertThat(second.expect(Rollback.class).transaction()).isEqualTo(new TransactionId.Local(1));
        second.expectNothing();
        world.fails(session.commit(), ErrorCode.TRANSACTION_ROLLED_BACK);
    }

    @Test
    void moreDeliveriesThanFitGoAheadOfTheCommit() {
        Node node = world.connected();
        world.connection.start();
        ClientSession session = transacted();
        ClientConsumer consumer = world.consumer(node, session);
        List<DeliveryRef> refs = handed(node, consumer, WireLimits.REFERENCES + 1);
        session.send(message("result"));
        session.commit();
        TransactedAck ahead = node.skipTo(TransactedAck.class);
        assertThat(ahead.index()).isEqualTo(2);
        assertThat(ahead.deliveries()).isEqualTo(refs.subList(0, WireLimits.REFERENCES));
        Commit commit = node.expect(Commit.class);
        assertThat(commit.commands()).isEqualTo(2);
        assertThat(commit.deliveries()).containsExactly(ref(WireLimits.REFERENCES + 1));
    }

    /** The application was handed so many, m1 and on; returns their references. */
    private List<DeliveryRef> handed(Node node, ClientConsumer consumer, int count) {
        List<DeliveryRef> refs = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            refs.add(ref(i));
            node.deliver(1, 1, ref(i), message("m"));
            world.taken(consumer.take(true));
        }
        return refs;
    }

    private Node resumed(List<DeliveryRef> granted) {
        Node node = world.reopened();
        node.answer(2, state(0, 0, 0), state(1, 0, 0));
        node.skipTo(ClaimsEnd.class);
        for (int at = 0; at < granted.size(); at += WireLimits.REFERENCES) {
            int to = Math.min(granted.size(), at + WireLimits.REFERENCES);
            node.receive(new ClaimsAnswer(1, granted.subList(at, to)));
        }
        node.receive(new Resumed());
        return node;
    }

    /** In frames that take it, the first under the commit's number; nothing is handed out before the last is durable. */
    private void goesBack(Node node, ClientConsumer consumer, List<DeliveryRef> refs) {
        assertThat(world.connection.state()).isEqualTo(ClientConnection.State.CONNECTED);
        Rollback first = node.expect(Rollback.class);
        assertThat(first.number()).isEqualTo(1);
        assertThat(first.transaction()).isEqualTo(new TransactionId.Local(1));
        assertThat(first.deliveries()).isEqualTo(refs.subList(0, WireLimits.REFERENCES));
        Rollback rest = node.expect(Rollback.class);
        assertThat(rest.number()).isEqualTo(2);
        assertThat(rest.transaction()).isEqualTo(TransactionId.None.NONE);
        assertThat(rest.deliveries()).isEqualTo(refs.subList(WireLimits.REFERENCES, refs.size()));
        node.expectNothing();
        node.confirm(1, 1);
        node.deliver(1, 1, ref(20_000), message("later"));
        Call<@Nullable Delivery> take = consumer.take(true);
        world.waits(take);
        node.confirm(1, 2);
        Drain drain = node.expect(Drain.class);
        node.deliver(1, 1, refs.get(0), message("again"));
        node.receive(new Drained(1, 1, drain.request()));
        assertThat(Scenario.text(world.taken(take))).isEqualTo("again");
    }

    @Test
    void aGivenUpCommitOfMoreDeliveriesThanAFrameTakesGoesBackInParts() {
        Node first = world.connected();
        world.connection.start();
        ClientSession session = transacted();
        ClientConsumer consumer = world.consumer(first, session);
        List<DeliveryRef> refs = handed(first, consumer, WireLimits.REFERENCES + 1);
        first.lose();
        Call<Void> commit = session.commit();
        commit.withdraw("timeout");
        world.fails(commit, ErrorCode.CALL_TIMEOUT);
        goesBack(resumed(refs), consumer, refs);
    }

    @Test
    void aCommitWithALostClaimAndMoreDeliveriesThanAFrameTakesGoesBackInParts() {
        Node first = world.connected();
        world.connection.start();
        ClientSession session = transacted();
        ClientConsumer consumer = world.consumer(first, session);
        List<DeliveryRef> refs = handed(first, consumer, WireLimits.REFERENCES + 2);
        first.lose();
        Call<Void> commit = session.commit();
        List<DeliveryRef> left = refs.subList(1, refs.size());
        Node second = resumed(left);
        world.fails(commit, ErrorCode.TRANSACTION_ROLLED_BACK);
        goesBack(second, consumer, left);
    }
}
