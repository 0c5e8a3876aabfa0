package io.batonmq.broker.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.batonmq.store.SentQueues;
import io.batonmq.wire.BrokerFrame.Deliver;
import io.batonmq.wire.Command;
import io.batonmq.wire.Request.AckMode;
import io.batonmq.wire.Request.Credit;
import io.batonmq.wire.Request.Ping;
import io.batonmq.wire.WireDestination;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** The order of messages of a queue where sessions end, and where holders do (R9, JMS 6.2.10.1). */
class TakeoverOrderTest {
    private static final Duration TICK = Duration.ofMillis(1);

    private final Holder holder = Holder.first();

    private static void send(Holder to, String queue, int from, int until) {
        TestClient producer = TestClient.connect(to).session(1, AckMode.AUTO);
        for (int i = from; i < until; i++) {
            producer.write(new Command.Send(
                    1,
                    producer.next(1),
                    0,
                    TestClient.message(new WireDestination(WireDestination.Kind.QUEUE, queue), "m" + i, true),
                    null));
        }
        to.run();
    }

    private static List<String> messages(int from, int until) {
        return IntStream.range(from, until).mapToObj(i -> "m" + i).toList();
    }

    private static TestClient consumer(Holder at, String queue, int credit) {
        TestClient client = TestClient.connect(at).session(1, AckMode.CLIENT);
        client.spec = TestClient.queueSpec(queue);
        client.credit = credit;
        return client.consumer(1, 1);
    }

    /** Lets time pass for clients that ping. */
    private static void keepAlive(Holder at, Duration time, TestClient... clients) {
        for (long left = time.toMillis(); left > 0; left -= 1_000) {
            at.advance(Duration.ofMillis(Math.min(left, 1_000)));
            for (TestClient client : clients) {
                client.write(new Ping(left));
            }
            at.run();
        }
    }

    @Test
    void whereAllClientsComeBackNothingComesOutOfOrder() {
        send(holder, "q", 0, 600); // more than the mark is raised ahead
        TestClient one = consumer(holder, "q", 10);
        TestClient two = consumer(holder, "q", 10);
        List<Deliver> firsts = one.delivered();
        List<Deliver> seconds = two.delivered();
        Holder next = holder.takenOver();
        send(next, "q", 600, 601);

        one.credit = 1_000;
        one.goTo(next).resume(Map.of(1, TestClient.claims(true, firsts.toArray(Deliver[]::new))));
        List<String> got = new ArrayList<>(one.texts());
        assertThat(got).as("the other may claim older ones").isEmpty();
        two.credit = 0;
        two.goTo(next).resume(Map.of(1, TestClient.claims(true, seconds.get(0))));

        got.addAll(one.texts());
        List<String> expected = new ArrayList<>(messages(0, 601));
        firsts.forEach(claimed -> expected.remove(TestClient.text(claimed)));
        expected.remove(TestClient.text(seconds.get(0)));
        assertThat(got).isEqualTo(expected);
    }

    @Test
    void laterMessagesWaitForOnesOfAnAbsentSessionNoLongerThanTheOrderGrace() {
        send(holder, "q", 0, 2);
        consumer(holder, "q", 10);
        Holder next = holder.takenOver();
        TestClient other = consumer(next, "q", 10);
        send(next, "q", 2, 3);

        keepAlive(next, Holder.ORDER_GRACE.minus(TICK), other);
        assertThat(other.texts()).isEmpty();
        keepAlive(next, TICK, other);
        assertThat(other.texts()).containsExactly("m2");
        keepAlive(next, Holder.GRACE.minus(Holder.ORDER_GRACE), other);
        assertThat(other.texts()).containsExactly("m0", "m1");
    }

    @Test
    void anAbsentSessionHoldsUpOnlyTheQueuesItWasSentMessagesOf() {
        send(holder, "mine", 0, 2);
        send(holder, "yours", 0, 300);
        TestClient absent = consumer(holder, "mine", 10);
        TestClient alive = consumer(holder, "yours", 5);
        List<Deliver> claimed = alive.delivered();
        Holder next = holder.takenOver();

        alive.credit = 1_000;
        alive.goTo(next).resume(Map.of(1, TestClient.claims(true, claimed.toArray(Deliver[]::new))));

        assertThat(alive.texts()).isEqualTo(messages(5, 300));
        assertThat(absent.storedRow(1).dispatched().numbers())
                .hasSize(1)
                .doesNotContainAnyElementsOf(alive.storedRow(1).dispatched().numbers());
    }

    @Test
    void whereNothingIsLeftThatCouldBeClaimedNothingWaits() {
        send(holder, "q", 0, 2);
        TestClient absent = consumer(holder, "q", 10);
        absent.write(absent.ack(1, absent.delivered().toArray(Deliver[]::new)));
        holder.run();
        Holder next = holder.takenOver();
        TestClient other = consumer(next, "q", 10);

        send(next, "q", 2, 4);

        assertThat(other.texts()).containsExactly("m2", "m3");
    }

    @Test
    void aConsumerThatWasNeverSentAnythingHoldsUpNoOne() {
        consumer(holder, "q", 0);
        send(holder, "q", 0, 3);
        TestClient busy = consumer(holder, "q", 1);
        List<Deliver> claimed = busy.delivered();
        Holder next = holder.takenOver();

        busy.credit = 10;
        busy.goTo(next).resume(Map.of(1, TestClient.claims(true, claimed.get(0))));

        assertThat(busy.texts()).containsExactly("m1", "m2");
    }

    @Test
    void whatSessionsOfOneConnectionGiveBackComesInOrderToOthers() {
        TestClient going = TestClient.connect(holder).session(1, AckMode.CLIENT).session(2, AckMode.CLIENT);
        going.consumer(1, 1).consumer(2, 2);
        send(holder, "q", 0, 20);
        assertThat(going.delivered()).hasSize(20);
        TestClient other = consumer(holder, "q", 100);

        going.write(new Command.CloseConnection(1, 0));
        holder.run();

        assertThat(other.texts()).isEqualTo(messages(0, 20));
    }

    @Test
    void aRolledBackListThatTakesSeveralUnitsComesBackInOrder() {
        send(holder, "q", 0, 1_300);
        TestClient going = consumer(holder, "q", 1_200);
        List<Deliver> all = going.delivered();
        assertThat(all).hasSize(1_200);
        going.write(going.handOut(all.toArray(Deliver[]::new)));
        TestClient other = consumer(holder, "q", 0);

        going.write(new Command.CloseConnection(1, 0));
        holder.run();
        other.write(new Credit(1, 1, 2_000, 1 << 20));
        holder.run();

        assertThat(other.texts()).isEqualTo(messages(0, 1_300));
    }

    /** Two consumers take turns: who was not sent the last message is sent the next one, by the next holder too. */
    @Test
    void turnsGoOnAsTheClientDeclaresItsConsumers() {
        TestClient client = TestClient.connect(holder).session(1, AckMode.AUTO);
        client.credit = 1;
        client.consumer(1, 1).consumer(1, 2);
        send(holder, "q", 0, 3);
        List<Deliver> held = client.delivered();
        assertThat(held).extracting(Deliver::consumer).containsExactly(1, 2);
        Holder next = holder.takenOver();
        client.consumers.remove(1);
        client.consumers.put(1, 1);

        client.goTo(next).resume(Map.of(1, TestClient.claims(true, held.toArray(Deliver[]::new))));

        assertThat(client.deliveredOne().consumer()).isEqualTo(2);
    }

    @Test
    void aRowNamesTheQueuesInUseAndNoMoreThanAFew() {
        DispatchedQueues queues = new DispatchedQueues();
        for (long queue = 1; queue <= 16; queue++) {
            assertThat(queues.add(queue, Set::of)).isTrue();
            assertThat(queues.isDurable(queue)).isFalse();
            queues.stored(queues.written());
            assertThat(queues.isDurable(queue)).isTrue();
        }

        assertThat(queues.add(17, () -> Set.of(3L, 4L))).isTrue();

        assertThat(queues.written()).isEqualTo(SentQueues.of(Set.of(3L, 4L, 17L)));
        assertThat(queues.isDurable(5)).as("it must be named anew").isFalse();
        Set<Long> all = LongStream.range(0, 16).boxed().collect(Collectors.toSet());
        DispatchedQueues many = new DispatchedQueues();
        all.forEach(queue -> many.add(queue, Set::of));
        assertThat(many.add(99, () -> all)).isTrue();
        assertThat(many.written()).isEqualTo(SentQueues.ALL);
    }
}
