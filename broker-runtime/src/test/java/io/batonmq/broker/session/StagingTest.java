package io.batonmq.broker.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.batonmq.wire.BrokerFrame.Confirm;
import io.batonmq.wire.BrokerFrame.Deliver;
import io.batonmq.wire.Command;
import io.batonmq.wire.ErrorCode;
import io.batonmq.wire.Request;
import io.batonmq.wire.Request.AckMode;
import io.batonmq.wire.Resumption.ResumeAnswer;
import io.batonmq.wire.TransactionId;
import io.batonmq.wire.WireDestination;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** S8: transactions over the staging threshold. */
class StagingTest {
    private static final TransactionId FIRST = new TransactionId.Local(1);
    private static final int COUNT = 40;

    private final Holder holder = Holder.first();
    private final TestClient client = TestClient.connect(holder).session(1, AckMode.TRANSACTED);

    /** 40 messages of 40 KiB: over the threshold of 1 MiB. */
    private void large(long transaction) {
        for (int i = 1; i <= COUNT; i++) {
            client.write(client.transactedSend(1, transaction, i, text(i)));
        }
        client.holder.run();
    }

    private static String text(int i) {
        return i + "x".repeat(40 * 1024);
    }

    private static List<String> names(TestClient consumer) {
        return consumer.texts().stream().map(text -> text.replace("x", "")).toList();
    }

    private static List<String> oneTo(int count) {
        List<String> names = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            names.add(String.valueOf(i));
        }
        return names;
    }

    private static TestClient consumer(Holder at) {
        TestClient consumer = TestClient.connect(at).session(1, AckMode.CLIENT);
        consumer.credit = 10_000;
        consumer.consumer(1, 1);
        consumer.write(new Request.Credit(1, 1, 0, 1 << 30));
        return consumer;
    }

    @Test
    void isWrittenAheadInvisiblyAndAppearsInOrderWithItsCommit() {
        TestClient consumer = consumer(holder);
        large(1);
        assertThat(holder.store.stagedItems()).isPositive();
        assertThat(consumer.delivered()).isEmpty();

        client.write(client.commit(1, 1, COUNT), client.transactedSend(1, 2, 1, "after"), client.commit(1, 2, 1));

        List<Confirm> confirms = client.link.take(Confirm.class);
        assertThat(confirms.get(confirms.size() - 1).durable()).isEqualTo(2);
        assertThat(confirms).flatExtracting(Confirm::refusals).isEmpty();
        List<String> expected = oneTo(COUNT);
        expected.add("after");
        assertThat(names(consumer)).containsExactlyElementsOf(expected);
        assertThat(holder.store.stages()).isZero();
        assertThat(holder.store.stagedItems()).isZero();
    }

    @Test
    void noBatchExceedsItsBound() {
        large(1);
        client.write(client.commit(1, 1, COUNT));
        holder.run();

        assertThat(holder.store.written())
                .allSatisfy(batch -> assertThat(batch.insertMessages().stream()
                                        .mapToLong(row -> row.size())
                                        .sum()
                                + batch.insertStaged().size())
                        .isLessThan(5 << 20));
        assertThat(holder.store.messages("q")).hasSize(COUNT);
    }

    @Test
    void aRollbackRemovesWhatWasStaged() {
        large(1);
        client.write(client.rollback(1, FIRST));
        holder.run();

        assertThat(holder.store.stages()).isZero();
        assertThat(holder.store.stagedItems()).isZero();
        assertThat(holder.store.messages("q")).isEmpty();
    }

    @Test
    void aNewHolderDropsWhatWasNotCommitted() {
        large(1);
        Holder next = holder.takenOver();
        next.run();
        assertThat(next.store.stages()).isZero();
        assertThat(next.store.stagedItems()).isZero();

        client.goTo(next).resume();
        large(1);
        client.write(client.commit(1, 1, COUNT));

        assertThat(client.confirmed(1).refusals()).isEmpty();
        assertThat(next.store.messages("q")).hasSize(COUNT);
    }

    @Test
    void aNewHolderSpreadsOnBeforeTheClientGoesOn() {
        large(1);
        client.write(client.commit(1, 1, COUNT));
        // step by step until the first part is spread
        holder.store.hold();
        holder.run();
        int batches = 0;
        while (holder.store.messages("q").isEmpty() && batches++ < 1_000) {
            holder.store.releaseOne();
            holder.loop.run();
        }
        int spread = holder.store.messages("q").size();
        assertThat(spread).isBetween(1, COUNT - 1);
        assertThat(client.link.take(Confirm.class)).isEmpty();

        Holder next = holder.takenOver();
        next.store.hold();
        client.goTo(next).writeResume();
        next.run();
        assertThat(client.link.take(ResumeAnswer.class)).isEmpty();
        next.store.release();

        ResumeAnswer answer = client.link.one(ResumeAnswer.class);
        assertThat(TestClient.state(answer, 1).durable()).isEqualTo(1);
        assertThat(names(consumer(next))).containsExactlyElementsOf(oneTo(COUNT));
        assertThat(next.store.stages()).isZero();
    }

    @Test
    void manyDeliveriesAreConsumedInBoundedBatches() {
        TestClient producer = TestClient.connect(holder).session(1, AckMode.AUTO);
        for (int i = 0; i < 1_500; i++) {
            producer.write(producer.send(1, "m" + i));
        }
        holder.run();
        client.credit = 10_000;
        client.consumer(1, 1);
        List<Deliver> all = client.delivered();
        assertThat(all).hasSize(1_500);
        client.write(
                client.handOut(all.toArray(new Deliver[0])),
                new Command.TransactedSend(
                        1,
                        FIRST,
                        1,
                        TestClient.message(new WireDestination(WireDestination.Kind.QUEUE, "out"), "r", true),
                        null),
                client.commit(1, 1, 1, all.toArray(new Deliver[0])));

        assertThat(client.confirmed(1).refusals()).isEmpty();
        assertThat(holder.store.messages("q")).isEmpty();
        assertThat(holder.store.messages("out")).hasSize(1);
        assertThat(holder.store.written())
                .allSatisfy(batch -> assertThat(batch.deleteMessages().size()).isLessThanOrEqualTo(1_000));
    }

    @Test
    void whatACommittedTransactionConsumedIsNobodysAfterATakeover() {
        TestClient producer = TestClient.connect(holder).session(1, AckMode.AUTO);
        for (int i = 0; i < 600; i++) {
            producer.write(producer.send(1, "m" + i));
        }
        holder.run();
        client.credit = 10_000;
        client.consumer(1, 1);
        List<Deliver> all = client.delivered();
        client.write(client.handOut(all.toArray(new Deliver[0])));
        holder.run();
        holder.store.hold();
        client.write(client.commit(1, 1, 0, all.toArray(new Deliver[0])));
        holder.run();
        for (int i = 0; i < 100 && holder.store.committedStages() == 0; i++) {
            holder.store.releaseOne();
            holder.loop.run();
        }
        assertThat(holder.store.messages("q")).isNotEmpty();

        Holder next = holder.takenOver();
        TestClient other = consumer(next);

        assertThat(other.delivered()).isEmpty();
        assertThat(next.store.messages("q")).isEmpty();
        assertThat(TestClient.state(client.goTo(next).attach(), 1).durable()).isEqualTo(1);
    }

    /** The first unit after the takeover is full with sends, before what was consumed has its turn. */
    @Test
    void whatWasConsumedBehindLargeSendsIsGoneAfterATakeoverToo() {
        List<Deliver> all = held(600);
        holder.store.hold();
        for (int i = 1; i <= 7; i++) {
            client.write(client.transactedSend(1, 1, i, text(i)));
        }
        client.write(client.commit(1, 1, 7, all.toArray(new Deliver[0])));
        holder.run();
        for (int i = 0; i < 100 && holder.store.committedStages() == 0; i++) {
            holder.store.releaseOne();
            holder.loop.run();
        }

        Holder next = holder.takenOver();
        List<String> sends = oneTo(7);
        assertThat(names(consumer(next))).containsExactlyElementsOf(sends);
        assertThat(next.store.messages("q")).hasSize(7);

        Holder third = next.takenOver();
        assertThat(third.store.messages("q")).hasSize(7);
        third.loop.advance(Holder.GRACE.plusSeconds(1));
        assertThat(names(consumer(third))).containsExactlyElementsOf(sends);
    }

    @Test
    void whatIsNotStoredWaitsForMemoryWhenItsCommitIsSpread() {
        Holder narrow = Holder.withMemory(1 << 20);
        TestClient producer = TestClient.connect(narrow).session(1, AckMode.TRANSACTED);
        WireDestination queue = new WireDestination(WireDestination.Kind.QUEUE, "q");
        for (int i = 1; i <= COUNT; i++) {
            producer.write(new Command.TransactedSend(1, FIRST, i, TestClient.message(queue, text(i), false), null));
        }
        producer.write(producer.commit(1, 1, COUNT));
        narrow.run();
        assertThat(narrow.destinations.destinations())
                .allSatisfy(info -> assertThat(info.memoryBytes()).isLessThan(3 << 19));

        TestClient consumer = TestClient.connect(narrow).session(1, AckMode.CLIENT);
        consumer.credit = 10;
        consumer.consumer(1, 1);
        List<String> got = new ArrayList<>();
        for (int i = 0; i < 20 && got.size() < COUNT; i++) {
            narrow.loop.advance(Duration.ofSeconds(1));
            List<Deliver> delivered = consumer.delivered();
            delivered.forEach(deliver -> got.add(TestClient.text(deliver).replace("x", "")));
            if (!delivered.isEmpty()) {
                consumer.write(
                        consumer.ack(1, delivered.toArray(new Deliver[0])),
                        new Request.Credit(1, 1, delivered.size(), 1 << 30));
            }
        }

        assertThat(got).containsExactlyElementsOf(oneTo(COUNT));
        assertThat(producer.confirmed(1).refusals()).isEmpty();
    }

    @Test
    void afterATakeoverNobodyWaitsForMemory() {
        Holder narrow = Holder.withMemory(512 << 10);
        TestClient producer = TestClient.connect(narrow).session(1, AckMode.TRANSACTED);
        WireDestination queue = new WireDestination(WireDestination.Kind.QUEUE, "q");
        for (int i = 1; i <= COUNT; i++) {
            producer.write(new Command.TransactedSend(1, FIRST, i, TestClient.message(queue, text(i), false), null));
        }
        producer.write(producer.commit(1, 1, COUNT));
        narrow.run();
        assertThat(narrow.store.committedStages()).isEqualTo(1);

        Holder next = narrow.takenOver();

        assertThat(TestClient.state(producer.goTo(next).attach(), 1).durable()).isEqualTo(1);
        assertThat(next.store.stages()).isZero();
    }

    @Test
    void aRefusedCommandDoomsAStagedTransaction() {
        WireDestination gone = new WireDestination(WireDestination.Kind.TEMPORARY_QUEUE, "$tmp.nobody.1");
        large(1);
        client.write(
                new Command.TransactedSend(1, FIRST, COUNT + 1, TestClient.message(gone, "x", true), null),
                client.commit(1, 1, COUNT + 1));

        assertThat(client.confirmed(1).refusals())
                .extracting(refusal -> refusal.code())
                .containsExactly(ErrorCode.TRANSACTION_ROLLED_BACK);
        holder.run();
        assertThat(holder.store.stages()).isZero();
        assertThat(holder.store.messages("q")).isEmpty();
    }

    @Test
    void aClosedSessionsStageGoes() {
        large(1);
        client.write(new Command.CloseSession(1, 0, 1));
        holder.run();

        assertThat(holder.store.stages()).isZero();
        assertThat(holder.store.stagedItems()).isZero();
        assertThat(client.goTo(holder).resume(Map.of()).known()).isTrue();
    }

    private List<Deliver> held(int count) {
        TestClient producer = TestClient.connect(holder).session(1, AckMode.AUTO);
        for (int i = 0; i < count; i++) {
            producer.write(producer.send(1, String.valueOf(i)));
        }
        holder.run();
        client.credit = 10_000;
        client.consumer(1, 1);
        List<Deliver> all = client.delivered();
        client.write(client.handOut(all.toArray(new Deliver[0])));
        holder.run();
        return all;
    }

    @Test
    void aLongAcknowledgementIsWholeAndInBoundedBatches() {
        List<Deliver> all = held(1_200);
        client.write(client.ack(1, all.toArray(new Deliver[0])));

        assertThat(client.confirmed(1).refusals()).isEmpty();
        assertThat(holder.store.messages("q")).isEmpty();
        assertThat(holder.store.mostRows()).isLessThanOrEqualTo(1_000);
    }

    @Test
    void aLongRollbackComesBackInOrderInBoundedBatches() {
        List<Deliver> all = held(1_200);
        client.write(client.rollback(1, FIRST, all.toArray(new Deliver[0])));

        List<Deliver> again = client.delivered();

        assertThat(again)
                .extracting(TestClient::text)
                .containsExactlyElementsOf(all.stream().map(TestClient::text).toList());
        assertThat(again).extracting(Deliver::deliveryCount).containsOnly(2);
        assertThat(holder.store.mostRows()).isLessThanOrEqualTo(1_000);
    }

    @Test
    void aTransactionOfManySmallMessagesIsStagedToo() {
        TestClient consumer = consumer(holder);
        for (int i = 1; i <= 1_300; i++) {
            client.write(client.transactedSend(1, 1, i, String.valueOf(i)));
        }
        client.write(client.commit(1, 1, 1_300));

        assertThat(client.confirmed(1).refusals()).isEmpty();
        assertThat(names(consumer)).containsExactlyElementsOf(oneTo(1_300));
        assertThat(holder.store.mostRows()).isLessThanOrEqualTo(1_000);
    }

    /** A topic's message is a row for each subscription (S1). */
    @Test
    void aTransactionWhoseFewMessagesComeToManySubscriptionsIsStagedToo() {
        WireDestination topic = new WireDestination(WireDestination.Kind.TOPIC, "t");
        TestClient subscriber = TestClient.connect(holder).session(1, AckMode.CLIENT);
        subscriber.spec = new Request.ConsumerSpec(topic, null, false, false, null, false, false);
        for (int i = 1; i <= 200; i++) {
            subscriber.consumer(1, i);
        }
        for (int i = 1; i <= 20; i++) {
            client.write(new Command.TransactedSend(1, FIRST, i, TestClient.message(topic, "" + i, true), null));
        }
        client.write(client.commit(1, 1, 20));

        assertThat(client.confirmed(1).refusals()).isEmpty();
        assertThat(subscriber.texts()).hasSize(20 * 200);
        assertThat(holder.store.written())
                .allSatisfy(batch -> assertThat(batch.insertMessages()).hasSizeLessThanOrEqualTo(1_000));
    }

    @Test
    void aTransactionThatCanNotEvenBeStagedIsRefused() {
        WireDestination gone = new WireDestination(WireDestination.Kind.TEMPORARY_QUEUE, "$tmp.nobody.1");
        client.write(new Command.TransactedSend(1, FIRST, 1, TestClient.message(gone, "x", true), null));
        for (int i = 2; i <= COUNT; i++) {
            client.write(client.transactedSend(1, 1, i, text(i)));
        }
        client.write(client.commit(1, 1, COUNT));

        assertThat(client.confirmed(1).refusals())
                .extracting(refusal -> refusal.code())
                .containsExactly(ErrorCode.TRANSACTION_ROLLED_BACK);
        client.write(client.transactedSend(1, 2, 1, "next"), client.commit(1, 2, 1));
        holder.run();
        assertThat(holder.store.stages()).isZero();
        assertThat(holder.store.messages("q")).hasSize(1);
    }
}
