package io.batonmq.broker.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.batonmq.wire.BrokerFrame.Deliver;
import io.batonmq.wire.Command;
import io.batonmq.wire.Request.AckMode;
import io.batonmq.wire.Request.Ping;
import io.batonmq.wire.TransactionId;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * R10 after takeovers: what nobody saw is new if everybody who might have seen it says so; what somebody may have seen of
 * whom nobody heard is shown as redelivered, at whatever holder.
 */
class SilenceTest {
    private final Holder holder = Holder.first();
    private final TestClient producer = TestClient.connect(holder).session(1, AckMode.AUTO);

    private void sent(String... texts) {
        for (String text : texts) {
            producer.write(producer.send(1, text));
        }
        holder.run();
    }

    private static TestClient consumer(Holder at) {
        return TestClient.connect(at).session(1, AckMode.CLIENT).consumer(1, 1);
    }

    /** What comes to a new client, with its counts. */
    private static List<String> counts(Holder at) {
        return counts(consumer(at));
    }

    private static List<String> counts(TestClient client) {
        return client.delivered().stream()
                .map(deliver -> TestClient.text(deliver) + deliver.deliveryCount())
                .toList();
    }

    /** The grace of who is absent ends; these clients ping. */
    private static void endGrace(Holder at, TestClient... present) {
        for (int i = 0; i < Holder.GRACE.toSeconds(); i++) {
            at.advance(Duration.ofSeconds(1));
            for (TestClient client : present) {
                client.write(new Ping(i));
            }
        }
        at.run();
    }

    @Test
    void whatOnlyABufferHeldIsNewWhenItsClientHasGivenItUp() {
        sent("a", "b", "c");
        TestClient client = consumer(holder);
        Deliver a = client.delivered().get(0);
        client.write(client.handOut(a));
        Holder next = holder.takenOver();

        client.credit = 0;
        client.goTo(next).resume(Map.of(1, TestClient.claims(true, a)));

        assertThat(counts(next)).containsExactly("b1", "c1");
    }

    @Test
    void whatWasSeenAndGivenBackInGoodOrderIsCountedAndTheRestIsNew() {
        sent("a", "b");
        TestClient client = consumer(holder);
        client.write(client.handOut(client.delivered().get(0)));
        client.write(new Command.CloseSession(client.next(0), 0, 1));
        holder.run();

        assertThat(counts(holder.takenOver())).containsExactly("a2", "b1");
    }

    @Test
    void whoIsNeverHeardLeavesWhatItMayHaveSeenInDoubtForGood() {
        sent("a", "b");
        consumer(holder).delivered();
        Holder second = holder.takenOver();
        endGrace(second);
        TestClient sender = TestClient.connect(second).session(1, AckMode.AUTO);
        sender.write(sender.send(1, "c"));
        TestClient client = consumer(second);
        List<Deliver> all = client.delivered();
        assertThat(all).extracting(Deliver::deliveryCount).containsExactly(2, 2, 1);
        client.write(new Command.CloseConnection(client.next(0), 0));
        second.run();

        Holder third = second.takenOver();
        assertThat(counts(third)).containsExactly("a2", "b2", "c1");
    }

    @Test
    void whoIsAwayWhenItsGraceEndsMayHaveSeenMoreThanItSaid() {
        sent("a", "b", "c");
        TestClient absent = consumer(holder);
        absent.write(absent.handOut(absent.delivered().get(0)));
        TestClient other = TestClient.connect(holder).session(1, AckMode.CLIENT);
        absent.link.reset();
        endGrace(holder, other);
        other.consumer(1, 1);
        assertThat(counts(other)).as("as long as the holder lives, it knows").containsExactly("a2", "b1", "c1");
        other.write(new Command.CloseConnection(other.next(0), 0));
        holder.run();

        assertThat(counts(holder.takenOver())).containsExactly("a2", "b2", "c2");
    }

    /** Its client has closed it, and held nothing: what it may have been sent is kept back for nobody. */
    @Test
    void aSessionThatTheResumeDidNotNameHasEnded() {
        sent("a");
        TestClient client = consumer(holder);
        client.delivered();
        Holder next = holder.takenOver();
        client.goTo(next).sessions.clear();
        client.consumers.clear();
        client.resume();

        assertThat(client.row(1)).isNull();
        assertThat(counts(next)).containsExactly("a1");
    }

    /** S1: it takes several batches to count them, and the client is told with the first. */
    @Test
    void aHolderThatDiesWhileItCountsALongRollbackLeavesTheRestInDoubt() {
        int many = 1_200;
        for (int i = 0; i < many; i++) {
            producer.write(producer.send(1, "m" + i));
        }
        holder.run();
        TestClient client = TestClient.connect(holder).session(1, AckMode.CLIENT);
        client.credit = many;
        Deliver[] all = client.consumer(1, 1).delivered().toArray(Deliver[]::new);
        assertThat(all).hasSize(many);
        client.write(client.handOut(all));
        holder.store.hold();
        client.write(client.rollback(1, TransactionId.None.NONE, all));
        holder.run();
        holder.store.releaseOne();
        holder.run();
        Holder next = holder.takenOver();

        client.goTo(next);
        client.attach();
        client.declareAndClaim(Set.of(), Map.of());

        assertThat(client.delivered()).hasSize(many).allMatch(deliver -> deliver.deliveryCount() == 2);
    }

    @Test
    void whatTheDatabaseRefusesToCountIsInDoubtForThoseToCome() {
        sent("bad", "fine");
        holder.store.refuse(batch -> !batch.deliveries().isEmpty());
        TestClient client =
                TestClient.connect(holder).session(1, AckMode.TRANSACTED).consumer(1, 1);
        List<Deliver> all = client.delivered();
        client.credit = 0;
        client.write(
                client.handOut(all.get(0)),
                client.rollback(1, TransactionId.None.NONE, all.toArray(Deliver[]::new)),
                new Command.CloseConnection(client.next(0), 0));
        holder.run();

        assertThat(counts(holder.takenOver())).containsExactly("bad2", "fine1");
    }
}
