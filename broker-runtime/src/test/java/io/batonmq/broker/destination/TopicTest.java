package io.batonmq.broker.destination;

import static io.batonmq.broker.destination.World.durable;
import static io.batonmq.broker.destination.World.message;
import static io.batonmq.broker.destination.World.subscription;
import static io.batonmq.broker.destination.World.topic;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.batonmq.broker.destination.Destinations.Entry;
import io.batonmq.broker.destination.Destinations.Publication;
import io.batonmq.broker.loop.RefusedException;
import io.batonmq.broker.writer.Unit;
import io.batonmq.store.ContentRow;
import io.batonmq.store.Position;
import io.batonmq.wire.ErrorCode;
import io.batonmq.wire.Request.ConsumerSpec;
import io.batonmq.wire.WireDestination;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TopicTest {
    private static final WireDestination NEWS = topic("news");

    private final World world = new World();

    @AfterEach
    void nothingWasWrittenThatDidNotFit() {
        assertThat(world.store.mismatches).isEmpty();
        assertThat(world.ends).isEmpty();
    }

    private TestConsumer plain() throws RefusedException {
        return world.consume(World.spec(NEWS), null, new TestConsumer(World.ONE, 100));
    }

    private TestConsumer attach(ConsumerSpec spec, @Nullable String clientId) throws RefusedException {
        return world.consume(spec, clientId, new TestConsumer(World.ONE, 100));
    }

    private void subscribe(String name, @Nullable String clientId) throws RefusedException {
        world.unit(unit -> world.destinations.subscribe(unit, subscription("news", name, false), clientId));
    }

    private static void assertRefused(ErrorCode code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        RefusedException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    @Test
    void plainSubscribersGetACopyEachOfWhichTheStoreHasThePersistentOnes() throws RefusedException {
        TestConsumer one = plain();
        TestConsumer two = plain();
        world.send(NEWS, "a");
        world.sendNow(World.unstored(NEWS, "b"));
        assertThat(one.texts()).containsExactly("a", "b");
        assertThat(two.texts()).containsExactly("a", "b");
        assertThat(world.store.messages).hasSize(2);
        one.attachment().detach();
        world.send(NEWS, "c");
        assertThat(one.entries).hasSize(2);
        assertThat(two.entries).hasSize(3);
        world.acknowledge(one.entries);
        world.acknowledge(two.entries);
        two.attachment().detach();
        world.loop.advance(Duration.ofSeconds(1));
        assertThat(world.destinations.destinations()).hasSize(1);
        assertThat(world.store.messages).isEmpty();
        assertThat(world.store.queues).hasSize(1);
    }

    @Test
    void aSubscriberThatKeepsUpLosesNothingToBacklogsInMemory() throws RefusedException {
        String text = "x".repeat(900);
        for (int i = 0; i < 12; i++) {
            for (int j = 0; j < 20; j++) {
                world.send(World.queue("backlog" + i), text);
            }
        }
        TestConsumer subscriber = plain();
        for (int i = 0; i < 50; i++) {
            world.sendNow(World.unstored(NEWS, text));
            world.send(NEWS, text);
            world.acknowledge(subscriber.entries.subList(2 * i, subscriber.entries.size()));
        }
        assertThat(subscriber.texts()).hasSize(100);
        assertThat(world.destinations.totals().droppedForSlowSubscribers()).isZero();
    }

    @Test
    void oneDurableSubscriptionStoresTheBytesInItsRow() throws RefusedException {
        subscribe("s", "c1");
        world.send(NEWS, "a");
        assertThat(world.store.contents).isEmpty();
        assertThat(world.store.messages).hasSize(1);
        world.takeover();
        assertThat(attach(durable("news", "s", false), "c1").texts()).containsExactly("a");
    }

    @Test
    void severalDurableSubscriptionsShareTheBytesUntilTheLastIsDone() throws RefusedException {
        subscribe("s", "c1");
        subscribe("s", "c2");
        subscribe("s", "c3");
        String text = "x".repeat(600_000);
        world.send(NEWS, text);
        assertThat(world.store.contents).hasSize(1);
        assertThat(world.store.contents.firstEntry().getValue()).hasSize(3);
        assertThat(world.store.messages.values()).hasSize(3).allMatch(row -> row.bytes() == null);
        world.takeover();
        for (String client : new String[] {"c1", "c2"}) {
            TestConsumer consumer = attach(durable("news", "s", false), client);
            assertThat(consumer.texts()).containsExactly(text);
            assertThat(consumer.entries.get(0).content()).isNull();
            world.acknowledge(consumer.entries);
        }
        world.loop.advance(Duration.ofSeconds(10));
        assertThat(world.store.contents).hasSize(1);
        TestConsumer last = attach(durable("news", "s", false), "c3");
        world.acknowledge(last.entries);
        assertThat(world.store.messages).isEmpty();
        world.takeover(); // before the sweep had its turn
        world.loop.advance(Duration.ofSeconds(10));
        assertThat(world.store.contents).as("S8").isEmpty();
    }

    @Test
    void aLargeBodyOfAMessageThatIsOnlyInMemoryStaysUntilItIsAcknowledged() throws RefusedException {
        TestConsumer consumer = plain();
        Position content = world.writer.nextPosition();
        world.unit(unit -> unit.insertContent(new ContentRow(content, 0, new byte[100])));
        Publication small = message(NEWS, "head");
        world.send(new Publication(small.message(), small.head(), content, 100, World.TWO, null, World.SAME_CLOCK));
        assertThat(consumer.entries.get(0).content()).isEqualTo(content);
        world.loop.advance(Duration.ofSeconds(30));
        assertThat(world.store.contents).hasSize(1);
        world.acknowledge(consumer.entries);
        world.loop.advance(Duration.ofSeconds(30));
        assertThat(world.store.contents).isEmpty();
    }

    @Test
    void aDurableSubscriptionWithoutMessagesIsThereAfterATakeover() throws RefusedException {
        subscribe("s", "c1");
        world.unit(unit -> world.destinations.subscribe(unit, subscription("news", "shared", true), null));
        world.takeover();
        for (int i = 0; i < 10; i++) {
            world.send(NEWS, "m" + i);
        }
        assertThat(attach(durable("news", "s", false), "c1").entries).as("C16").hasSize(10);
        assertThat(attach(durable("news", "shared", true), null).entries)
                .as("C16")
                .hasSize(10);
    }

    @Test
    void consumersOfASharedSubscriptionShareItsMessages() throws RefusedException {
        TestConsumer one = attach(durable("news", "s", true), null);
        TestConsumer two = attach(durable("news", "s", true), null);
        TestConsumer other = attach(durable("news", "s", true), "client");
        for (int i = 0; i < 100; i++) {
            world.send(NEWS, "m" + i);
        }
        Set<String> union = new HashSet<>(one.texts());
        union.addAll(two.texts());
        assertThat(one.entries).as("C32").hasSize(50);
        assertThat(union).hasSize(100);
        assertThat(other.entries)
                .as("with a client identifier it is another one")
                .hasSize(100);
    }

    @Test
    void aSharedPlainSubscriptionEndsWithItsLastConsumer() throws RefusedException {
        ConsumerSpec shared = new ConsumerSpec(NEWS, "s", true, false, null, false, false);
        TestConsumer one = attach(shared, null);
        TestConsumer two = attach(shared, null);
        attach(durable("news", "s", true), null); // another name space
        world.send(NEWS, "a");
        assertThat(one.entries.size() + two.entries.size()).isEqualTo(1);
        one.attachment().detach();
        world.send(NEWS, "b");
        two.attachment().detach();
        world.send(NEWS, "c");
        assertThat(attach(shared, null).entries).isEmpty();
    }

    @Test
    void subscriptionsThatClashAreRefused() throws RefusedException {
        subscribe("s", "c1");
        assertRefused(ErrorCode.SUBSCRIPTION_MISMATCH, () -> attach(durable("news", "s", true), "c1"));
        assertRefused(ErrorCode.CLIENT_ID_INVALID, () -> subscribe("s", null));
        assertRefused(ErrorCode.SUBSCRIPTION_UNKNOWN, () -> unsubscribe("other", "c1"));
        assertRefused(ErrorCode.SUBSCRIPTION_UNKNOWN, () -> unsubscribe("s", "c2"));
        TestConsumer consumer = attach(durable("news", "s", false), "c1");
        subscribe("s", "c1"); // the same again is no change
        assertRefused(ErrorCode.SUBSCRIPTION_IN_USE, () -> attach(durable("news", "s", false), "c1"));
        assertRefused(ErrorCode.SUBSCRIPTION_IN_USE, () -> unsubscribe("s", "c1"));
        assertRefused(
                ErrorCode.SUBSCRIPTION_IN_USE,
                () -> world.unit(
                        unit -> world.destinations.subscribe(unit, subscription("weather", "s", false), "c1")));
        attach(durable("news", "t", true), null);
        assertRefused(ErrorCode.SUBSCRIPTION_MISMATCH, () -> attach(durable("weather", "t", true), null));
        world.send(NEWS, "a");
        consumer.attachment().detach();
        assertRefused(ErrorCode.SUBSCRIPTION_IN_USE, () -> unsubscribe("s", "c1"));
        world.acknowledge(consumer.entries);
        unsubscribe("s", "c1");
        world.send(NEWS, "b");
        assertThat(attach(durable("news", "s", false), "c1").entries).isEmpty();
    }

    @Test
    void aSubscriptionWhoseLastAcknowledgementIsOnItsWayCanBeRemoved() throws RefusedException {
        TestConsumer consumer = attach(durable("news", "s", false), "c1");
        world.send(NEWS, "a");
        consumer.attachment().detach();

        world.unit(unit -> {
            world.destinations.acknowledge(unit, consumer.entries.get(0));
            world.destinations.unsubscribe(unit, "s", "c1");
        });

        world.send(NEWS, "b");
        assertThat(attach(durable("news", "s", false), "c1").entries).isEmpty();
    }

    private void unsubscribe(String name, @Nullable String clientId) throws RefusedException {
        world.unit(unit -> world.destinations.unsubscribe(unit, name, clientId));
    }

    @Test
    void aRefusedChangeLeavesTheUnitEmpty() throws RefusedException {
        attach(durable("news", "s", false), "c1");
        Unit unit = new Unit();
        assertRefused(
                ErrorCode.SUBSCRIPTION_IN_USE,
                () -> world.destinations.subscribe(unit, subscription("weather", "s", false), "c1"));
        assertThat(unit.isEmpty()).isTrue();
    }

    @Test
    void aChangedSubscriptionStartsEmpty() throws RefusedException {
        subscribe("s", "c1");
        world.send(NEWS, "a");
        world.unit(unit -> world.destinations.subscribe(unit, subscription("weather", "s", false), "c1"));
        world.send(NEWS, "b");
        world.send(topic("weather"), "sun");
        assertThat(attach(durable("weather", "s", false), "c1").texts())
                .as("8.3.3")
                .containsExactly("sun");
        world.loop.advance(Duration.ofSeconds(1));
        assertThat(world.store.messages).hasSize(1);
    }

    @Test
    void messagesOfARemovedSubscriptionGoInBoundedBatchesAndAfterATakeoverToo() throws RefusedException {
        subscribe("s", "c1");
        for (int i = 0; i < 700; i++) {
            world.send(NEWS, "m" + i);
        }
        long number = world.row("s").number();
        world.store.holdWrites = true;
        world.unit(unit -> world.destinations.unsubscribe(unit, "s", "c1"));
        world.store.releaseWrite();
        world.loop.run();
        world.store.releaseWrite();
        world.loop.run();
        world.takeover();
        world.store.batchRows = 0;
        world.loop.advance(Duration.ofSeconds(1));
        assertThat(world.store.messages).as("S8").isEmpty();
        assertThat(world.store.queues).doesNotContainKey(number);
        assertThat(world.store.batchRows).isBetween(1L, 250L);
    }

    @Test
    void aSlowSubscriberLosesItsOldestMessagesAndHoldsUpNobody() throws RefusedException {
        TestConsumer slow = world.consume(World.spec(NEWS), null, new TestConsumer(World.ONE, 0));
        TestConsumer fast = world.consume(World.spec(NEWS), null, new TestConsumer(World.ONE, 1_000));
        for (int i = 0; i < 200; i++) {
            world.sendNow(World.unstored(NEWS, "m" + i));
            world.acknowledge(fast.entries.get(i));
        }
        assertThat(fast.entries).as("C53").hasSize(200);
        slow.credit(1_000);
        assertThat(slow.entries).hasSizeBetween(5, 30);
        assertThat(slow.texts()).endsWith("m199");
        assertThat(world.destinations.totals().droppedForSlowSubscribers()).isEqualTo(200L - slow.entries.size());
    }

    @Test
    void noLocalLeavesOutWhatTheSameConnectionPublishes() throws RefusedException {
        ConsumerSpec noLocal = new ConsumerSpec(NEWS, null, false, false, null, true, false);
        TestConsumer same = world.consume(noLocal, null, new TestConsumer(World.TWO, 10));
        TestConsumer other = world.consume(noLocal, null, new TestConsumer(World.ONE, 10));
        world.send(NEWS, "a"); // from connection two
        assertThat(same.entries).isEmpty();
        assertThat(other.texts()).containsExactly("a");
        TestConsumer durably = attach(new ConsumerSpec(NEWS, "s", false, true, null, true, false), "publisher");
        Publication own = message(NEWS, "b");
        world.send(new Publication(own.message(), own.head(), null, 0, World.TWO, "publisher", World.SAME_CLOCK));
        world.send(NEWS, "c");
        assertThat(durably.texts()).containsExactly("c");
    }

    @Test
    void rolledBackTopicMessagesComeBackToTheirSubscription() throws RefusedException {
        TestConsumer one = plain();
        TestConsumer two = plain();
        world.send(NEWS, "a");
        Entry entry = one.entries.get(0);
        world.rollBack(entry);
        assertThat(one.texts()).containsExactly("a", "a");
        assertThat(one.entries.get(1).deliveryCount()).isEqualTo(2);
        assertThat(two.entries).hasSize(1);
    }
}
