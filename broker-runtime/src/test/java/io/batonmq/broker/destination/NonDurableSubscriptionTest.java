package io.batonmq.broker.destination;

import static io.batonmq.broker.destination.World.topic;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.batonmq.broker.loop.RefusedException;
import io.batonmq.store.Position;
import io.batonmq.store.QueueRow;
import io.batonmq.wire.DeliveryRef;
import io.batonmq.wire.ErrorCode;
import io.batonmq.wire.Request.ConsumerSpec;
import io.batonmq.wire.WireDestination;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** R17: non-durable subscriptions outlive a lost link and a lost holder, not their consumers. */
class NonDurableSubscriptionTest {
    private static final WireDestination NEWS = topic("news");
    private static final WireDestination EVENTS = new WireDestination(WireDestination.Kind.TEMPORARY_TOPIC, "$tmp.1.2");
    private static final ConsumerSpec PLAIN = World.spec(NEWS);
    private static final ConsumerSpec SHARED = shared(null);

    private final World world = new World();

    @AfterEach
    void nothingWasWrittenThatDidNotFit() {
        assertThat(world.store.mismatches).isEmpty();
        assertThat(world.ends).isEmpty();
    }

    private static ConsumerSpec shared(@Nullable String selector) {
        return new ConsumerSpec(NEWS, "s", true, false, selector, false, false);
    }

    /** Consumer 7 of connection one, as on each of its links. */
    private TestConsumer declare(ConsumerSpec spec) throws RefusedException {
        return world.consume(spec, null, new TestConsumer(World.ONE, 7, 100));
    }

    private void lost(TestConsumer consumer) {
        consumer.attachment().lost();
        world.loop.run();
    }

    private void send(String... texts) throws RefusedException {
        for (String text : texts) {
            world.send(NEWS, text);
        }
    }

    private void purged() {
        world.loop.advance(Duration.ofSeconds(1));
    }

    private List<QueueRow> rows() {
        return world.store.queues.values().stream()
                .filter(row -> row.kind() == QueueRow.Kind.SUBSCRIPTION)
                .toList();
    }

    private List<DeliveryRef> claimed(TestConsumer consumer) {
        List<DeliveryRef> granted = new ArrayList<>();
        List<DeliveryRef> wanted =
                consumer.entries.stream().map(Destinations.Entry::ref).toList();
        world.destinations.claim(wanted, given -> granted.addAll(given.keySet()));
        world.loop.run();
        return granted;
    }

    @Test
    void whatIsPublishedWhileTheLinkIsLostIsThereWhenItsConsumerIsBack() throws RefusedException {
        TestConsumer first = declare(PLAIN);
        send("a");
        lost(first);
        send("b");
        world.sendNow(World.unstored(NEWS, "c"));

        TestConsumer again = declare(PLAIN);
        world.destinations.consumersAreBack(World.ONE);
        send("d");

        assertThat(again.texts()).containsExactly("b", "c", "d");
        assertThat(rows()).hasSize(1);
    }

    @Test
    void whatWasPublishedIsThereAfterATakeover() throws RefusedException {
        declare(PLAIN);
        world.takeover();
        send("a");
        world.sendNow(World.unstored(NEWS, "b"));

        assertThat(declare(PLAIN).texts()).containsExactly("a", "b");
        assertThat(rows()).hasSize(1);
    }

    @Test
    void aPublicationThatIsDurableWhenItsHolderDiesIsDelivered() throws RefusedException {
        TestConsumer first = world.consume(PLAIN, null, new TestConsumer(World.ONE, 7, 0));
        send("a");
        assertThat(first.entries).isEmpty();
        world.takeover();

        assertThat(declare(PLAIN).texts()).containsExactly("a");
    }

    @Test
    void deliveriesOfAPlainOneNeedNoMarkAndAreNewUnlessTheyAreClaimed() throws RefusedException {
        TestConsumer first = new TestConsumer(World.ONE, 7, 100);
        first.marked = false; // if asked
        world.consume(PLAIN, null, first);
        send("a", "b");
        assertThat(first.texts()).as("without waiting").containsExactly("a", "b");
        assertThat(first.markedWith).isEmpty();
        assertThat(rows().get(0).state().mark()).isEqualTo(Position.FIRST);
        world.unit(unit -> world.destinations.leaveInDoubt(unit, first.entries));
        world.takeover();

        first.entries.remove(1);
        assertThat(claimed(first)).hasSize(1);
        TestConsumer again = declare(PLAIN);

        assertThat(again.texts()).containsExactly("b");
        assertThat(again.entries.get(0).deliveryCount()).isEqualTo(1);
    }

    @Test
    void aSharedOneMarksWhatItHandsOutAsQueuesDo() throws RefusedException {
        TestConsumer first = declare(SHARED);
        send("a");
        assertThat(first.texts()).containsExactly("a");
        assertThat(rows().get(0).state().mark()).isGreaterThan(Position.FIRST);
    }

    @Test
    void aConsumerThatIsDeclaredWithOtherTermsGetsASubscriptionOfThose() throws RefusedException {
        lost(declare(PLAIN));
        send("a");

        TestConsumer other = declare(World.spec(topic("weather")));
        world.send(topic("weather"), "sun");
        purged();

        assertThat(other.texts()).containsExactly("sun");
        assertThat(rows()).hasSize(1);
    }

    @Test
    void oneWhoseConsumerIsNotDeclaredAnewEndsWhenAllOthersAre() throws RefusedException {
        lost(declare(PLAIN));
        lost(declare(SHARED));
        send("a");
        world.destinations.consumersAreBack(World.TWO);
        assertThat(rows()).hasSize(2);

        world.destinations.consumersAreBack(World.ONE);
        purged();

        assertThat(rows()).isEmpty();
        assertThat(world.store.messages).isEmpty();
    }

    @Test
    void aSharedOneWaitsForAllWhoLostTheirLinks() throws RefusedException {
        TestConsumer one = declare(SHARED);
        TestConsumer two = world.consume(SHARED, null, new TestConsumer(World.TWO, 100));
        lost(one);
        two.attachment().detach();
        send("a");
        world.loop.run();

        TestConsumer again = declare(SHARED);
        world.destinations.consumersAreBack(World.ONE);
        assertThat(again.texts()).containsExactly("a");
        again.attachment().detach();
        world.acknowledge(again.entries);
        purged();
        assertThat(rows()).as("8.3.2").isEmpty();
    }

    @Test
    void aSharedOneThatOnlyWaitsGivesWayToOtherTerms() throws RefusedException {
        TestConsumer one = declare(SHARED);
        assertThatThrownBy(() -> declare(shared("n = 1")))
                .isInstanceOfSatisfying(
                        RefusedException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SUBSCRIPTION_MISMATCH));
        lost(one);
        send("a");

        TestConsumer other = world.consume(shared("n = 1"), null, new TestConsumer(World.TWO, 100));
        world.send(World.numbered(NEWS, "1", true, 4, 1));
        purged();

        assertThat(other.texts()).containsExactly("1");
        assertThat(rows()).hasSize(1);
    }

    @Test
    void whatIsRecoveredWaitsForItsClientOrUntilAllAreGivenUp() throws RefusedException {
        declare(PLAIN);
        declare(SHARED);
        world.consume(SHARED, null, new TestConsumer(World.TWO, 100));
        world.consume(PLAIN, null, new TestConsumer(World.TWO, 100));
        world.takeover();
        send("a");
        assertThat(declare(SHARED).texts()).containsExactly("a");
        world.destinations.consumersAreBack(World.ONE);
        purged();
        assertThat(rows()).as("one's plain one ended").hasSize(2);

        world.destinations.recoveredConsumersAreGivenUp();
        purged();

        assertThat(rows()).extracting(QueueRow::name).containsExactly("s");
    }

    @Test
    void whatIsGivenUpIsGoneAtOnce() throws RefusedException {
        TestConsumer consumer = declare(PLAIN);
        send("a", "b");
        lost(consumer);

        world.destinations.consumersAreGivenUp(World.ONE);
        world.giveBack(consumer.entries);
        send("c");
        purged();

        assertThat(rows()).isEmpty();
        assertThat(world.store.messages).isEmpty();
        assertThat(declare(PLAIN).entries).isEmpty();
    }

    @Test
    void whatASessionHasOfAClosedConsumerIsItsOwnEvenAfterATakeover() throws RefusedException {
        TestConsumer consumer = declare(PLAIN);
        send("a", "b");
        world.acknowledge(consumer.entries.remove(0));
        consumer.attachment().detach();
        send("c");
        world.takeover();

        assertThat(claimed(consumer)).hasSize(1);
        world.destinations.consumersAreBack(World.ONE);
        purged();
        assertThat(rows()).hasSize(1);
        assertThat(world.store.messages).hasSize(1);
        world.takeover();
        assertThat(claimed(consumer)).hasSize(1);
    }

    @Test
    void manyThatComeAndGoArePurgedInFewBatches() throws RefusedException {
        List<TestConsumer> consumers = new ArrayList<>();
        for (int i = 0; i < 250; i++) {
            consumers.add(world.consume(PLAIN, null, new TestConsumer(World.ONE, i + 1, 100)));
        }
        send("a");
        List<Integer> deleted = new ArrayList<>();
        world.store.refuses = batch -> {
            deleted.add(batch.deleteQueues().size());
            return false;
        };
        consumers.subList(1, 250).forEach(consumer -> {
            world.destinations.giveBack(consumer.entries);
            consumer.attachment().detach();
        });
        purged();

        assertThat(rows()).hasSize(1);
        assertThat(world.store.messages).hasSize(1);
        assertThat(deleted.stream().filter(count -> count > 0)).containsExactly(100, 100, 49);
    }

    /** As of queues, whose mark says it (R9): what was handed out in time is acknowledged in time. */
    @Test
    void whatItsClientMayClaimDoesNotExpireAfterATakeover() throws RefusedException {
        TestConsumer consumer = declare(PLAIN);
        world.send(World.message(NEWS, "a", true, 4, 0, world.now() + 1_000));
        assertThat(consumer.texts()).containsExactly("a");
        world.takeover();
        world.loop.advance(Duration.ofSeconds(3));

        assertThat(claimed(consumer)).hasSize(1);
    }

    /** Whichever the store names first. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void ofTwoOfOneNameTheLastMadeGoesOnAfterATakeover(boolean reversed) throws RefusedException {
        world.lastMadeFirst = reversed;
        TestConsumer first = declare(SHARED);
        send("a");
        first.attachment().detach();
        world.loop.run();
        declare(SHARED);
        send("b");
        assertThat(rows()).hasSize(2);
        world.takeover();
        send("c");

        TestConsumer again = declare(SHARED);
        List<Destinations.Entry> held = new ArrayList<>();
        world.destinations.claim(List.of(first.entries.get(0).ref()), given -> held.addAll(given.values()));
        world.loop.run();
        world.acknowledge(held);
        world.destinations.consumersAreBack(World.ONE);
        world.destinations.recoveredConsumersAreGivenUp();
        purged();

        assertThat(again.texts()).containsExactly("b", "c");
        assertThat(rows()).hasSize(1);
    }

    @Test
    void oneThatHasEndedGoesWithItsLastDelivery() throws RefusedException {
        TestConsumer consumer = declare(PLAIN);
        send("a", "b");
        consumer.attachment().detach();
        world.acknowledge(consumer.entries.get(0));
        purged();
        assertThat(rows()).hasSize(1);

        world.giveBack(consumer.entries.get(1));
        purged();

        assertThat(rows()).isEmpty();
        assertThat(world.store.messages).isEmpty();
    }

    @Test
    void oneOnATemporaryTopicGoesWithIt() throws RefusedException {
        world.unit(unit -> world.destinations.createTemporary(unit, EVENTS, World.ONE));
        declare(World.spec(EVENTS));
        world.takeover();
        world.send(EVENTS, "a");
        assertThat(declare(World.spec(EVENTS)).texts()).containsExactly("a");

        world.unit(unit -> world.destinations.removeTemporaries(unit, World.ONE));
        world.destinations.consumersAreGivenUp(World.ONE);
        purged();

        assertThat(world.store.queues).isEmpty();
        assertThat(world.store.messages).isEmpty();
    }

    @Test
    void whatItsSessionStillHadOfATemporaryTopicGoesAfterATakeover() throws RefusedException {
        world.unit(unit -> world.destinations.createTemporary(unit, EVENTS, World.ONE));
        TestConsumer consumer = declare(World.spec(EVENTS));
        world.send(EVENTS, "a");
        consumer.attachment().detach();
        world.unit(unit -> world.destinations.deleteTemporary(unit, EVENTS, World.ONE));
        purged();
        assertThat(rows()).hasSize(1);

        world.takeover();
        purged();

        assertThat(world.store.queues).isEmpty();
        assertThat(world.store.messages).isEmpty();
    }

    @Test
    void aTemporaryTopicWithoutAttachedConsumersCanBeDeleted() throws RefusedException {
        world.unit(unit -> world.destinations.createTemporary(unit, EVENTS, World.ONE));
        lost(declare(World.spec(EVENTS)));
        world.unit(unit -> world.destinations.deleteTemporary(unit, EVENTS, World.ONE));
        purged();
        assertThat(world.store.queues).isEmpty();
    }

    @Test
    void whatItIsNotDeliveredOftenEnoughGoesToTheDeadLetterQueueByItsTopicsName() throws RefusedException {
        TestConsumer consumer = declare(PLAIN);
        send("a");
        for (int i = 0; i < 3; i++) {
            world.rollBack(consumer.entries.get(i));
        }
        TestConsumer dead = world.consume(World.queue("DLQ"), 10);
        assertThat(dead.texts()).containsExactly("a");
        assertThat(dead.entries.get(0).ref().stored()).isTrue();
    }
}
