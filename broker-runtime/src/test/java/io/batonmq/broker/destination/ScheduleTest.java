package io.batonmq.broker.destination;

import static io.batonmq.broker.destination.World.message;
import static io.batonmq.broker.destination.World.queue;
import static io.batonmq.broker.destination.World.topic;
import static org.assertj.core.api.Assertions.assertThat;

import io.batonmq.broker.loop.RefusedException;
import io.batonmq.wire.Command.SubscriptionSpec;
import io.batonmq.wire.Request.ClockOffset;
import io.batonmq.wire.Request.ConsumerSpec;
import io.batonmq.wire.WireDestination;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Delay, expiry, redelivery and browsing. */
class ScheduleTest {
    private static final WireDestination ORDERS = queue("orders");

    private final World world = new World();

    @AfterEach
    void nothingWasWrittenThatDidNotFit() {
        assertThat(world.store.mismatches).isEmpty();
        assertThat(world.ends).isEmpty();
    }

    private static String padded(String text) {
        return text + " ".repeat(100);
    }

    @Test
    void undueMessagesNeverStandInTheWayHoweverMany() throws RefusedException {
        for (int i = 0; i < 300; i++) {
            world.send(message(ORDERS, padded("late" + i), true, 4, world.now() + 1_000 + 100L * i, 0));
        }
        for (int i = 0; i < 20; i++) {
            world.send(ORDERS, "now" + i);
        }
        world.takeover();
        Map<String, Long> seen = new HashMap<>();
        TestConsumer consumer = new TestConsumer(World.ONE, 10_000) {
            @Override
            public void deliver(Destinations.Entry entry) {
                assertThat(seen.put(World.text(entry).strip(), world.now())).isNull();
                super.deliver(entry);
            }
        };
        long start = world.now();
        world.consume(World.spec(ORDERS), null, consumer);
        assertThat(seen).hasSize(20);
        assertThat(world.info("orders").memoryBytes()).as("bounded").isLessThan(20_000);
        world.loop.advance(Duration.ofSeconds(40));
        assertThat(seen).hasSize(320);
        for (int i = 0; i < 300; i++) {
            assertThat(seen.get("late" + i)).as("C29").isBetween(start + 1_000 + 100L * i, start + 1_100 + 100L * i);
        }
    }

    /** A quarter of them fits into memory: each range of the store is read about once for each quarter. */
    @Test
    void whatIsReadForUndueMessagesBeyondTheBudgetGrowsWithTheirRangesAndNotWithTheirNumber() throws RefusedException {
        int messages = 2_048;
        int footprint = padded("late000").length() + 200;
        World scattered = new World(
                World.small().withQueueBudget((long) messages * footprint).withPages(256, 1 << 20));
        long start = scattered.now();
        for (int i = 0; i < messages; i++) {
            long due = start + 10_000 + 10L * (i * 1_103L % messages);
            scattered.send(message(ORDERS, padded("late" + i), true, 4, due, 0));
        }
        TestConsumer consumer = scattered.consume(ORDERS, messages);
        scattered.store.reads = 0;

        scattered.loop.advance(Duration.ofSeconds(60));

        assertThat(consumer.entries).hasSize(messages);
        assertThat(scattered.store.reads).isLessThanOrEqualTo(12 * messages / 256);
    }

    @Test
    void undueMessagesThatBecomeDueTogetherAreReadAFewRangesAtATime() throws RefusedException {
        World busy = new World(World.small().withQueueBudget(4_000).withPages(256, 1 << 20));
        long due = busy.now() + 10_000;
        for (int i = 0; i < 2_560; i++) {
            busy.send(message(ORDERS, padded("late" + i), true, 4, due, 0));
        }
        TestConsumer consumer = busy.consume(ORDERS, 10_000);
        busy.store.holdReads = true;
        busy.loop.advance(Duration.ofSeconds(11));

        assertThat(busy.store.heldReads()).isBetween(1, 3); // the window may read beside them
        busy.store.releaseReads();
        busy.loop.advance(Duration.ofSeconds(11));
        assertThat(consumer.entries).hasSize(2_560);
    }

    @Test
    void theProducersClockIsCorrectedByItsOffset() throws RefusedException {
        Destinations.Publication message = message(ORDERS, "a", true, 4, world.now() - 7_000 + 2_000, 0);
        world.send(new Destinations.Publication(
                message.message(), message.head(), null, 0, message.connection(), null, new ClockOffset(7_000, 7_000)));
        TestConsumer consumer = world.consume(ORDERS, 10);
        world.loop.advance(Duration.ofMillis(1_900));
        assertThat(consumer.entries).isEmpty();
        world.loop.advance(Duration.ofMillis(200));
        assertThat(consumer.entries).hasSize(1);
    }

    /** R6 keeps what is not persistent in memory; not for as long as anybody likes. */
    @Test
    void whatIsNotPersistentAndDueLaterOutlivesItsHolder() throws RefusedException {
        world.sendNow(message(ORDERS, "soon", false, 4, world.now() + 2_000, 0));
        world.sendNow(message(ORDERS, "later", false, 4, world.now() + 20_000, 0));
        world.send(message(ORDERS, "in a transaction", false, 4, world.now() + 20_000, 0));
        world.takeover();
        TestConsumer consumer = world.consume(ORDERS, 10);
        world.loop.advance(Duration.ofSeconds(19));
        assertThat(consumer.entries).isEmpty();

        world.loop.advance(Duration.ofSeconds(2));

        assertThat(consumer.texts()).containsExactly("later", "in a transaction");
        world.acknowledge(consumer.entries);
        assertThat(world.store.messages).isEmpty();
    }

    @Test
    void aSubscriptionKeepsItToo() throws RefusedException {
        WireDestination news = topic("news");
        SubscriptionSpec durable = new SubscriptionSpec("s", "news", null, false, false, true);
        world.unit(unit -> world.destinations.subscribe(unit, durable, "me"));
        world.sendNow(message(news, "soon", false, 4, world.now() + 2_000, 0));
        world.sendNow(message(news, "later", false, 4, world.now() + 20_000, 0));
        world.takeover();
        ConsumerSpec spec = new ConsumerSpec(news, "s", false, true, null, false, false);
        TestConsumer consumer = world.consume(spec, "me", new TestConsumer(World.ONE, 10));

        world.loop.advance(Duration.ofSeconds(21));

        assertThat(consumer.texts()).containsExactly("later");
    }

    /** S7: nobody waits to be told, and memory is as good as it was. */
    @Test
    void whatTheDatabaseRefusesOfItStaysInMemory() throws RefusedException {
        world.store.refuses = batch -> !batch.insertMessages().isEmpty();
        world.sendNow(message(ORDERS, "later", false, 4, world.now() + 20_000, 0));
        assertThat(world.store.refused).isPositive();
        TestConsumer consumer = world.consume(ORDERS, 10);

        world.loop.advance(Duration.ofSeconds(21));

        assertThat(consumer.texts()).containsExactly("later");
    }

    @Test
    void redeliveryWaitsItsDelayAndOthersDont() throws RefusedException {
        World slow = new World(
                new DestinationSettings("default", 3, Duration.ofSeconds(1), "DLQ", 20_000, 5_000, 200_000, 10, 4_000));
        TestConsumer consumer = slow.consume(ORDERS, 10);
        slow.send(ORDERS, "a");
        slow.rollBack(consumer.entries.get(0));
        slow.send(ORDERS, "b");
        assertThat(consumer.texts()).containsExactly("a", "b");
        slow.takeover();
        TestConsumer next = slow.consume(ORDERS, 10);
        assertThat(next.texts()).containsExactly("b");
        slow.loop.advance(Duration.ofMillis(1_100));
        assertThat(next.texts()).containsExactly("b", "a");
        assertThat(next.entries.get(1).deliveryCount()).isEqualTo(2);
    }

    @Test
    void aMoveToTheDeadLetterQueueThatATakeoverInterruptsIsMadeUpFor() throws RefusedException {
        TestConsumer consumer = world.consume(ORDERS, 3);
        world.send(ORDERS, "poison");
        world.rollBack(consumer.entries.get(0));
        world.rollBack(consumer.entries.get(1));
        world.store.holdReads = true; // it can't be read for its move
        world.rollBack(consumer.entries.get(2));
        assertThat(world.info("orders").delivered()).isZero();
        world.store.releaseReads();
        world.takeover();

        TestConsumer next = world.consume(ORDERS, 10);

        assertThat(next.entries).isEmpty();
        assertThat(world.info("orders").storedMessages()).isZero();
        assertThat(world.consume(queue("DLQ"), 1).texts()).containsExactly("poison");
    }

    @Test
    void whatIsDeliveredTooOftenGoesToTheDeadLetterQueueWithItsStory() throws RefusedException {
        TestConsumer consumer = world.consume(ORDERS, 10);
        world.send(ORDERS, "poison");
        world.sendNow(World.unstored(ORDERS, "poison too"));
        for (int i = 0; i < 6; i++) {
            world.rollBack(consumer.entries.get(i));
        }
        assertThat(consumer.entries).hasSize(6);
        assertThat(world.info("orders").storedMessages()).isZero();
        TestConsumer dead = new TestConsumer(World.ONE, 100);
        dead.sent = false;
        world.consume(World.spec(queue("DLQ")), null, dead);
        assertThat(dead.texts()).containsExactlyInAnyOrder("poison", "poison too");
        assertThat(dead.entries.get(0).deliveryCount()).isEqualTo(1);
        assertThat(dead.entries.get(0).message().properties())
                .containsEntry(DeadLetters.ORIGINAL_DESTINATION, "orders")
                .containsEntry(DeadLetters.DELIVERY_COUNT, 3)
                .containsKey(DeadLetters.REASON);
        for (int i = 0; i < 5; i++) {
            world.rollBack(dead.entries.get(dead.entries.size() - 1));
        }
        assertThat(world.info("DLQ").storedMessages() + world.info("DLQ").unstoredMessages())
                .as("stays there")
                .isEqualTo(2);
        assertThat(world.destinations.totals().deadLettered()).isEqualTo(2);
    }

    @Test
    void expiredMessagesAreNotDelivered() throws RefusedException {
        world.send(message(ORDERS, "short", true, 4, 0, world.now() + 1_000));
        world.send(message(ORDERS, "gone already", true, 4, 0, world.now() - 1));
        world.sendNow(message(ORDERS, "short, not stored", false, 4, 0, world.now() + 1_000));
        world.send(ORDERS, "stays");
        world.loop.advance(Duration.ofMillis(1_100));
        TestConsumer consumer = world.consume(ORDERS, 10);
        assertThat(consumer.texts()).containsExactly("stays");
        world.loop.advance(Duration.ofSeconds(10));
        assertThat(world.store.messages).hasSize(1);
        assertThat(world.destinations.totals().expired()).isEqualTo(3);
    }

    @Test
    void expiredMessagesGoWithoutAConsumerInBoundedBatchesEvenFromAnOldBacklog() throws RefusedException {
        for (int i = 0; i < 1_000; i++) {
            world.send(message(ORDERS, padded("short" + i), true, 4, 0, world.now() + 5_000));
        }
        world.send(ORDERS, "stays");
        world.takeover();
        world.store.batchRows = 0;
        world.loop.advance(Duration.ofSeconds(30));
        assertThat(world.store.messages).hasSize(1);
        assertThat(world.store.batchRows).as("C89").isLessThanOrEqualTo(250);
        assertThat(world.info("orders").storedMessages()).isEqualTo(1);
        assertThat(world.row("orders").state().depth()).isEqualTo(1);
        assertThat(world.consume(ORDERS, 10).texts()).containsExactly("stays");
    }

    @Test
    void aMessageThatIsWithAConsumerDoesNotExpireUnderIt() throws RefusedException {
        TestConsumer consumer = world.consume(ORDERS, 10);
        world.send(message(ORDERS, "short", true, 4, 0, world.now() + 1_000));
        world.loop.advance(Duration.ofSeconds(20));
        assertThat(world.store.messages).hasSize(1);
        world.acknowledge(consumer.entries);
        assertThat(world.store.messages).isEmpty();
    }

    @Test
    void aBrowserShowsAllThatIsDueAndTakesNothing() throws RefusedException {
        for (int i = 0; i < 150; i++) {
            world.send(message(ORDERS, padded("m" + i), true, i % 3 == 0 ? 9 : 4, 0, 0));
        }
        world.send(message(ORDERS, "late", true, 4, world.now() + 60_000, 0));
        world.sendNow(World.unstored(ORDERS, "memory"));
        TestConsumer taker = world.consume(ORDERS, 1);
        TestConsumer browser = world.browse(ORDERS, 20);
        assertThat(browser.entries).hasSize(20);
        assertThat(browser.browseEnded).isFalse();
        while (!browser.browseEnded) {
            browser.credit(20);
            world.loop.run();
        }
        assertThat(browser.texts())
                .hasSize(150)
                .doesNotHaveDuplicates()
                .contains("memory")
                .doesNotContain("late");
        assertThat(browser.texts().stream().limit(49).map(String::strip))
                .allMatch(text -> Integer.parseInt(text.substring(1)) % 3 == 0);
        taker.credit(1_000);
        world.loop.run();
        assertThat(taker.entries).hasSize(151);
    }

    @Test
    void browsingAnEmptyQueueEnds() throws RefusedException {
        assertThat(world.browse(ORDERS, 1).browseEnded).isTrue();
    }
}
