package io.batonmq.broker.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.batonmq.store.QueueRow;
import io.batonmq.wire.BrokerFrame.Confirm;
import io.batonmq.wire.BrokerFrame.ConsumerClosed;
import io.batonmq.wire.BrokerFrame.Deliver;
import io.batonmq.wire.BrokerFrame.Received;
import io.batonmq.wire.BrokerFrame.Reply;
import io.batonmq.wire.Command;
import io.batonmq.wire.ErrorCode;
import io.batonmq.wire.Request;
import io.batonmq.wire.Request.AckMode;
import io.batonmq.wire.Request.ConsumerSpec;
import io.batonmq.wire.Request.Ping;
import io.batonmq.wire.Resumption.ResumeAnswer;
import io.batonmq.wire.Resumption.Resumed;
import io.batonmq.wire.WireDestination;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** R17: what clients with non-durable subscriptions get that come and go, and how much of it they wait for. */
class NonDurableTest {
    private static final WireDestination TOPIC = new WireDestination(WireDestination.Kind.TOPIC, "t");
    private static final ConsumerSpec PLAIN = new ConsumerSpec(TOPIC, null, false, false, null, false, false);
    private static final ConsumerSpec SHARED = new ConsumerSpec(TOPIC, "s", true, false, null, false, false);

    private Holder holder = Holder.first();
    private TestClient producer = TestClient.connect(holder).session(1, AckMode.AUTO);

    private void takeOver() {
        holder = holder.takenOver();
        producer = TestClient.connect(holder).session(1, AckMode.AUTO);
    }

    private void publish(String... texts) {
        for (String text : texts) {
            producer.write(new Command.Send(
                    1, producer.next(1), producer.repliesSeen, TestClient.message(TOPIC, text, true), null));
        }
        holder.run();
    }

    private TestClient idle(ConsumerSpec spec) {
        TestClient client = TestClient.connect(holder).session(1, AckMode.CLIENT);
        client.spec = spec;
        return client;
    }

    private TestClient subscriber(ConsumerSpec spec) {
        return idle(spec).consumer(1, 1);
    }

    private static List<String> counted(TestClient client) {
        return client.delivered().stream()
                .map(deliver -> TestClient.text(deliver) + deliver.deliveryCount())
                .toList();
    }

    private List<String> subscriptions() {
        holder.advance(Duration.ofMillis(500)); // what was removed is purged
        return holder.store.queues().stream()
                .filter(row -> row.kind() == QueueRow.Kind.SUBSCRIPTION)
                .map(QueueRow::name)
                .toList();
    }

    private void advance(Duration duration, TestClient... alive) {
        for (long left = duration.toMillis(); left > 0; left -= 500) {
            holder.advance(Duration.ofMillis(Math.min(left, 500)));
            producer.write(new Ping(0));
            for (TestClient client : alive) {
                client.write(new Ping(0));
            }
        }
    }

    @Test
    void aSubscriberThatIsBackHasMissedNothingAndClaimsWhatItHas() {
        TestClient client = subscriber(PLAIN);
        publish("a", "b");
        List<Deliver> held = client.delivered();
        client.link.reset();
        publish("c");

        client.goTo(holder).resume(Map.of(1, TestClient.claims(true, held.get(0))));

        assertThat(client.granted(1)).containsExactly(held.get(0).delivery());
        assertThat(counted(client)).containsExactly("b1", "c1");
        client.write(client.ack(1, held.get(0)));
        assertThat(client.confirmed(1).refusals()).isEmpty();
        assertThat(holder.store.messages()).hasSize(2);
    }

    @Test
    void theSameAtTheNextHolder() {
        TestClient client = subscriber(PLAIN);
        publish("a", "b");
        List<Deliver> held = client.delivered();
        takeOver();
        publish("c");

        client.goTo(holder).resume(Map.of(1, TestClient.claims(true, held.get(0))));

        assertThat(client.granted(1)).containsExactly(held.get(0).delivery());
        assertThat(counted(client)).containsExactly("b1", "c1");
        assertThat(subscriptions()).containsExactly("1");
    }

    @Test
    void sharersShareOverATakeover() {
        TestClient one = subscriber(SHARED);
        TestClient two = subscriber(SHARED);
        publish("a", "b");
        publish("c", "d"); // both are known to be sent of it by now
        List<Deliver> ofOne = one.delivered();
        List<Deliver> ofTwo = two.delivered();
        assertThat(ofOne).isNotEmpty();
        assertThat(ofTwo).isNotEmpty();
        takeOver();
        publish("e");

        one.goTo(holder).resume(Map.of(1, TestClient.claims(true, ofOne.get(0))));
        assertThat(one.delivered()).as("two may claim").isEmpty();
        two.goTo(holder).resume(Map.of(1, TestClient.claims(true, ofTwo.toArray(Deliver[]::new))));

        List<String> all = new ArrayList<>(counted(one));
        all.addAll(counted(two));
        all.add(TestClient.text(ofOne.get(0)) + 1);
        ofTwo.forEach(held -> all.add(TestClient.text(held) + 1));
        assertThat(all).containsExactlyInAnyOrder("a1", "b1", "c1", "d1", "e1");
    }

    @Test
    void anAcknowledgedMessageOfThisSubscriptionIsGoneForGood() {
        TestClient client = subscriber(PLAIN);
        publish("a", "b");
        List<Deliver> held = client.delivered();
        client.write(client.ack(1, held.get(0)));
        holder.run();
        takeOver();

        client.goTo(holder).resume();

        assertThat(counted(client)).containsExactly("b1");
    }

    @Test
    void whoIsAwayForLongerThanItsGraceBeginsAnew() {
        TestClient client = subscriber(PLAIN);
        publish("a", "b");
        List<Deliver> held = client.delivered();
        client.write(client.handOut(held.get(0)));
        client.link.reset();
        advance(Holder.GRACE);
        assertThat(subscriptions()).isEmpty();
        assertThat(holder.store.messages()).isEmpty();
        publish("c");

        client.goTo(holder).attach();
        client.declareAndClaim(Set.of(1), Map.of());
        client.link.one(Resumed.class);
        publish("d");

        assertThat(counted(client)).containsExactly("d1");
    }

    @Test
    void theSameAfterATakeover() {
        TestClient client = subscriber(PLAIN);
        publish("a");
        List<Deliver> held = client.delivered();
        takeOver();
        advance(Holder.GRACE);
        assertThat(subscriptions()).isEmpty();

        client.goTo(holder).resume(Map.of(1, TestClient.claims(true, held.get(0))));

        assertThat(client.granted(1)).isEmpty();
        assertThat(counted(client)).isEmpty();
    }

    @Test
    void whatMayHaveBeenSeenDoesNotComeAsNewIfTheGraceEndsDuringTheResume() {
        TestClient client = subscriber(PLAIN);
        publish("a");
        List<Deliver> held = client.delivered();
        client.link.reset();
        advance(Holder.GRACE.minusMillis(100));
        client.goTo(holder).attach();
        client.declare();
        advance(Duration.ofMillis(200), client);

        client.declareAndClaim(Set.of(), Map.of(1, TestClient.claims(true, held.get(0))));
        ResumeAnswer void1 = client.link.one(ResumeAnswer.class);
        assertThat(TestClient.state(void1, 1).claimsVoid()).isTrue();
        client.declareAndClaim(Set.of(1), Map.of());
        client.link.one(Resumed.class);
        publish("b");

        assertThat(client.link.take(ConsumerClosed.class)).isEmpty();
        assertThat(counted(client)).containsExactly("b1");
    }

    @Test
    void aConsumerThatWasClosedWhileTheLinkWasLostLeavesNothing() {
        TestClient client = subscriber(PLAIN).consumer(1, 2);
        client.link.reset();
        publish("a");
        assertThat(subscriptions()).containsExactly("1", "2");

        client.consumers.remove(2);
        client.goTo(holder).resume();

        assertThat(subscriptions()).containsExactly("1");
        assertThat(client.texts()).containsExactly("a");
    }

    @Test
    void aClosedConsumersMessagesCanBeCommittedAtTheNextHolder() {
        TestClient client = subscriber(PLAIN);
        publish("a", "b");
        List<Deliver> held = client.delivered();
        client.write(client.handOut(held.get(0)), new Request.CloseConsumer(1, 1, 1));
        client.consumers.clear();
        takeOver();

        client.goTo(holder).resume(Map.of(1, TestClient.claims(true, held.get(0))));

        assertThat(client.granted(1)).containsExactly(held.get(0).delivery());
        client.write(client.ack(1, held.get(0)));
        assertThat(client.confirmed(1).refusals()).isEmpty();
        assertThat(subscriptions()).isEmpty();
    }

    @Test
    void aSharedOneThatNobodyComesBackToEndsWhenAllAreGivenUp() {
        subscriber(SHARED).link.reset();
        takeOver();
        advance(Holder.settings().maxGrace().minusSeconds(1));
        assertThat(subscriptions()).containsExactly("s");
        advance(Duration.ofMillis(500));
        assertThat(subscriptions()).isEmpty();
    }

    @Test
    void aHandoverKeepsThem() {
        TestClient client = subscriber(PLAIN);
        holder.sessions.handOver();
        holder.run();
        takeOver();
        publish("a");

        client.goTo(holder).resume();

        assertThat(client.texts()).containsExactly("a");
    }

    @Test
    void theyEndWithTheirConnectionAndWithTheirSession() {
        TestClient client = subscriber(PLAIN);
        client.spec = SHARED;
        client.session(2, AckMode.CLIENT).consumer(2, 2);
        publish("a");
        client.write(new Command.CloseSession(client.next(0), 0, 2));
        holder.run();
        assertThat(subscriptions()).containsExactly("1");

        client.write(new Command.CloseConnection(client.next(0), 0));
        holder.run();

        assertThat(subscriptions()).isEmpty();
        assertThat(holder.store.messages()).isEmpty();
        assertThat(holder.store.connection(client.id())).isNull();
    }

    @Test
    void aCloseIsAnsweredWhenWhatTheConnectionHeldIsThereForOthers() {
        TestClient client = subscriber(PLAIN);
        client.spec = TestClient.queueSpec("q");
        client.consumer(1, 2);
        producer.write(
                new Command.Send(1, producer.next(1), producer.repliesSeen, TestClient.message("a", false), null));
        assertThat(client.texts()).containsExactly("a");
        holder.store.hold();
        client.write(new Command.CloseConnection(client.next(0), 0));
        holder.run();
        assertThat(client.link.take(Confirm.class)).isEmpty();
        holder.store.release();
        assertThat(client.link.take(Confirm.class)).hasSize(1);

        assertThat(idle(TestClient.queueSpec("q")).consumer(1, 1).texts()).containsExactly("a");
    }

    @Test
    void theyEndAtTheResumeTimeoutAtTheNextHolderToo() {
        TestClient client = subscriber(PLAIN);
        client.link.reset();
        holder.run();
        holder.loop.advance(Holder.GRACE.minusMillis(100));
        takeOver();
        advance(Holder.RESUME_TIMEOUT);
        assertThat(subscriptions()).isEmpty();
        assertThat(holder.store.connection(client.id())).isNull();
    }

    /** Its session of before is a tombstone (R14), its new one has no row. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whoWasAwayForTooLongAndIsBackKeepsItsNewOneOverATakeover(boolean lostAgain) {
        TestClient client = idle(PLAIN);
        client.write(client.send(1, "x")).link.reset();
        advance(Holder.RESUME_TIMEOUT);
        assertThat(client.storedRow(1).closedAtMillis()).isPositive();
        client.goTo(holder).attach();
        client.declareAndClaim(Set.of(), Map.of());
        client.link.one(Resumed.class);
        client.session(2, AckMode.CLIENT).consumer(2, 1);
        if (lostAgain) {
            client.link.reset();
            holder.run();
        }
        takeOver();
        publish("a");

        client.goTo(holder).resume();

        assertThat(client.texts()).containsExactly("a");
    }

    /** One to make it, which is waited for; none to find it again, to deliver, to close. */
    @Test
    void asFewBatchesAreWaitedForAsCanBe() {
        TestClient client = idle(PLAIN);
        publish("before");
        int before = holder.store.written().size();
        client.consumer(1, 1);
        assertThat(holder.store.written()).hasSize(before + 1);
        publish("a");
        assertThat(client.texts()).containsExactly("a");
        assertThat(holder.store.written()).as("the message's alone").hasSize(before + 2);
        assertThat(holder.store.session(client.id(), 1)).isNull();

        holder.store.hold();
        client.write(new Request.CloseConsumer(1, 77, 1), new Command.CloseSession(client.next(0), 0, 1));
        assertThat(client.link.one(Reply.class).request()).isEqualTo(77);
        assertThat(client.link.take(Received.class)).hasSize(1);
        client.write(new Command.CloseConnection(client.next(0), 0));
        assertThat(client.link.take(Received.class)).hasSize(1);
        assertThat(client.link.isOpen()).isFalse();
        holder.store.release();
        holder.run();
        assertThat(subscriptions()).isEmpty();
        assertThat(holder.store.connection(client.id())).isNull();
    }

    @Test
    void aConsumerWhoseSubscriptionTheDatabaseRefusesLeavesNothing() {
        TestClient client = idle(PLAIN);
        holder.store.refuse(batch -> !batch.putQueues().isEmpty());
        client.write(new Request.OpenConsumer(1, 1, 1, PLAIN), new Request.OpenConsumer(1, 2, 2, SHARED));
        assertThat(client.link.take(Reply.class))
                .extracting(Reply::code)
                .containsExactly(ErrorCode.COMMAND_POISON, ErrorCode.COMMAND_POISON);
        holder.store.refuse(batch -> false);
        publish("a");
        assertThat(subscriptions()).isEmpty();

        client.consumer(1, 1);
        publish("b");

        assertThat(client.texts()).containsExactly("b");
    }

    /** S7: neither then, nor when the grace ends for which it would be kept. */
    @Test
    void aRefusedSubscriptionWhoseClientWasLostMeanwhileHarmsNobody() {
        TestClient client = idle(PLAIN);
        holder.store.hold();
        client.write(new Request.OpenConsumer(1, 1, 1, PLAIN));
        client.link.reset();
        holder.store.refuse(
                batch -> batch.putQueues().stream().anyMatch(row -> row.kind() == QueueRow.Kind.SUBSCRIPTION));
        holder.store.release();
        holder.run();

        advance(Holder.GRACE);

        assertThat(subscriptions()).isEmpty();
        publish("a");
        assertThat(producer.confirmed(1).refusals()).isEmpty();
    }
}
