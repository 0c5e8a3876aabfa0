package io.batonmq.broker.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.batonmq.wire.BrokerFrame.Deliver;
import io.batonmq.wire.BrokerFrame.Pong;
import io.batonmq.wire.Command;
import io.batonmq.wire.Request;
import io.batonmq.wire.Request.AckMode;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Clients that send more than the database takes are not read from; the others are, and so is everyone afterwards. */
class IntakeTest {
    private static final int PER_SESSION = 100_000;
    private static final int TOTAL = 4_000_000;

    private final Holder holder =
            Holder.first(Holder.settings(new SessionLimits(100, 100, 100, 1_000, PER_SESSION, TOTAL)));

    private TestClient client() {
        return TestClient.connect(holder).session(1, AckMode.AUTO);
    }

    private void send(TestClient client, int bytes) {
        client.write(client.send(1, "x".repeat(bytes)));
        holder.run();
    }

    @Test
    void aConnectionIsNotReadFromWhileTooMuchOfItWaitsForTheDatabase() {
        TestClient client = client();
        holder.store.hold();
        send(client, PER_SESSION / 2);
        assertThat(client.link.isRead()).isTrue();
        send(client, PER_SESSION);
        assertThat(client.link.isRead()).isFalse();

        holder.store.release();
        holder.run();
        assertThat(client.link.isRead()).isTrue();
        assertThat(client.confirmed(1).durable()).isEqualTo(2);
    }

    @Test
    void theBoundGrowsWithTheSessions() {
        TestClient client = client().session(2, AckMode.AUTO).session(3, AckMode.AUTO);
        holder.store.hold();
        send(client, PER_SESSION * 2);
        assertThat(client.link.isRead()).isTrue();
        send(client, PER_SESSION * 2);
        assertThat(client.link.isRead()).isFalse();
    }

    @Test
    void acknowledgementsOfOthersGoOn() {
        TestClient consumer = client().consumer(1, 1);
        TestClient producer = client();
        producer.write(producer.send(1, "a"));
        Deliver delivery = consumer.deliveredOne();
        holder.store.hold();
        for (int i = 0; i < 50; i++) {
            send(producer, TOTAL / 40);
        }
        assertThat(producer.link.isRead()).isFalse();
        consumer.write(consumer.ack(1, delivery), new Request.Ping(1));
        assertThat(consumer.link.one(Pong.class).clientTicks()).isEqualTo(1);
        assertThat(consumer.link.isRead()).isTrue();

        holder.store.release();
        assertThat(consumer.confirmed(1).durable()).isEqualTo(1);
    }

    /** Each within its own bound, all together above the total: those with more than a share wait. */
    @Test
    void aboveTheTotalThoseWithMoreThanTheirShareAreNotReadFrom() {
        TestClient large = client();
        for (int session = 2; session <= 50; session++) {
            large.session(session, AckMode.AUTO);
        }
        TestClient small = client();
        holder.store.hold();
        send(small, PER_SESSION / 2);
        for (int i = 0; i < 6 && large.link.isRead(); i++) {
            send(large, TOTAL / 5);
        }
        assertThat(large.link.isRead()).isFalse();
        assertThat(small.link.isRead()).isTrue();

        holder.store.release();
        holder.run();
        assertThat(large.link.isRead()).isTrue();
    }

    @Test
    void aLinkThatIsNotReadFromIsNotTakenForSilent() {
        TestClient client = client();
        holder.store.hold();
        send(client, PER_SESSION * 2);
        holder.advance(Holder.SILENCE.multipliedBy(2));
        assertThat(client.link.isOpen()).isTrue();

        holder.store.release();
        holder.run();
        holder.advance(Holder.SILENCE);
        assertThat(client.link.isOpen()).isFalse();
    }

    @Test
    void whatWaitsForALargeTransactionCounts() {
        TestClient client = TestClient.connect(holder).session(1, AckMode.TRANSACTED);
        TestClient other = client();
        for (int i = 1; i <= 12; i++) {
            client.write(client.transactedSend(1, 1, i, "x".repeat(90_000)));
            holder.run();
        }
        assertThat(client.link.isRead()).isTrue();
        holder.store.hold();
        client.write(client.commit(1, 1, 12));
        holder.run();
        // it is spread while these wait; the commit's own unit is not even stored
        for (int i = 1; i <= 3; i++) {
            client.write(client.transactedSend(1, 2, i, "y".repeat(50_000)));
        }
        holder.run();
        assertThat(client.link.isRead()).isFalse();
        send(other, 10);
        assertThat(other.link.isRead()).isTrue();

        holder.store.release();
        holder.run();
        assertThat(client.link.isRead()).isTrue();
        client.write(client.commit(1, 2, 3));
        assertThat(client.confirmed(1).refusals()).isEqualTo(List.of());
    }

    @Test
    void theNextLinkOfAConnectionIsReadFrom() {
        TestClient client = client();
        holder.store.hold();
        send(client, PER_SESSION * 2);
        assertThat(client.link.isRead()).isFalse();
        client.goTo(holder);
        assertThat(client.link.isRead()).isTrue();
        holder.store.release();
        client.resume();
        client.write(new Command.Skip(1, client.next(1), 0));
        assertThat(client.confirmed(1).durable()).isEqualTo(2);
        assertThat(client.link.isRead()).isTrue();
    }
}
