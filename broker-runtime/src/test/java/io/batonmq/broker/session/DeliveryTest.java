package io.batonmq.broker.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.batonmq.wire.BrokerFrame.Confirm;
import io.batonmq.wire.BrokerFrame.ConsumerClosed;
import io.batonmq.wire.BrokerFrame.Deliver;
import io.batonmq.wire.BrokerFrame.Drained;
import io.batonmq.wire.BrokerFrame.Received;
import io.batonmq.wire.BrokerFrame.Reply;
import io.batonmq.wire.Command;
import io.batonmq.wire.DeliveryRef;
import io.batonmq.wire.EncodedMessage;
import io.batonmq.wire.ErrorCode;
import io.batonmq.wire.Request;
import io.batonmq.wire.Request.AckMode;
import io.batonmq.wire.Request.ConsumerSpec;
import io.batonmq.wire.TransactionId;
import io.batonmq.wire.WireDestination;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Credit, acknowledgement, hand-out and giving back (R2, R3, R10, R12; C19, C20, C73, C85). */
class DeliveryTest {
    private final Holder holder = Holder.first();
    private final TestClient producer = TestClient.connect(holder).session(1, AckMode.AUTO);

    private void sent(String... texts) {
        for (String text : texts) {
            producer.write(producer.send(1, text));
        }
        holder.run();
    }

    private TestClient consumer(AckMode mode) {
        return TestClient.connect(holder).session(1, mode).consumer(1, 1);
    }

    @Test
    void anAcknowledgedMessageIsGoneWhenThatIsDurable() {
        sent("a");
        TestClient consumer = consumer(AckMode.CLIENT);
        Deliver a = consumer.deliveredOne();
        holder.store.hold();
        consumer.write(consumer.ack(1, a));
        assertThat(consumer.link.take(Confirm.class)).isEmpty();

        holder.store.release();

        assertThat(consumer.confirmed(1).durable()).isEqualTo(1);
        assertThat(holder.store.messages("q")).isEmpty();
    }

    @Test
    void creditBoundsMessagesAndBytesEach() {
        sent("a", "b", "c", "d");
        TestClient consumer = TestClient.connect(holder).session(1, AckMode.AUTO);
        consumer.credit = 2;
        consumer.consumer(1, 1);
        assertThat(consumer.texts()).containsExactly("a", "b");

        consumer.write(new Request.Credit(1, 1, 10, 0));
        assertThat(consumer.texts()).containsExactly("c", "d");

        TestClient other = TestClient.connect(holder).session(1, AckMode.AUTO);
        other.credit = 0;
        other.consumer(1, 1);
        sent("e", "f");
        assertThat(consumer.texts()).containsExactly("e", "f");
    }

    @Test
    void aMessageLargerThanTheBytesLeftIsSentAllTheSame() {
        TestClient consumer = TestClient.connect(holder).session(1, AckMode.AUTO);
        consumer.write(
                new Request.OpenConsumer(1, 1, 1, consumer.spec),
                new Request.Credit(1, 1, 10, 1),
                new Request.Started(true));
        sent("a", "b");

        assertThat(consumer.texts()).containsExactly("a");
    }

    @Test
    void nothingIsDeliveredBeforeTheConnectionIsStarted() {
        sent("a");
        TestClient consumer = consumer(AckMode.AUTO);
        consumer.delivered();
        consumer.write(new Request.Started(false));
        sent("b");
        assertThat(consumer.delivered()).isEmpty();

        consumer.write(new Request.Started(true));

        assertThat(consumer.texts()).containsExactly("b");
    }

    @Test
    void theSessionIsMarkedBeforeItsFirstStoredDelivery() {
        sent("a");
        TestClient consumer = TestClient.connect(holder).session(1, AckMode.AUTO);
        consumer.write(
                new Request.OpenConsumer(1, 1, 1, consumer.spec),
                new Request.Credit(1, 1, 10, 1000),
                new Request.Started(true));
        holder.store.hold();
        assertThat(consumer.delivered()).isEmpty();

        holder.store.release();

        assertThat(consumer.texts()).containsExactly("a");
        assertThat(consumer.storedRow(1).dispatched().numbers()).hasSize(1);
    }

    /** The message's own batch says it all: the delivery waits for no other. */
    @Test
    void aWaitingConsumersFirstMessageMarksItsSession() {
        TestClient both = consumer(AckMode.AUTO);
        holder.run();
        int before = holder.store.written().size();

        both.write(both.send(1, "a"));
        holder.run();

        assertThat(both.texts()).containsExactly("a");
        assertThat(holder.store.written()).hasSize(before + 1);
        assertThat(both.storedRow(1).dispatched().numbers()).hasSize(1);
    }

    @Test
    void soDoesTheFirstMessageForASessionWithoutARow() {
        TestClient next = TestClient.connect(holder).session(1, AckMode.AUTO);
        next.spec = TestClient.queueSpec("other");
        next.consumer(1, 1);
        holder.run();
        int before = holder.store.written().size();

        producer.write(new Command.Send(
                1,
                producer.next(1),
                0,
                TestClient.message(new WireDestination(WireDestination.Kind.QUEUE, "other"), "b", true),
                null));
        holder.run();

        assertThat(next.texts()).containsExactly("b");
        assertThat(holder.store.written()).hasSize(before + 1);
        assertThat(next.storedRow(1).dispatched().numbers()).hasSize(1);
    }

    /** S7: with the refused message goes what was said with it. */
    @Test
    void aRefusedMessageMarksNobodyAndTheNextIsDeliveredAllTheSame() {
        TestClient both = consumer(AckMode.AUTO);
        holder.run();
        holder.store.refuse(batch -> !batch.insertMessages().isEmpty());

        both.write(both.send(1, "poison"));
        holder.run();
        assertThat(both.delivered()).isEmpty();
        assertThat(both.storedRow(1).dispatched().numbers()).isEmpty();
        holder.store.refuse(batch -> false);
        both.write(both.send(1, "fine"));
        holder.run();

        assertThat(both.texts()).containsExactly("fine");
        assertThat(both.storedRow(1).dispatched().numbers()).hasSize(1);
    }

    @Test
    void anIdleConsumerIsNotMarked() {
        TestClient consumer = consumer(AckMode.AUTO);
        holder.run();

        assertThat(consumer.row(1)).isNull();
        assertThat(holder.store.connection(consumer.id())).isNull();
    }

    @Test
    void anAcknowledgementOfWhatIsNotTheSessionsAcknowledgesNothing() {
        sent("a", "b");
        TestClient consumer = consumer(AckMode.CLIENT);
        List<Deliver> both = consumer.delivered();
        DeliveryRef foreign = new DeliveryRef(both.get(0).delivery().queue(), 99, 1, true);
        consumer.write(
                new Command.Ack(1, consumer.next(1), 0, List.of(both.get(0).delivery(), foreign), null));

        Confirm confirm = consumer.confirmed(1);

        assertThat(confirm.refusals()).extracting(r -> r.code()).containsExactly(ErrorCode.CLAIM_LOST);
        assertThat(holder.store.messages("q")).hasSize(2);
        assertThat(holder.store.refusals()).hasSize(1);
        // what it still has can be recovered
        consumer.write(consumer.rollback(1, TransactionId.None.NONE, both.get(0), both.get(1)));
        assertThat(consumer.texts()).containsExactly("a", "b");
    }

    @Test
    void anAcknowledgementOfAnUnstoredMessageNeedsNoRow() {
        TestClient consumer = consumer(AckMode.CLIENT);
        producer.write(producer.sendUnstored(1, "np"));
        Deliver np = consumer.deliveredOne();

        consumer.write(consumer.ack(1, np));

        assertThat(consumer.link.one(Received.class)).isEqualTo(new Received(1, 1, null, ""));
        assertThat(consumer.row(1)).isNull();
        assertThat(holder.destinations.totals().acknowledged()).isEqualTo(1);
    }

    @Test
    void aRecoveredMessageComesAgainCountedOnceThatIsDurable() {
        sent("a", "b", "c", "d");
        TestClient consumer = TestClient.connect(holder).session(1, AckMode.CLIENT);
        consumer.credit = 3;
        consumer.consumer(1, 1);
        List<Deliver> three = consumer.delivered();
        assertThat(three).extracting(Deliver::deliveryCount).containsExactly(1, 1, 1);
        consumer.write(consumer.handOut(three.get(0), three.get(1)), new Request.Credit(1, 1, 10, 1000));
        assertThat(consumer.texts()).containsExactly("d");
        holder.store.hold();
        consumer.write(consumer.rollback(1, TransactionId.None.NONE, three.get(0), three.get(1), three.get(2)));
        assertThat(consumer.delivered()).isEmpty();

        holder.store.release();

        List<Deliver> again = consumer.delivered();
        assertThat(again).extracting(TestClient::text).containsExactly("a", "b", "c");
        assertThat(again).extracting(Deliver::deliveryCount).containsExactly(2, 2, 1);
    }

    @Test
    void whatComesBackComesBeforeWhatIsYoungerInItsOldOrder() {
        sent("a", "b");
        TestClient consumer = TestClient.connect(holder).session(1, AckMode.CLIENT);
        consumer.credit = 2;
        consumer.consumer(1, 1);
        List<Deliver> both = consumer.delivered();
        sent("c", "d");
        consumer.write(
                consumer.handOut(both.get(0), both.get(1)),
                new Request.HandOut(1, List.of()),
                consumer.rollback(1, TransactionId.None.NONE, both.get(0), both.get(1)));
        holder.run();
        consumer.write(new Request.Credit(1, 1, 10, 1000));

        assertThat(consumer.texts()).containsExactly("a", "b", "c", "d");
    }

    @Test
    void nextAnnouncesTheHandOutThatFollows() {
        sent("a", "b", "c");
        TestClient consumer = consumer(AckMode.AUTO);
        List<Deliver> all = consumer.delivered();
        consumer.write(
                consumer.handOut(all.get(0)),
                new Command.Ack(
                        1,
                        consumer.next(1),
                        0,
                        TestClient.refs(all.get(0)),
                        all.get(1).delivery()));
        consumer.link.reset();
        holder.advance(Holder.GRACE);
        TestClient other = consumer(AckMode.AUTO);

        List<Deliver> rest = other.delivered();

        assertThat(rest).extracting(TestClient::text).containsExactly("b", "c");
        assertThat(rest).extracting(Deliver::deliveryCount).containsExactly(2, 1);
    }

    @Test
    void aClosedConsumersUnseenMessagesGoBackUncountedAndItsSeenOnesCanBeAcknowledged() {
        sent("a", "b", "c");
        TestClient consumer = consumer(AckMode.CLIENT);
        List<Deliver> all = consumer.delivered();
        consumer.write(consumer.handOut(all.get(0)), new Request.CloseConsumer(1, 5, 1));
        assertThat(consumer.link.one(Reply.class)).isEqualTo(new Reply(1, 5, null, ""));
        TestClient other = consumer(AckMode.AUTO);

        List<Deliver> rest = other.delivered();
        consumer.write(consumer.ack(1, all.get(0)));

        assertThat(rest).extracting(TestClient::text).containsExactly("b", "c");
        assertThat(rest).extracting(Deliver::deliveryCount).containsExactly(1, 1);
        assertThat(consumer.confirmed(1).refusals()).isEmpty();
        assertThat(holder.store.messages("q")).hasSize(2);
    }

    /** A long acknowledgement is spread (S8), others wait for it, and requests for nobody. */
    @Test
    void whatAWaitingAcknowledgementSaysOfHandOutsIsTrueAtOnce() {
        sent(IntStream.range(0, 503).mapToObj(i -> "m" + i).toArray(String[]::new));
        TestClient consumer = TestClient.connect(holder).session(1, AckMode.AUTO);
        consumer.credit = 503;
        Deliver[] all = consumer.consumer(1, 1).delivered().toArray(Deliver[]::new);
        Deliver last = all[502];
        holder.store.hold();
        consumer.write(
                consumer.ack(1, Arrays.copyOf(all, 501)),
                new Command.Ack(1, consumer.next(1), 0, TestClient.refs(all[501]), last.delivery()),
                new Request.CloseConsumer(1, 5, 1));
        holder.run();
        holder.store.release();
        holder.run();

        assertThat(consumer(AckMode.AUTO).delivered()).isEmpty();
        consumer.write(consumer.ack(1, last));
        assertThat(consumer.confirmed(1).refusals()).isEmpty();
        assertThat(holder.store.messages("q")).isEmpty();
    }

    @Test
    void aClosedSessionsMessagesGoBackFlaggedIfSeen() {
        sent("a", "b");
        TestClient consumer = consumer(AckMode.CLIENT);
        List<Deliver> all = consumer.delivered();
        consumer.write(consumer.handOut(all.get(0)), new Command.CloseSession(1, 0, 1));
        assertThat(consumer.confirmed(0).durable()).isEqualTo(1);
        assertThat(consumer.row(1)).isNull();

        List<Deliver> rest = consumer(AckMode.AUTO).delivered();

        assertThat(rest).extracting(TestClient::text).containsExactly("a", "b");
        assertThat(rest).extracting(Deliver::deliveryCount).containsExactly(2, 1);
    }

    @Test
    void drainIsAnsweredBehindWhatWasThere() {
        sent("a", "b");
        TestClient consumer = TestClient.connect(holder).session(1, AckMode.AUTO);
        consumer.credit = 0;
        consumer.consumer(1, 1);
        consumer.write(new Request.Credit(1, 1, 10, 1000), new Request.Drain(1, 77, 1));
        holder.run();

        assertThat(consumer.link.all().stream().map(Object::getClass).toList())
                .containsSubsequence(List.of(Deliver.class, Deliver.class, Drained.class));
        assertThat(consumer.link.one(Drained.class)).isEqualTo(new Drained(1, 1, 77));
    }

    @Test
    void aBrowserSeesAndTakesNothing() {
        sent("a", "b");
        TestClient browser = TestClient.connect(holder).session(1, AckMode.AUTO);
        browser.spec = new ConsumerSpec(TestClient.QUEUE, null, false, false, null, false, true);
        browser.consumer(1, 1);
        assertThat(browser.texts()).containsExactly("a", "b");
        assertThat(browser.link.one(Drained.class)).isEqualTo(new Drained(1, 1, 0));

        assertThat(consumer(AckMode.AUTO).texts()).containsExactly("a", "b");
        assertThat(browser.row(1)).isNull();
    }

    @Test
    void theConsumerOfADeletedQueueIsTold() {
        TestClient owner = TestClient.connect(holder).session(1, AckMode.AUTO);
        WireDestination temporary =
                new WireDestination(WireDestination.Kind.TEMPORARY_QUEUE, "$tmp." + owner.id() + ".1");
        owner.write(new Request.CreateTemporary(1, temporary));
        assertThat(owner.link.one(Reply.class).code()).isNull();
        assertThat(holder.store.connection(owner.id())).isNotNull();
        owner.spec = new ConsumerSpec(temporary, null, false, false, null, false, false);
        owner.consumer(1, 1);
        owner.write(new Request.DeleteTemporary(2, temporary));
        assertThat(owner.link.one(Reply.class).code()).isEqualTo(ErrorCode.DESTINATION_IN_USE);
        owner.write(new Request.CloseConsumer(1, 3, 1), new Request.DeleteTemporary(4, temporary));
        assertThat(owner.link.take(Reply.class)).extracting(Reply::code).containsExactly(null, null);
        assertThat(owner.link.take(ConsumerClosed.class)).isEmpty();
    }

    @Test
    void aConsumerThatIsRefusedIsAnswered() {
        TestClient client = TestClient.connect(holder).session(1, AckMode.AUTO);
        client.write(new Request.OpenConsumer(1, 8, 1, TestClient.queueSpec("bad\u0001name")));

        assertThat(client.link.one(Reply.class).code()).isEqualTo(ErrorCode.DESTINATION_NAME);
    }

    @Test
    void aRefusedSendIsStoredWithItsNumberAndPrunedWhenSeen() {
        WireDestination gone = new WireDestination(WireDestination.Kind.TEMPORARY_QUEUE, "$tmp.nobody.1");
        producer.write(
                new Command.Send(1, producer.next(1), 0, TestClient.message(gone, "x", true), null),
                producer.send(1, "fine"));

        Confirm confirm = producer.confirmed(1);

        assertThat(confirm.durable()).isEqualTo(2);
        assertThat(confirm.refusals()).hasSize(1);
        assertThat(confirm.refusals().get(0).number()).isEqualTo(1);
        assertThat(holder.store.messages("q")).hasSize(1);
        assertThat(holder.store.refusals()).hasSize(1);
        producer.repliesSeen = 2;
        sent("more");
        assertThat(holder.store.refusals()).isEmpty();
    }

    @Test
    void aPoisonousCommandIsRefusedAndItsNeighboursProceed() {
        holder.store.refuse(batch -> batch.insertMessages().stream()
                .anyMatch(row -> new String(row.bytes(), StandardCharsets.ISO_8859_1).contains("poison")));
        producer.write(producer.send(1, "a"), producer.send(1, "poison"), producer.send(1, "b"));
        holder.run();

        assertThat(producer.link.take(Confirm.class).stream().flatMap(c -> c.refusals().stream()))
                .extracting(r -> r.number() + " " + r.code())
                .containsExactly("2 " + ErrorCode.COMMAND_POISON);
        assertThat(holder.store.messages("q")).hasSize(2);
        assertThat(producer.storedRow(1).durable()).isEqualTo(3);
    }

    @Test
    void aMalformedMessageIsRefused() {
        producer.write(new Command.Send(1, producer.next(1), 0, new EncodedMessage(new byte[] {1, 2, 3}), null));

        assertThat(producer.confirmed(1).refusals())
                .extracting(r -> r.code())
                .containsExactly(ErrorCode.MESSAGE_MALFORMED);
    }
}
