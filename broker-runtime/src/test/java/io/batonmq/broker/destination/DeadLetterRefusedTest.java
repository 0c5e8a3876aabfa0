package io.batonmq.broker.destination;

import static io.batonmq.broker.destination.World.queue;
import static io.batonmq.broker.destination.World.unstored;
import static org.assertj.core.api.Assertions.assertThat;

import io.batonmq.broker.loop.RefusedException;
import io.batonmq.store.MessageRow;
import io.batonmq.store.WriteBatch;
import io.batonmq.wire.WireDestination;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * The database refuses a message in the dead-letter queue (S7): the message stays in its queue, visible and delivered to
 * nobody, until the database takes it; nothing else suffers, and nothing spins.
 */
class DeadLetterRefusedTest {
    private static final WireDestination ORDERS = queue("orders");
    private static final WireDestination DEAD = queue("DLQ");

    private final World world = new World();

    @AfterEach
    void theNodeServesOn() {
        assertThat(world.store.mismatches).isEmpty();
        assertThat(world.ends).isEmpty();
    }

    private static Predicate<WriteBatch> insertsWithText(String text) {
        return batch -> batch.insertMessages().stream()
                .filter(row -> contains(row, DeadLetters.REASON))
                .anyMatch(row -> contains(row, text));
    }

    private static boolean contains(MessageRow row, String text) {
        byte[] bytes = row.bytes();
        return bytes != null && new String(bytes, StandardCharsets.ISO_8859_1).contains(text);
    }

    /** Sends it, and has it delivered as often as it may be. */
    private void useUp(TestConsumer consumer, String text) throws RefusedException {
        world.send(ORDERS, text);
        for (int i = 0; i < 3; i++) {
            world.rollBack(consumer.entries.get(consumer.entries.size() - 1));
        }
    }

    private List<String> browsed() throws RefusedException {
        return world.browse(ORDERS, 100).texts();
    }

    @Test
    void oneThatIsRefusedStaysAndOthersAreDeliveredAndMoved() throws RefusedException {
        TestConsumer consumer = world.consume(ORDERS, 100);
        world.store.refuses = insertsWithText("poison");
        useUp(consumer, "poison");
        assertThat(consumer.entries).hasSize(3);
        assertThat(browsed()).containsExactly("poison");
        assertThat(world.info("orders").storedMessages()).isEqualTo(1);
        assertThat(world.info("orders").delivered()).isZero();
        assertThat(world.store.messages.values())
                .singleElement()
                .satisfies(row -> assertThat(row.deliveryCount()).as("stored").isEqualTo(3));

        world.send(ORDERS, "fine");
        world.acknowledge(consumer.entries.get(3));
        useUp(consumer, "another");

        assertThat(consumer.entries).hasSize(7);
        assertThat(world.consume(DEAD, 10).texts()).containsExactly("another");
        assertThat(browsed()).containsExactly("poison");
    }

    @Test
    void itIsTriedAgainNowAndThenAndMovesWhenTheDatabaseTakesItEvenWithoutAConsumer() throws RefusedException {
        TestConsumer consumer = world.consume(ORDERS, 100);
        world.store.refuses = insertsWithText("poison");
        useUp(consumer, "poison");
        assertThat(world.store.refused).isEqualTo(1);
        consumer.attachment().detach();
        world.loop.advance(RefusedMoves.WAIT.minusMillis(100));
        assertThat(world.store.refused).isEqualTo(1);
        world.loop.advance(Duration.ofMinutes(5));
        assertThat(world.store.refused).isBetween(5, 12);

        world.store.refuses = batch -> false;
        world.loop.advance(RefusedMoves.LONGEST_WAIT);

        TestConsumer dead = new TestConsumer(World.ONE, 10);
        dead.sent = false;
        world.consume(World.spec(DEAD), null, dead);
        assertThat(dead.texts()).containsExactly("poison");
        assertThat(dead.entries.get(0).message().properties()).containsEntry(DeadLetters.DELIVERY_COUNT, 3);
        assertThat(world.info("orders").storedMessages()).isZero();
        assertThat(world.info("orders").memoryBytes()).isZero();
    }

    @Test
    void ifEverythingIsRefusedOneAtATimeIsTriedAndAllMoveInTheEnd() throws RefusedException {
        int count = 300; // more than memory may hold of what waits
        TestConsumer consumer = world.consume(ORDERS, 10_000);
        world.store.refuses = insertsWithText("");
        for (int i = 0; i < count; i++) {
            useUp(consumer, "m" + i);
        }
        consumer.attachment().detach();
        assertThat(world.info("orders").storedMessages()).isEqualTo(count);
        assertThat(world.store.refused).as("tries").isLessThan(20);
        int before = world.store.refused;
        world.loop.advance(Duration.ofHours(1));
        assertThat(world.store.refused - before).as("tries in an hour").isBetween(5, 20);
        assertThat(consumer.entries).hasSize(3 * count);

        world.store.refuses = batch -> false;
        world.loop.advance(RefusedMoves.LONGEST_WAIT.multipliedBy(2));

        assertThat(world.info("orders").storedMessages()).isZero();
        assertThat(world.info("DLQ").storedMessages()).isEqualTo(count);
        assertThat(world.destinations.totals().deadLettered()).isEqualTo(count);
    }

    @Test
    void aDeadLetterQueueThatCannotBeMadeIsTheSame() throws RefusedException {
        TestConsumer consumer = world.consume(ORDERS, 100);
        world.store.refuses =
                batch -> batch.putQueues().stream().anyMatch(row -> row.name().equals("DLQ"));
        useUp(consumer, "poison");
        world.sendNow(unstored(ORDERS, "fine"));
        assertThat(consumer.texts()).endsWith("poison", "fine");
        assertThat(browsed()).containsExactly("poison");

        world.store.refuses = batch -> false;
        world.loop.advance(RefusedMoves.WAIT);

        assertThat(world.consume(DEAD, 10).texts()).containsExactly("poison");
    }

    @Test
    void theNextHolderDoesNotDeliverItEither() throws RefusedException {
        TestConsumer consumer = world.consume(ORDERS, 100);
        world.store.refuses = insertsWithText("poison");
        useUp(consumer, "poison");
        world.takeover();
        TestConsumer next = world.consume(ORDERS, 100);
        world.send(ORDERS, "fine");
        assertThat(next.texts()).containsExactly("fine");
        assertThat(browsed()).contains("poison");

        world.store.refuses = batch -> false;
        world.loop.advance(RefusedMoves.WAIT);

        assertThat(world.consume(DEAD, 10).texts()).containsExactly("poison");
    }

    @Test
    void oneThatExpiresWhileItWaitsIsGone() throws RefusedException {
        TestConsumer consumer = world.consume(ORDERS, 100);
        world.store.refuses = insertsWithText("poison");
        world.send(World.message(ORDERS, "poison", true, 4, 0, world.now() + 10_000));
        for (int i = 0; i < 3; i++) {
            world.rollBack(consumer.entries.get(i));
        }
        world.loop.advance(Duration.ofSeconds(25));
        assertThat(world.store.messages).isEmpty();
        assertThat(world.info("orders").storedMessages()).isZero();
    }
}
