package io.batonmq.broker.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.batonmq.wire.BrokerFrame.Deliver;
import io.batonmq.wire.BrokerFrame.DeliverPart;
import io.batonmq.wire.BrokerFrame.Received;
import io.batonmq.wire.Command;
import io.batonmq.wire.ErrorCode;
import io.batonmq.wire.Frame;
import io.batonmq.wire.LargeBody;
import io.batonmq.wire.Request;
import io.batonmq.wire.Request.AckMode;
import io.batonmq.wire.TransactionId;
import io.batonmq.wire.WireLimits;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** S8: bodies in parts, through the store and never whole in memory. */
class LargeBodyTest {
    private static final int PART = WireLimits.PART;

    private final Holder holder = Holder.first();
    private final TestClient producer = TestClient.connect(holder).session(1, AckMode.AUTO);

    private static byte[] body(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }

    private LargeBody upload(TestClient by, long id, byte[] body) {
        int parts = 0;
        for (int from = 0; from < body.length; from += PART, parts++) {
            int to = Math.min(body.length, from + PART);
            by.write(new Command.BodyPart(1, id, parts, Arrays.copyOfRange(body, from, to)));
        }
        return new LargeBody(id, body.length, parts);
    }

    private Command.Send send(LargeBody body, boolean persistent) {
        return new Command.Send(1, producer.next(1), 0, TestClient.message("head", persistent), body);
    }

    private TestClient consumer(Holder at) {
        TestClient consumer = TestClient.connect(at).session(1, AckMode.CLIENT).consumer(1, 1);
        consumer.write(new Request.Credit(1, 1, 0, 1 << 30));
        return consumer;
    }

    private static byte[] received(TestClient consumer, List<Deliver> delivers) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int index = 0;
        for (DeliverPart part : consumer.link.take(DeliverPart.class)) {
            assertThat(part.index()).isEqualTo(index++);
            bytes.writeBytes(part.bytes());
        }
        delivers.addAll(consumer.delivered());
        return bytes.toByteArray();
    }

    @Test
    void aLargeBodyTravelsThroughTheStoreInOrderWithWhatFollows() {
        byte[] body = body(4_000_000);
        TestClient consumer = consumer(holder);
        producer.write(producer.send(1, "before"));
        producer.write(send(upload(producer, 7, body), true), producer.send(1, "after"));
        holder.run();
        assertThat(holder.store.contents()).isEqualTo(1);
        assertThat(holder.store.stages()).isZero();

        List<Frame> frames = consumer.link.all();
        List<Deliver> delivers = new ArrayList<>();
        byte[] got = received(consumer, delivers);

        assertThat(got).isEqualTo(body);
        assertThat(delivers).extracting(TestClient::text).containsExactly("before", "head", "after");
        assertThat(Objects.requireNonNull(delivers.get(1).body()).length()).isEqualTo(body.length);
        assertThat(frames.get(frames.size() - 1)).isInstanceOf(Deliver.class);
    }

    @Test
    void aLargeBodyIsDeliveredByANewHolder() {
        byte[] body = body(1_200_000);
        producer.write(send(upload(producer, 7, body), true));
        holder.run();
        Holder next = holder.takenOver();

        assertThat(received(consumer(next), new ArrayList<>())).isEqualTo(body);
    }

    @Test
    void anInterruptedUploadLeavesNothing() {
        upload(producer, 7, body(800_000));
        holder.run();
        assertThat(holder.store.stages()).isEqualTo(1);

        producer.link.reset();

        assertThat(holder.store.stages()).isZero();
        assertThat(holder.store.contents()).isZero();
    }

    @Test
    void anUploadInterruptedByATakeoverLeavesNothing() {
        upload(producer, 7, body(800_000));
        holder.run();
        Holder next = holder.takenOver();
        next.run();
        assertThat(next.store.stages()).isZero();
        assertThat(next.store.contents()).isZero();

        byte[] body = body(800_000);
        producer.goTo(next).resume();
        producer.write(send(upload(producer, 7, body), true));

        assertThat(producer.confirmed(1).refusals()).isEmpty();
        assertThat(received(consumer(next), new ArrayList<>())).isEqualTo(body);
    }

    @Test
    void aBodyOverTheLimitIsRefusedAndLeavesNothing() {
        producer.write(send(upload(producer, 7, body(9 << 20)), true));

        assertThat(producer.confirmed(1).refusals())
                .extracting(refusal -> refusal.code())
                .containsExactly(ErrorCode.MESSAGE_TOO_LARGE);
        assertThat(holder.store.stages()).isZero();
        assertThat(holder.store.contents()).isZero();
        assertThat(holder.store.messages("q")).isEmpty();
    }

    @Test
    void partsThatDoNotAddUpAreRefused() {
        upload(producer, 7, body(800_000));
        producer.write(send(new LargeBody(7, 800_001, 4), true), send(new LargeBody(8, 5, 1), true));

        assertThat(producer.confirmed(1).refusals())
                .extracting(refusal -> refusal.code())
                .containsExactly(ErrorCode.MESSAGE_MALFORMED, ErrorCode.MESSAGE_MALFORMED);
        assertThat(holder.store.stages()).isZero();
        assertThat(holder.store.contents()).isZero();
    }

    @Test
    void aPartOutOfTurnBreaksTheProtocol() {
        producer.write(new Command.BodyPart(1, 7, 1, new byte[1]));

        assertThat(producer.link.fault().code()).isEqualTo(ErrorCode.PROTOCOL_VIOLATION);
        holder.run(); // the holder goes on
    }

    /** Whoever reads a body counts its chunks by its length. */
    @Test
    void aShortPartIsTheLast() {
        producer.write(new Command.BodyPart(1, 7, 0, new byte[PART - 1]), new Command.BodyPart(1, 7, 1, new byte[1]));

        assertThat(producer.link.fault().code()).isEqualTo(ErrorCode.PROTOCOL_VIOLATION);
        assertThat(holder.store.contents()).isZero();
    }

    @Test
    void aMessageConsumedWhileItIsBrowsedHoldsUpNothing() {
        producer.write(send(upload(producer, 7, body(300_000)), true), producer.send(1, "after"));
        TestClient browser = TestClient.connect(holder).session(1, AckMode.AUTO);
        browser.spec = new Request.ConsumerSpec(TestClient.QUEUE, null, false, false, null, false, true);
        browser.credit = 0;
        browser.consumer(1, 1);
        TestClient consumer = consumer(holder);
        Deliver large = consumer.delivered().get(0);
        consumer.write(consumer.ack(1, large));
        holder.advance(Duration.ofSeconds(3));
        assertThat(holder.store.contents()).isZero();

        browser.write(new Request.Credit(1, 1, 1, 1 << 20));

        assertThat(browser.texts()).containsExactly("after");
    }

    @Test
    void anUnstoredMessagesLargeBodyIsDelivered() {
        byte[] body = body(1_200_000);
        TestClient consumer = consumer(holder);
        producer.write(send(upload(producer, 7, body), false));

        assertThat(producer.link.one(Received.class).code()).isNull();
        assertThat(received(consumer, new ArrayList<>())).isEqualTo(body);
    }

    @Test
    void aTransactionPlacesItsLargeBodiesOrNone() {
        TestClient client = TestClient.connect(holder).session(1, AckMode.TRANSACTED);
        byte[] body = body(1_200_000);
        TransactionId first = new TransactionId.Local(1);
        LargeBody large = upload(client, 7, body);
        client.write(
                new Command.TransactedSend(1, first, 1, TestClient.message("head", true), large),
                client.rollback(1, first));
        holder.run();
        assertThat(holder.store.contents()).isZero();
        assertThat(holder.store.stages()).isZero();

        LargeBody again = upload(client, 8, body);
        client.write(
                new Command.TransactedSend(1, new TransactionId.Local(2), 1, TestClient.message("head", true), again),
                client.commit(1, 2, 1));
        holder.run();

        assertThat(holder.store.stages()).isZero();
        assertThat(received(consumer(holder), new ArrayList<>())).isEqualTo(body);
    }

    @Test
    void aStagedTransactionKeepsItsLargeBodies() {
        TestClient client = TestClient.connect(holder).session(1, AckMode.TRANSACTED);
        byte[] body = body(1_200_000);
        LargeBody large = upload(client, 7, body);
        client.write(
                new Command.TransactedSend(1, new TransactionId.Local(1), 1, TestClient.message("head", true), large));
        for (int i = 2; i <= 4; i++) {
            client.write(client.transactedSend(1, 1, i, "x".repeat(500_000)));
        }
        holder.run();
        assertThat(holder.store.stages()).isEqualTo(1);
        client.write(client.commit(1, 1, 4));
        holder.run();

        assertThat(client.confirmed(1).refusals()).isEmpty();
        assertThat(received(consumer(holder), new ArrayList<>())).isEqualTo(body);
    }

    @Test
    void aLargeBodyWhoseConsumerClosesHalfwayGoesToAnotherWhileTheRestIsSent() {
        byte[] body = body(2_000_000);
        producer.write(send(upload(producer, 7, body), true));
        holder.run();
        TestClient slow = TestClient.connect(holder).session(1, AckMode.CLIENT);
        slow.link.holdsUp = true;
        slow.consumer(1, 1);
        slow.write(new Request.CloseConsumer(1, 50, 1));
        holder.run();

        assertThat(received(consumer(holder), new ArrayList<>())).isEqualTo(body);
        slow.link.letGo();

        assertThat(received(slow, new ArrayList<>())).isEqualTo(body);
    }
}
