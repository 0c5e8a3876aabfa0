package io.batonmq.broker.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.batonmq.wire.BrokerFrame.Confirm;
import io.batonmq.wire.BrokerFrame.Deliver;
import io.batonmq.wire.Command;
import io.batonmq.wire.DeliveryRef;
import io.batonmq.wire.ErrorCode;
import io.batonmq.wire.Request.AckMode;
import io.batonmq.wire.TransactionId;
import io.batonmq.wire.WireDestination;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Local transactions (R4, R6, R11, R13, R20; C02, C07, C10, C11). */
class TransactionTest {
    private static final TransactionId FIRST = new TransactionId.Local(1);

    private final Holder holder = Holder.first();
    private final TestClient client = TestClient.connect(holder).session(1, AckMode.TRANSACTED);

    private TestClient consumer() {
        return TestClient.connect(holder).session(1, AckMode.CLIENT).consumer(1, 1);
    }

    private static List<ErrorCode> codes(Confirm confirm) {
        return confirm.refusals().stream().map(refusal -> refusal.code()).toList();
    }

    @Test
    void nothingOfATransactionIsVisibleBeforeItsCommitIsDurable() {
        TestClient consumer = consumer();
        client.write(client.transactedSend(1, 1, 1, "a"), client.transactedSend(1, 1, 2, "b"));
        holder.run();
        assertThat(holder.store.messages("q")).isEmpty();
        holder.store.hold();
        client.write(client.commit(1, 1, 2));
        assertThat(consumer.delivered()).isEmpty();

        holder.store.release();

        assertThat(consumer.texts()).containsExactly("a", "b");
        assertThat(client.confirmed(1).durable()).isEqualTo(1);
    }

    @Test
    void aCommitAcknowledgesAndSendsInOneBatch() {
        TestClient producer = TestClient.connect(holder).session(1, AckMode.AUTO);
        producer.write(producer.send(1, "in"));
        client.consumer(1, 1);
        Deliver in = client.deliveredOne();
        int batches = holder.store.written().size();
        client.write(
                client.handOut(in),
                new Command.TransactedSend(
                        1,
                        FIRST,
                        1,
                        TestClient.message(new WireDestination(WireDestination.Kind.QUEUE, "out"), "r", true),
                        null),
                client.commit(1, 1, 1, in));
        holder.run();

        assertThat(holder.store.messages("q")).isEmpty();
        assertThat(holder.store.messages("out")).hasSize(1);
        assertThat(holder.store.written()).hasSize(batches + 1);
    }

    @Test
    void aCommitOfWhichACommandIsMissingIsRolledBack() {
        client.write(client.transactedSend(1, 1, 1, "a"), client.commit(1, 1, 2));

        assertThat(codes(client.confirmed(1))).containsExactly(ErrorCode.TRANSACTION_ROLLED_BACK);
        assertThat(holder.store.messages("q")).isEmpty();
        client.write(client.transactedSend(1, 2, 1, "next"), client.commit(1, 2, 1));
        assertThat(codes(client.confirmed(1))).isEmpty();
        assertThat(holder.store.messages("q")).hasSize(1);
    }

    @Test
    void commandsSentAgainToTheSameHolderCountOnce() {
        client.write(client.transactedSend(1, 1, 1, "a"));
        client.goTo(holder).resume();
        client.write(client.transactedSend(1, 1, 1, "a"), client.transactedSend(1, 1, 2, "b"), client.commit(1, 1, 2));

        assertThat(codes(client.confirmed(1))).isEmpty();
        assertThat(holder.store.messages("q")).hasSize(2);
    }

    @Test
    void aTransactionIsSentWholeToANewHolder() {
        client.write(client.transactedSend(1, 1, 1, "a"));
        holder.run();
        Holder next = holder.takenOver();
        client.goTo(next).resume();
        client.write(client.transactedSend(1, 1, 1, "a"), client.transactedSend(1, 1, 2, "b"), client.commit(1, 1, 2));

        assertThat(codes(client.confirmed(1))).isEmpty();
        assertThat(next.store.messages("q")).hasSize(2);
    }

    @Test
    void aRepeatedCommitIsAnsweredNotApplied() {
        Command.Commit commit = client.commit(1, 1, 1);
        client.write(client.transactedSend(1, 1, 1, "a"), commit);
        holder.run();
        Holder next = holder.takenOver();
        client.goTo(next).resume();
        client.write(client.transactedSend(1, 1, 1, "a"), commit);
        holder.run();

        assertThat(client.confirmed(1).durable()).isEqualTo(1);
        assertThat(next.store.messages("q")).hasSize(1);
    }

    @Test
    void theRefusalOfACommitIsKnownToANewHolder() {
        client.write(client.transactedSend(1, 1, 1, "a"), client.commit(1, 1, 2));
        holder.run();
        Holder next = holder.takenOver();

        assertThat(TestClient.state(client.goTo(next).attach(), 1).refusals())
                .extracting(refusal -> refusal.code())
                .containsExactly(ErrorCode.TRANSACTION_ROLLED_BACK);
    }

    @Test
    void aCommitThatNamesALostMessageIsRolledBackAndGivesTheOthersBack() {
        TestClient producer = TestClient.connect(holder).session(1, AckMode.AUTO);
        producer.write(producer.send(1, "a"), producer.send(1, "b"));
        client.consumer(1, 1);
        List<Deliver> both = client.delivered();
        client.write(client.handOut(both.get(0), both.get(1)));
        client.goTo(holder).resume(Map.of(1, TestClient.claims(true, both.get(0))));
        List<Deliver> again = client.delivered();
        assertThat(again).extracting(TestClient::text).containsExactly("b");
        TestClient other = consumer();
        client.write(client.rollback(1, FIRST, again.get(0)));
        // b is with the session again, as another delivery of the same name; a stranger's is named
        client.delivered();
        client.write(
                client.transactedSend(1, 2, 1, "result"),
                new Command.Commit(
                        1,
                        client.next(1),
                        0,
                        new TransactionId.Local(2),
                        1,
                        List.of(both.get(0).delivery(), new DeliveryRef(9, 9, 9, true)),
                        null));

        assertThat(codes(client.confirmed(1))).containsExactly(ErrorCode.TRANSACTION_ROLLED_BACK);
        assertThat(holder.store.messages("q")).hasSize(2);
        assertThat(other.texts()).doesNotContain("result");
    }

    @Test
    void aRollbackGivesBackOnlyOnceItsNumberIsDurable() {
        TestClient producer = TestClient.connect(holder).session(1, AckMode.AUTO);
        producer.write(producer.send(1, "a"));
        client.consumer(1, 1);
        Deliver a = client.deliveredOne();
        holder.store.hold();
        client.write(client.handOut(a), client.transactedSend(1, 1, 1, "never"), client.rollback(1, FIRST, a));
        assertThat(client.delivered()).isEmpty();

        holder.store.release();

        assertThat(client.delivered())
                .extracting(deliver -> TestClient.text(deliver) + deliver.deliveryCount())
                .containsExactly("a2");
        assertThat(holder.store.messages("q")).hasSize(1);
    }

    @Test
    void aWithdrawnCommitTakesItsTransactionAlong() {
        client.write(
                client.transactedSend(1, 1, 1, "a"),
                new Command.Skip(1, client.next(1), 0),
                client.rollback(1, FIRST),
                client.transactedSend(1, 2, 1, "b"),
                client.commit(1, 2, 1));

        assertThat(codes(client.confirmed(1))).containsExactly(ErrorCode.COMMAND_SKIPPED);
        assertThat(holder.store.messages("q")).hasSize(1);
    }

    @Test
    void aRefusedSendInATransactionRefusesItsCommit() {
        WireDestination gone = new WireDestination(WireDestination.Kind.TEMPORARY_QUEUE, "$tmp.nobody.1");
        client.write(
                client.transactedSend(1, 1, 1, "a"),
                new Command.TransactedSend(1, FIRST, 2, TestClient.message(gone, "x", true), null),
                client.commit(1, 1, 2));

        Confirm confirm = client.confirmed(1);

        assertThat(codes(confirm)).containsExactly(ErrorCode.TRANSACTION_ROLLED_BACK);
        assertThat(confirm.refusals().get(0).text()).contains("$tmp.nobody.1");
        assertThat(holder.store.messages("q")).isEmpty();
    }

    @Test
    void unstoredMessagesOfATransactionAppearWithItsCommitWhichIsNumbered() {
        TestClient consumer = consumer();
        client.write(new Command.TransactedSend(1, FIRST, 1, TestClient.message("np", false), null));
        assertThat(consumer.delivered()).isEmpty();
        client.write(client.commit(1, 1, 1));

        assertThat(consumer.texts()).containsExactly("np");
        assertThat(client.storedRow(1).durable()).isEqualTo(1);
        assertThat(holder.store.messages("q")).isEmpty();
    }

    @Test
    void deliveriesMayBeAcknowledgedAheadOfTheCommit() {
        TestClient producer = TestClient.connect(holder).session(1, AckMode.AUTO);
        producer.write(producer.send(1, "a"), producer.send(1, "b"));
        client.consumer(1, 1);
        List<Deliver> both = client.delivered();
        client.write(
                client.handOut(both.get(0), both.get(1)),
                new Command.TransactedAck(1, FIRST, 1, TestClient.refs(both.get(0))),
                client.commit(1, 1, 1, both.get(1)));

        assertThat(codes(client.confirmed(1))).isEmpty();
        assertThat(holder.store.messages("q")).isEmpty();
    }

    @Test
    void aTransactionOverTheMaximumIsRefused() {
        String large = "x".repeat(700 * 1024);
        for (int i = 1; i <= 6; i++) {
            client.write(client.transactedSend(1, 1, i, large));
        }
        client.write(client.commit(1, 1, 6));

        assertThat(codes(client.confirmed(1))).containsExactly(ErrorCode.TRANSACTION_TOO_LARGE);
        assertThat(holder.store.messages("q")).isEmpty();
    }

    @Test
    void aCommitTheDatabaseRefusesGivesItsMessagesBack() {
        TestClient producer = TestClient.connect(holder).session(1, AckMode.AUTO);
        producer.write(producer.send(1, "a"));
        client.consumer(1, 1);
        Deliver a = client.deliveredOne();
        holder.store.refuse(batch -> batch.insertMessages().size() == 2);
        client.write(
                client.handOut(a),
                client.transactedSend(1, 1, 1, "x"),
                client.transactedSend(1, 1, 2, "y"),
                client.commit(1, 1, 2, a));

        assertThat(codes(client.confirmed(1))).containsExactly(ErrorCode.COMMAND_POISON);
        assertThat(client.texts()).containsExactly("a");
        assertThat(holder.store.messages("q")).hasSize(1);
    }
}
