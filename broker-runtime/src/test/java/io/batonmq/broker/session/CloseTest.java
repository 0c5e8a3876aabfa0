package io.batonmq.broker.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.batonmq.wire.BrokerFrame.Confirm;
import io.batonmq.wire.BrokerFrame.Deliver;
import io.batonmq.wire.BrokerFrame.Received;
import io.batonmq.wire.Command;
import io.batonmq.wire.Request;
import io.batonmq.wire.Request.AckMode;
import io.batonmq.wire.Resumption.Claims;
import io.batonmq.wire.Resumption.ClaimsEnd;
import io.batonmq.wire.Resumption.ResumeAnswer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** R14, R22: what a client closes is gone when it is told, and so are its rows in the end, whoever is lost in between. */
class CloseTest {
    private final Holder holder = Holder.first();

    /** It has taken and acknowledged the message. */
    private TestClient consumer() {
        TestClient.sender(holder);
        TestClient client = TestClient.connect(holder).session(1, AckMode.AUTO).consumer(1, 1);
        client.write(client.ack(1, client.deliveredOne()));
        holder.run();
        client.link.take(Confirm.class);
        return client;
    }

    private static List<Long> answered(TestClient client) {
        return client.link.take(Received.class).stream().map(Received::number).toList();
    }

    @Test
    void aCleanCloseEndsTheRows() {
        TestClient client = TestClient.sender(holder);
        client.write(new Command.CloseSession(1, 0, 1), new Command.CloseConnection(2, 0));
        holder.run();

        assertThat(client.link.take(Received.class))
                .extracting(Received::number)
                .containsExactly(1L, 2L);
        assertThat(client.link.isOpen()).isFalse();
        assertThat(holder.store.connectionRows()).isZero();
        assertThat(client.row(1)).isNull();
        assertThat(holder.store.messages("q")).hasSize(1);
        assertThat(holder.sessions.counts()).isEqualTo(new ClientSessions.Counts(0, 0, 0));
    }

    @Test
    void aConnectionWithoutRowIsClosedWithoutOne() {
        TestClient client = TestClient.connect(holder).session(1, AckMode.AUTO);
        client.write(new Command.CloseSession(1, 0, 1), new Command.CloseConnection(2, 0));

        assertThat(client.link.take(Received.class))
                .extracting(Received::number)
                .containsExactly(1L, 2L);
        assertThat(client.link.isOpen()).isFalse();
        assertThat(holder.store.written()).isEmpty();
    }

    @Test
    void aCloseWhoseAnswerWasLostFindsTheConnectionGone() {
        TestClient client = TestClient.sender(holder);
        client.write(new Command.CloseConnection(1, 0));
        holder.run();
        Holder next = holder.takenOver();

        ResumeAnswer answer = client.goTo(next).attach();

        assertThat(answer.known()).isFalse();
        assertThat(TestClient.state(answer, 1).row()).isFalse();
    }

    /** A template that opens and closes all for one message pays for one batch, not for three. */
    @Test
    void whoHoldsNothingIsToldOfACloseBeforeTheStoreIs() {
        TestClient client = TestClient.sender(holder);
        holder.store.hold();
        client.write(new Command.CloseSession(1, 0, 1), new Command.CloseConnection(2, 0));
        holder.run();

        assertThat(answered(client)).containsExactly(1L, 2L);
        assertThat(client.link.isOpen()).isFalse();
        holder.store.release();
        assertThat(holder.store.connectionRows()).isZero();
        assertThat(client.row(1)).isNull();
    }

    @Test
    void aSessionWhoseCloseTheStoreNeverSawEndsWhenItsClientIsBack() {
        TestClient client = consumer();
        holder.store.hold();
        client.write(new Command.CloseSession(1, 0, 1));
        holder.run();
        assertThat(answered(client)).containsExactly(1L);
        Holder next = holder.takenOver();
        client.sessions.clear();
        client.consumers.clear();
        assertThat(client.row(1)).isNotNull();

        client.goTo(next).resume();
        next.run();

        assertThat(client.row(1)).isNull();
        assertThat(next.store.connectionRows()).isEqualTo(2);
    }

    /** A next holder would wait for its claims. */
    @Test
    void aConnectionThatMayClaimIsToldOfItsCloseAfterTheStore() {
        TestClient client = consumer();
        holder.store.hold();
        client.write(new Command.CloseConnection(1, 0));
        holder.run();
        assertThat(client.link.take(Confirm.class)).isEmpty();
        holder.store.release();

        assertThat(client.confirmed(0).durable()).isEqualTo(1);
        assertThat(client.link.isOpen()).isFalse();
    }

    @Test
    void whatAConsumerHadThatIsClosedWhileItsClaimsAreReadGoesToOthers() {
        TestClient producer = TestClient.connect(holder).session(1, AckMode.AUTO);
        producer.write(producer.send(1, "a"), producer.send(1, "b"));
        holder.run();
        TestClient client =
                TestClient.connect(holder).session(1, AckMode.CLIENT).consumer(1, 1);
        List<Deliver> held = client.delivered();
        Holder next = holder.takenOver();
        client.goTo(next).attach();
        client.declare();
        client.write(
                new Claims(1, TestClient.claims(true, held.get(0))),
                new Claims(1, TestClient.claims(false, held.get(1))),
                new ClaimsEnd(List.of()),
                new Request.CloseConsumer(1, 5, 1));
        next.run();

        TestClient other = TestClient.connect(next).session(1, AckMode.CLIENT).consumer(1, 1);
        assertThat(other.texts()).containsExactly("b");
        assertThat(client.granted(1)).containsExactly(held.get(0).delivery());
    }
}
