package io.batonmq.broker.destination;

import static io.batonmq.broker.destination.World.message;
import static io.batonmq.broker.destination.World.queue;
import static org.assertj.core.api.Assertions.assertThat;

import io.batonmq.broker.destination.Destinations.Entry;
import io.batonmq.broker.destination.Destinations.Kept;
import io.batonmq.broker.loop.RefusedException;
import io.batonmq.broker.writer.Unit;
import io.batonmq.store.Position;
import io.batonmq.store.SentQueues;
import io.batonmq.wire.DeliveryRef;
import io.batonmq.wire.WireDestination;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TakeoverTest {
    private static final WireDestination ORDERS = queue("orders");

    private final World world = new World();

    @AfterEach
    void nothingWasWrittenThatDidNotFit() {
        assertThat(world.store.mismatches).isEmpty();
        assertThat(world.ends).isEmpty();
    }

    private List<DeliveryRef> handOut(int count) throws RefusedException {
        for (int i = 0; i < count; i++) {
            world.send(ORDERS, "old" + i);
        }
        return world.consume(ORDERS, count).entries.stream().map(Entry::ref).toList();
    }

    private Map<DeliveryRef, Entry> claim(List<DeliveryRef> wanted) {
        List<Map<DeliveryRef, Entry>> granted = new ArrayList<>();
        world.destinations.claim(wanted, granted::add);
        world.loop.run();
        assertThat(granted).hasSize(1);
        return granted.get(0);
    }

    @Test
    void noMessageIsReadBeforeItIsWanted() throws RefusedException {
        for (int i = 0; i < 200; i++) {
            world.send(ORDERS, "m" + i);
        }
        int before = world.store.reads;
        world.takeover();
        world.send(ORDERS, "one more");
        assertThat(world.store.reads).as("L12").isEqualTo(before);
        assertThat(world.info("orders").storedMessages()).isEqualTo(201);
        assertThat(world.consume(ORDERS, 300).entries).hasSize(201);
    }

    /** L12: what is in memory at once, though it was sent later, says nothing of what is on its way to the store. */
    @Test
    void theHeadIsNotRaisedOverWhatIsOnItsWay() throws RefusedException {
        TestConsumer consumer = world.consume(ORDERS, 1);
        world.send(ORDERS, "gone");
        world.acknowledge(consumer.entries.get(0));
        world.store.holdWrites = true;
        world.send(ORDERS, "on its way");
        world.sendNow(World.unstored(ORDERS, "there"));
        world.loop.advance(Duration.ofSeconds(5));
        world.store.releaseWrites();
        world.loop.run();

        world.takeover();

        assertThat(world.consume(ORDERS, 10).texts()).containsExactly("on its way");
    }

    @Test
    void theMarkIsStoredBeforeABacklogIsHandedOut() throws RefusedException {
        world.send(ORDERS, "a");
        world.store.holdWrites = true;
        TestConsumer consumer = world.consume(ORDERS, 10);
        world.loop.run();
        assertThat(consumer.entries).as("R9").isEmpty();
        assertThat(world.row("orders").state().mark()).isEqualTo(Position.FIRST);
        world.store.releaseWrites();
        world.loop.run();
        assertThat(consumer.texts()).containsExactly("a");
        assertThat(world.row("orders").state().mark().counter()).isPositive();
    }

    @Test
    void aConsumerWhoseSessionIsNotMarkedWaits() throws RefusedException {
        TestConsumer consumer = world.consume(World.spec(ORDERS), null, unmarked());
        world.send(ORDERS, "a");
        assertThat(consumer.entries).isEmpty();
        consumer.marked = true;
        consumer.attachment().wake();
        assertThat(consumer.texts()).containsExactly("a");
    }

    private static TestConsumer unmarked() {
        TestConsumer consumer = new TestConsumer(World.ONE, 10);
        consumer.marked = false;
        return consumer;
    }

    @Test
    void onlyWhatMayHaveBeenHandedOutIsWithheld() throws RefusedException {
        List<DeliveryRef> out = handOut(5);
        world.takeover();
        world.withhold(Kept.HANDED_OUT);
        TestConsumer consumer = world.consume(ORDERS, 100);
        world.send(ORDERS, "new");
        assertThat(consumer.texts()).containsExactly("new");
        Map<DeliveryRef, Entry> granted = claim(out.subList(1, 3));
        assertThat(granted.keySet()).containsExactlyInAnyOrderElementsOf(out.subList(1, 3));
        assertThat(Objects.requireNonNull(granted.get(out.get(1))).deliveryCount())
                .as("R10")
                .isEqualTo(2);
        world.withhold(null);
        world.loop.run();
        assertThat(consumer.texts()).containsExactly("new", "old0", "old3", "old4");
    }

    private TestConsumer takenOverAndHeard(String sentAfterwards) throws RefusedException {
        world.takeover();
        world.withhold(Kept.HANDED_OUT);
        world.withhold(null);
        world.send(ORDERS, sentAfterwards);
        return world.consume(ORDERS, 100);
    }

    private static List<String> counts(TestConsumer consumer) {
        List<String> texts = consumer.texts();
        return IntStream.range(0, texts.size())
                .mapToObj(i -> texts.get(i) + ":" + consumer.entries.get(i).deliveryCount())
                .toList();
    }

    /** R10: who held messages of the queue has said which, and nobody saw the others. */
    @Test
    void whatNobodyClaimsIsNewIfAllWereHeard() throws RefusedException {
        handOut(2);

        assertThat(counts(takenOverAndHeard("new"))).containsExactly("old0:1", "old1:1", "new:1");
    }

    /** R10: nobody answers for one who is gone, at no holder to come. */
    @Test
    void whatOneMayHaveSeenWhoWasNotHeardStaysInDoubt() throws RefusedException {
        handOut(2);
        world.takeover();
        world.withhold(Kept.HANDED_OUT);
        long orders = world.row("orders").number();
        world.giveUpUnheard(SentQueues.of(Set.of(orders)), () -> world.destinations.releaseHandedOut(orders));
        world.send(ORDERS, "later");
        assertThat(counts(world.consume(ORDERS, 100))).containsExactly("old0:2", "old1:2", "later:1");

        assertThat(counts(takenOverAndHeard("new"))).containsExactly("old0:2", "old1:2", "later:1", "new:1");
        assertThat(counts(takenOverAndHeard("newer")))
                .containsExactly("old0:2", "old1:2", "later:1", "new:1", "newer:1");
    }

    @Test
    void oneWhoMayHaveSeenMessagesOfAnyQueueLeavesAllInDoubt() throws RefusedException {
        world.send(queue("other"), "there");
        world.consume(queue("other"), 1);
        handOut(2);
        world.takeover();
        world.giveUpUnheard(SentQueues.ALL, () -> {});

        assertThat(counts(takenOverAndHeard("new"))).containsExactly("old0:2", "old1:2", "new:1");
        assertThat(counts(world.consume(queue("other"), 10))).containsExactly("there:2");
    }

    /** One session after the other is given up, each of which may have been sent of any queue; and there may be many queues. */
    @Test
    void ofAllQueuesOnlyThoseWithMessagesAreLeftInDoubtAndThatOnce() throws RefusedException {
        world.send(queue("empty"), "gone");
        world.acknowledge(world.consume(queue("empty"), 1).entries);
        handOut(2);
        world.takeover();
        List<Position> doubts = new ArrayList<>();
        world.store.refuses = batch -> {
            batch.queueStates().forEach(change -> doubts.add(change.state().doubt()));
            return false;
        };
        world.store.holdWrites = true;
        world.giveUpUnheard(SentQueues.ALL, () -> {});
        world.giveUpUnheard(SentQueues.ALL, () -> {});
        world.store.releaseWrites();
        world.loop.run();

        assertThat(doubts).containsExactly(world.row("orders").state().mark());
    }

    /** Its own holder knows better, and shows them as they are. */
    @Test
    void whatAHolderLeavesInDoubtIsSoForThoseToCome() throws RefusedException {
        for (int i = 0; i < 3; i++) {
            world.send(ORDERS, "old" + i);
        }
        TestConsumer consumer = world.consume(ORDERS, 3);
        Entry second = consumer.entries.get(1);
        Unit unit = new Unit();
        world.destinations.leaveInDoubt(unit, List.of(second));
        unit.whenDurable((epoch, batch) -> world.destinations.giveBack(List.of(second)));
        world.writer.submit(unit);
        world.loop.run();
        consumer.credit(1);
        assertThat(consumer.entries.get(3)).isSameAs(second);
        assertThat(second.deliveryCount()).isEqualTo(1);

        assertThat(counts(takenOverAndHeard("new"))).containsExactly("old0:2", "old1:2", "old2:1", "new:1");
    }

    @Test
    void whatIsStoredLaterWaitsForWhatMayBeClaimedAndTheRestDoesNot() throws RefusedException {
        List<DeliveryRef> out = handOut(5);
        for (int i = 0; i < 300; i++) {
            world.send(ORDERS, "later" + i);
        }
        world.takeover();
        world.withhold(Kept.ALL_STORED);
        TestConsumer consumer = world.consume(ORDERS, 1_000);
        world.send(ORDERS, "new");
        world.sendNow(World.unstored(ORDERS, "unstored"));
        assertThat(consumer.texts()).containsExactly("unstored");
        Map<DeliveryRef, Entry> granted = claim(out.subList(0, 2));
        world.acknowledge(Objects.requireNonNull(granted.get(out.get(0))));

        world.withhold(null);

        List<String> expected = new ArrayList<>(List.of("unstored", "old2", "old3", "old4"));
        IntStream.range(0, 300).forEach(i -> expected.add("later" + i));
        expected.add("new");
        assertThat(consumer.texts()).isEqualTo(expected);
    }

    @Test
    void aQueueThatIsWithheldLessIsNotWithheldMoreAgain() throws RefusedException {
        handOut(5);
        world.takeover();
        world.withhold(Kept.ALL_STORED);
        world.withhold(Kept.HANDED_OUT);
        TestConsumer consumer = world.consume(ORDERS, 10);
        world.send(ORDERS, "new");
        assertThat(consumer.texts()).containsExactly("new");
        world.withhold(Kept.ALL_STORED);
        world.send(ORDERS, "newer");
        assertThat(consumer.texts()).containsExactly("new", "newer");
        world.withhold(null);
        world.withhold(Kept.HANDED_OUT);
        assertThat(consumer.entries).hasSize(7);
    }

    @Test
    void aBehindTheMarkBacklogFlowsWhileTheRestIsWithheld() throws RefusedException {
        handOut(40);
        world.consume(ORDERS, 0);
        for (int i = 0; i < 60; i++) {
            world.send(ORDERS, "later" + i);
        }
        Position mark = world.row("orders").state().mark();
        world.takeover();
        world.withhold(Kept.HANDED_OUT);
        TestConsumer consumer = world.consume(ORDERS, 1_000);
        assertThat(consumer.entries)
                .allSatisfy(entry -> assertThat(
                                new Position(entry.ref().epoch(), entry.ref().counter()))
                        .isGreaterThan(mark));
        int flowed = consumer.entries.size();
        world.withhold(null);
        world.loop.run();
        assertThat(consumer.entries).hasSize(100);
        assertThat(consumer.texts().subList(flowed, flowed + 40))
                .isEqualTo(IntStream.range(0, 40).mapToObj(i -> "old" + i).toList());
    }

    @Test
    void aClaimOfWhatIsAcknowledgedOrWithAnotherIsNotGranted() throws RefusedException {
        for (int i = 0; i < 3; i++) {
            world.send(ORDERS, "old" + i);
        }
        TestConsumer before = world.consume(ORDERS, 3);
        List<DeliveryRef> out = before.entries.stream().map(Entry::ref).toList();
        world.acknowledge(before.entries.get(0));
        world.takeover();
        TestConsumer other = world.consume(ORDERS, 1);
        assertThat(other.texts()).containsExactly("old1");
        assertThat(claim(out).keySet()).containsExactly(out.get(2));
        assertThat(claim(out)).isEmpty();
    }

    @Test
    void aClaimReadBeforeTheAcknowledgementIsNotGrantedAfterIt() throws RefusedException {
        List<DeliveryRef> out = handOut(1);
        world.takeover();
        world.store.holdReads = true;
        List<Map<DeliveryRef, Entry>> granted = new ArrayList<>();
        world.destinations.claim(out, granted::add); // reads the row, its answer is late
        world.destinations.claim(out, granted::add);
        world.store.releaseRead();
        world.loop.run();
        assertThat(granted.get(0)).hasSize(1);
        world.acknowledge(List.copyOf(granted.get(0).values()));
        assertThat(world.store.messages).isEmpty();
        world.store.releaseReads();
        world.loop.run();
        assertThat(granted.get(1)).isEmpty();
    }

    @Test
    void theRedeliveryLimitGoesByTheStoredCount() throws RefusedException {
        handOut(1);
        world.takeover();
        TestConsumer consumer = world.consume(ORDERS, 100);
        for (int i = 0; i < 3; i++) {
            assertThat(consumer.entries).hasSize(i + 1);
            assertThat(consumer.entries.get(i).deliveryCount()).isEqualTo(i + 2);
            world.rollBack(consumer.entries.get(i));
        }
        assertThat(consumer.entries).as("three counted deliveries in all").hasSize(3);
        assertThat(world.info("DLQ").storedMessages()).isEqualTo(1);
    }

    @Test
    void emptyQueuesAreThereAfterATakeover() throws RefusedException {
        world.consume(ORDERS, 1);
        long number = world.row("orders").number();
        world.takeover();
        assertThat(world.info("orders").number()).isEqualTo(number);
        world.send(queue("another"), "a");
        assertThat(world.row("another").number()).isGreaterThan(number);
    }

    @Test
    void theHeadIsRaisedBehindWhatWentAndReadingStartsThere() throws RefusedException {
        TestConsumer consumer = world.consume(ORDERS, 100);
        for (int i = 0; i < 100; i++) {
            world.send(ORDERS, "m" + i);
        }
        world.acknowledge(consumer.entries.subList(0, 99));
        world.loop.advance(Duration.ofSeconds(6));
        Position last = new Position(
                consumer.entries.get(99).ref().epoch(),
                consumer.entries.get(99).ref().counter());
        assertThat(world.row("orders").state().head()).as("L12").isEqualTo(last);
        world.takeover();
        assertThat(world.consume(ORDERS, 10).texts()).containsExactly("m99");
    }

    @Test
    void delayedMessagesAreDueOnceAndAtTheirTimeAfterATakeover() throws RefusedException {
        world.send(message(ORDERS, "late", true, 4, world.now() + 5_000, 0));
        world.send(ORDERS, "now");
        world.takeover();
        TestConsumer consumer = world.consume(ORDERS, 10);
        assertThat(consumer.texts()).containsExactly("now");
        world.loop.advance(Duration.ofMillis(4_900));
        assertThat(consumer.entries).hasSize(1);
        world.loop.advance(Duration.ofMillis(200));
        assertThat(consumer.texts()).containsExactly("now", "late");
    }
}
