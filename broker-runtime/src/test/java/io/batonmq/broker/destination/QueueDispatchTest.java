package io.batonmq.broker.destination;

import static io.batonmq.broker.destination.World.message;
import static io.batonmq.broker.destination.World.queue;
import static io.batonmq.broker.destination.World.unstored;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.batonmq.broker.loop.RefusedException;
import io.batonmq.wire.WireDestination;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QueueDispatchTest {
    private static final WireDestination ORDERS = queue("orders");

    private final World world = new World();

    @AfterEach
    void nothingWasWrittenThatDidNotFit() {
        assertThat(world.store.mismatches).isEmpty();
        assertThat(world.ends).isEmpty();
    }

    @Test
    void aPersistentMessageIsVisibleOnlyWhenItIsDurable() throws RefusedException {
        TestConsumer consumer = world.consume(ORDERS, 10);
        world.store.holdWrites = true;
        world.send(ORDERS, "a");
        assertThat(consumer.texts()).isEmpty();
        world.store.releaseWrites();
        world.loop.run();
        assertThat(consumer.texts()).containsExactly("a");
        assertThat(consumer.entries.get(0).deliveryCount()).isEqualTo(1);
        assertThat(consumer.entries.get(0).ref().stored()).isTrue();
    }

    @Test
    void readyConsumersTakeTurnsAndCreditIsRespected() throws RefusedException {
        TestConsumer one = world.consume(ORDERS, 2);
        TestConsumer two = world.consume(ORDERS, 10);
        for (int i = 0; i < 6; i++) {
            world.send(ORDERS, "m" + i);
        }
        assertThat(one.texts()).containsExactly("m0", "m2");
        assertThat(two.texts()).containsExactly("m1", "m3", "m4", "m5");
        two.credit = 0;
        world.send(ORDERS, "m6");
        one.credit(1);
        assertThat(one.texts()).endsWith("m6");
    }

    @Test
    void whatIsAcknowledgedIsGoneWhenDurable() throws RefusedException {
        TestConsumer consumer = world.consume(ORDERS, 10);
        world.send(ORDERS, "a");
        assertThat(world.store.messages).hasSize(1);
        world.acknowledge(consumer.entries.get(0));
        assertThat(world.store.messages).isEmpty();
        assertThat(world.row("orders").state().depth()).isZero();
        assertThat(world.info("orders").memoryBytes()).isZero();
    }

    @Test
    void whatIsGivenBackKeepsItsPlace() throws RefusedException {
        TestConsumer consumer = world.consume(ORDERS, 3);
        for (String text : List.of("a", "b", "c", "d")) {
            world.send(ORDERS, text);
        }
        world.giveBack(consumer.entries.get(2));
        world.giveBack(consumer.entries.get(0));
        world.giveBack(consumer.entries.get(1));
        consumer.credit(4);
        world.loop.run();
        assertThat(consumer.texts()).containsExactly("a", "b", "c", "a", "b", "c", "d");
        assertThat(consumer.entries.get(3).deliveryCount()).isEqualTo(1);
    }

    @Test
    void aRolledBackMessageComesBackCountedOnceThatIsDurable() throws RefusedException {
        TestConsumer consumer = world.consume(ORDERS, 5);
        world.send(ORDERS, "a");
        world.store.holdWrites = true;
        world.rollBack(consumer.entries.get(0));
        assertThat(consumer.entries).hasSize(1);
        world.store.releaseWrites();
        world.loop.run();
        assertThat(consumer.entries).hasSize(2);
        assertThat(consumer.entries.get(1).deliveryCount()).isEqualTo(2);
    }

    @Test
    void higherPriorityFirstAndInOrderWithinOne() throws RefusedException {
        for (int i = 0; i < 60; i++) {
            world.send(message(ORDERS, i % 10 + "/" + i, true, i % 10, 0, 0));
        }
        world.takeover();
        TestConsumer consumer = world.consume(ORDERS, 1_000);
        List<String> expected = new ArrayList<>();
        for (int priority = 9; priority >= 0; priority--) {
            for (int i = priority; i < 60; i += 10) {
                expected.add(priority + "/" + i);
            }
        }
        assertThat(consumer.texts()).isEqualTo(expected);
    }

    @Test
    void aBacklogLargerThanTheBudgetIsReadInPagesInOrder() throws RefusedException {
        for (int i = 0; i < 500; i++) {
            world.send(ORDERS, filler(i));
        }
        assertThat(world.info("orders").memoryBytes()).isLessThan(25_000);
        TestConsumer consumer = world.consume(ORDERS, 1);
        for (int i = 0; i < 500; i++) {
            assertThat(consumer.texts()).containsExactly(filler(i));
            world.acknowledge(consumer.entries.remove(0));
            consumer.credit(1);
            world.loop.run();
            assertThat(world.info("orders").memoryBytes()).isLessThan(40_000);
        }
        assertThat(consumer.entries).isEmpty();
        assertThat(world.store.messages).isEmpty();
    }

    @Test
    void whatIsSentToABacklogStaysBehindIt() throws RefusedException {
        for (int i = 0; i < 300; i++) {
            world.send(ORDERS, filler(i));
        }
        TestConsumer consumer = world.consume(ORDERS, 10);
        for (int i = 300; i < 400; i++) {
            world.send(ORDERS, filler(i));
            consumer.credit(7);
            world.loop.run();
        }
        assertThat(consumer.texts())
                .isEqualTo(IntStream.range(0, 400)
                        .mapToObj(QueueDispatchTest::filler)
                        .toList());
    }

    @Test
    void aPageThatWasReadBeforeAnAcknowledgementBringsNothingBack() throws RefusedException {
        for (int i = 0; i < 30; i++) {
            world.send(ORDERS, filler(i));
        }
        world.takeover();
        TestConsumer consumer = world.consume(ORDERS, 10);
        assertThat(consumer.entries).hasSize(10);
        world.store.holdReads = true;
        consumer.credit(15);
        List<Destinations.Entry> first = List.copyOf(consumer.entries);
        world.acknowledge(first);
        world.store.releaseReads();
        world.loop.run();
        consumer.credit(20);
        world.loop.run();
        assertThat(consumer.texts()).doesNotHaveDuplicates().hasSize(30);
    }

    @Test
    void nonPersistentMessagesTouchNoRowButTheQueues() throws RefusedException {
        TestConsumer consumer = world.consume(ORDERS, 10);
        world.sendNow(unstored(ORDERS, "a"));
        assertThat(consumer.texts()).containsExactly("a");
        assertThat(consumer.entries.get(0).ref().stored()).isFalse();
        assertThat(world.store.messages).isEmpty();
        world.rollBack(consumer.entries.get(0));
        assertThat(consumer.entries).hasSize(2);
        assertThat(consumer.entries.get(1).deliveryCount()).isEqualTo(2);
        world.acknowledge(consumer.entries.get(1));
        assertThat(world.info("orders").unstoredMessages()).isZero();
    }

    @Test
    void nonPersistentMessagesOverTheBudgetAreRefusedByName() throws RefusedException {
        int sent = 0;
        while (sent < 1_000) {
            try {
                world.sendNow(unstored(ORDERS, filler(sent)));
            } catch (RefusedException e) {
                assertThat(e).hasMessageContaining("orders");
                break;
            }
            sent++;
        }
        assertThat(sent).isBetween(10, 30);
        world.send(ORDERS, "persistent ones go on");
        TestConsumer consumer = world.consume(ORDERS, 100);
        assertThat(consumer.entries).hasSize(sent + 1);
    }

    @Test
    void storedMessagesLeaveMemoryBeforeANonPersistentOneIsRefused() throws RefusedException {
        World tight = new World(
                new DestinationSettings("default", 3, Duration.ZERO, "DLQ", 20_000, 50_000, 20_000, 10, 4_000));
        TestConsumer idle = tight.consume(ORDERS, 0);
        for (int i = 0; i < 100; i++) {
            tight.send(ORDERS, filler(i));
        }
        assertThat(tight.info("orders").memoryBytes()).isGreaterThan(15_000);
        for (int i = 0; i < 60; i++) {
            tight.sendNow(unstored(queue("other"), filler(i)));
        }
        assertThatThrownBy(() -> {
                    for (int i = 0; i < 60; i++) {
                        tight.sendNow(unstored(queue("other"), filler(i)));
                    }
                })
                .isInstanceOf(RefusedException.class);
        idle.credit(200);
        tight.loop.run();
        assertThat(idle.texts())
                .isEqualTo(IntStream.range(0, 100)
                        .mapToObj(QueueDispatchTest::filler)
                        .toList());
    }

    @Test
    void drainAnswersWhenAllThatIsThereWasDelivered() throws RefusedException {
        for (int i = 0; i < 25; i++) {
            world.send(ORDERS, filler(i));
        }
        world.takeover();
        TestConsumer consumer = world.consume(ORDERS, 0);
        consumer.credit = 100;
        world.store.holdReads = true;
        List<Integer> seen = new ArrayList<>();
        consumer.attachment().drain(() -> seen.add(consumer.entries.size()));
        world.loop.run();
        assertThat(seen).isEmpty();
        world.store.releaseReads();
        world.loop.run();
        assertThat(seen).containsExactly(25);
        consumer.attachment().drain(() -> seen.add(-1));
        assertThat(seen).containsExactly(25, -1);
    }

    @Test
    void aDetachedConsumerGetsNothingMore() throws RefusedException {
        TestConsumer consumer = world.consume(ORDERS, 10);
        consumer.attachment().detach();
        world.send(ORDERS, "a");
        assertThat(consumer.entries).isEmpty();
        assertThat(world.consume(ORDERS, 1).texts()).containsExactly("a");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "$DLQ", "a\nb"})
    void namesThatCannotBeAreRefused(String name) {
        assertThatThrownBy(() -> world.send(queue(name), "a"))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("name");
        assertThat(world.store.queues).isEmpty();
    }

    @Test
    void whatIsDeliveredAndNotAcknowledgedHasItsBytesInTheStoreOnly() throws RefusedException {
        TestConsumer hoarder = world.consume(ORDERS, 1_000);
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 400; i++) { // four times what the node may have in memory
            expected.add(i + "x".repeat(2_000));
            world.send(ORDERS, expected.get(i));
        }
        assertThat(hoarder.texts()).isEqualTo(expected);
        assertThat(world.info("orders").memoryBytes()).isEqualTo(400L * QueuedEntry.OVERHEAD);
        TestConsumer other = new TestConsumer(World.TWO, 1_000) {
            @Override
            public void deliver(Destinations.Entry entry) {
                assertThat(world.info("orders").memoryBytes()).isLessThan(400L * QueuedEntry.OVERHEAD + 12_000);
                super.deliver(entry);
            }
        };
        world.consume(World.spec(ORDERS), null, other);

        hoarder.attachment().detach();
        world.giveBack(hoarder.entries);

        assertThat(other.texts()).isEqualTo(expected);
        assertThat(other.entries)
                .allSatisfy(entry -> assertThat(entry.deliveryCount()).isEqualTo(1));
        world.acknowledge(other.entries);
        assertThat(world.info("orders").memoryBytes()).isZero();
        assertThat(world.store.messages).isEmpty();
    }

    @Test
    void aBrowserSeesWhatIsInTheQueueWithoutItsBytes() throws RefusedException {
        TestConsumer consumer = world.consume(ORDERS, 2);
        world.send(ORDERS, "a");
        world.send(ORDERS, "b");
        consumer.attachment().detach();
        world.giveBack(consumer.entries);

        assertThat(world.browse(ORDERS, 10).texts()).containsExactly("a", "b");

        assertThat(world.consume(ORDERS, 10).texts()).containsExactly("a", "b");
    }

    private static String filler(int i) {
        return "message number " + i + " ".repeat(60);
    }
}
