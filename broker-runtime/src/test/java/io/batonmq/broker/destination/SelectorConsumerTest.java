package io.batonmq.broker.destination;

import static io.batonmq.broker.destination.World.numbered;
import static io.batonmq.broker.destination.World.queue;
import static io.batonmq.broker.destination.World.selecting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.batonmq.broker.destination.Destinations.Kept;
import io.batonmq.broker.loop.RefusedException;
import io.batonmq.broker.selector.Selectors;
import io.batonmq.wire.ErrorCode;
import io.batonmq.wire.Request.ConsumerSpec;
import io.batonmq.wire.WireDestination;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Consumers with selectors on a queue: what they get, and how often messages are looked at for it. */
class SelectorConsumerTest {
    private static final WireDestination ORDERS = queue("orders");

    private int looks;
    private World world = world(World.small());

    private World world(DestinationSettings settings) {
        return new World(settings, selector -> {
            MessageFilter filter = new Selectors().compile(selector);
            return (message, count) -> {
                looks++;
                return filter.matches(message, count);
            };
        });
    }

    private TestConsumer select(String selector, int credit) throws RefusedException {
        return world.consume(selecting(ORDERS, selector), null, new TestConsumer(World.ONE, credit));
    }

    private void send(int n) throws RefusedException {
        world.send(numbered(ORDERS, "m" + n, true, 4, n));
    }

    private void send(int from, int to) throws RefusedException {
        for (int n = from; n < to; n++) {
            send(n);
        }
    }

    private static List<String> texts(int from, int to) {
        return IntStream.range(from, to).mapToObj(n -> "m" + n).toList();
    }

    @Test
    void threeAtTheEndOfFiftyThousandAreFoundWithOnePassHoweverOftenTheyAreAskedFor() throws RefusedException {
        int backlog = 50_000;
        world = world(
                new DestinationSettings("default", 3, Duration.ZERO, "DLQ", 200_000, 5_000, 2_000_000, 100, 40_000));
        send(0, backlog);
        world.takeover();
        String selector = "n >= " + (backlog - 3);
        List<String> found = new ArrayList<>();
        for (int poll = 0; poll < 5; poll++) { // each as receiveNoWait does it, with a consumer of its own
            TestConsumer consumer = select(selector, 0);
            List<Integer> answers = new ArrayList<>();
            consumer.credit = 1;
            consumer.attachment().drain(() -> answers.add(consumer.entries.size()));
            world.loop.run();
            assertThat(answers).containsExactly(poll < 3 ? 1 : 0);
            found.addAll(consumer.texts());
            consumer.attachment().detach();
        }
        assertThat(found).isEqualTo(texts(backlog - 3, backlog));
        assertThat(looks).isBetween(backlog, backlog + 100);
        assertThat(world.info("orders").memoryBytes())
                .as("nothing else is in memory")
                .isLessThan(5_000);

        TestConsumer plain = world.consume(ORDERS, 200);
        assertThat(plain.texts()).isEqualTo(texts(0, 200));
        send(backlog);
        TestConsumer again = select(selector, 5);
        assertThat(again.texts()).containsExactly("m" + backlog);
        assertThat(looks)
                .as("the plain consumer's messages are looked at once more, when they come into memory")
                .isLessThan(backlog + 1_500);
    }

    @Test
    void aPlainConsumerAndOneWithASelectorDoNotStarveEachOther() throws RefusedException {
        send(0, 1_000);
        world.takeover();
        TestConsumer selecting = select("n = 999", 10);
        assertThat(selecting.texts()).containsExactly("m999");
        TestConsumer plain = world.consume(ORDERS, 10);
        assertThat(plain.texts()).isEqualTo(texts(0, 10));
        plain.credit(5_000);
        world.loop.run();
        assertThat(plain.texts()).isEqualTo(texts(0, 999));
    }

    @Test
    void aPlainConsumerThatIsNotReadyHoldsUpNobody() throws RefusedException {
        TestConsumer plain = world.consume(ORDERS, 0);
        TestConsumer selecting = select("n = 700", 1);
        send(0, 1_000);
        assertThat(selecting.texts()).containsExactly("m700");
        assertThat(plain.entries).isEmpty();
    }

    @Test
    void bothTakeTurnsWithWhatBothWant() throws RefusedException {
        TestConsumer plain = world.consume(ORDERS, 100);
        TestConsumer selecting = select("n >= 0", 100);
        send(0, 20);
        assertThat(plain.entries).hasSize(10);
        assertThat(selecting.entries).hasSize(10);
    }

    @Test
    void consumersWithTheSameSelectorShareLooksAndTakeTurns() throws RefusedException {
        send(0, 500);
        world.takeover();
        TestConsumer one = select("n >= 400", 30);
        TestConsumer other = select("n >= 400", 30);
        send(500, 510);
        one.credit(100);
        other.credit(100);
        world.loop.run();
        List<String> both = new ArrayList<>(one.texts());
        both.addAll(other.texts());
        assertThat(both).containsExactlyInAnyOrderElementsOf(texts(400, 510));
        assertThat(one.entries).hasSizeBetween(30, 80);
        assertThat(looks)
                .as("a match is looked at again where it comes into memory")
                .isEqualTo(510 + 110);
    }

    @Test
    void onePassServesSelectorsThatComeTogether() throws RefusedException {
        send(0, 2_000);
        world.takeover();
        world.store.holdReads = true;
        List<TestConsumer> consumers = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            consumers.add(select("n = " + (1_990 + i), 1));
        }
        int before = world.store.reads;
        world.store.releaseReads();
        world.loop.run();
        for (int i = 0; i < 5; i++) {
            assertThat(consumers.get(i).texts()).containsExactly("m" + (1_990 + i));
        }
        int pages = 2_000 / 10;
        assertThat(world.store.reads - before).isLessThan(2 * pages);
    }

    @Test
    void aDrainIsAnsweredWhenTheWholeQueueWasLookedThrough() throws RefusedException {
        send(0, 300);
        world.takeover();
        world.store.holdReads = true;
        TestConsumer consumer = select("n = 1000", 0);
        consumer.credit = 1;
        List<Integer> answers = new ArrayList<>();
        consumer.attachment().drain(() -> answers.add(looks));
        world.loop.run();
        assertThat(answers).isEmpty();
        world.store.releaseReads();
        world.loop.run();
        assertThat(answers).containsExactly(300);
        consumer.attachment().drain(() -> answers.add(looks));
        world.loop.run();
        assertThat(answers).containsExactly(300, 300);
    }

    @Test
    void whatArrivesIsLookedAtOnceAndInOrder() throws RefusedException {
        TestConsumer consumer = select("n < 5 OR n >= 995", 100);
        send(0, 1_000);
        List<String> expected = new ArrayList<>(texts(0, 5));
        expected.addAll(texts(995, 1_000));
        assertThat(consumer.texts()).isEqualTo(expected);
        assertThat(looks).isLessThan(1_050);
    }

    @Test
    void whatIsGivenBackGoesToTheSelectorsAgainWithItsNewCount() throws RefusedException {
        TestConsumer first = select("JMSXDeliveryCount = 1", 10);
        TestConsumer later = select("JMSXDeliveryCount > 1 AND n = 3", 10);
        send(3);
        assertThat(first.texts()).containsExactly("m3");
        world.giveBack(first.entries.remove(0));
        assertThat(first.texts()).as("uncounted").containsExactly("m3");
        world.rollBack(first.entries.remove(0));
        assertThat(first.entries).isEmpty();
        assertThat(later.texts()).containsExactly("m3");
    }

    @Test
    void higherPrioritiesComeFirstAlsoFromDeepInTheQueue() throws RefusedException {
        for (int n = 0; n < 300; n++) {
            world.send(numbered(ORDERS, "m" + n, true, n % 10, n));
        }
        world.takeover();
        TestConsumer consumer = select("n >= 280", 100);
        List<String> expected = IntStream.range(280, 300)
                .boxed()
                .sorted((a, b) -> b % 10 - a % 10 != 0 ? b % 10 - a % 10 : a - b)
                .map(n -> "m" + n)
                .toList();
        assertThat(consumer.texts()).isEqualTo(expected);
    }

    @Test
    void onlyABoundedNumberOfMatchesIsHeldBeyondCredit() throws RefusedException {
        send(0, 3_000);
        world.takeover();
        TestConsumer consumer = select("n >= 100", 5);
        assertThat(consumer.texts()).isEqualTo(texts(100, 105));
        assertThat(world.info("orders").memoryBytes()).isLessThan(20_000);
        consumer.credit(5_000);
        world.loop.run();
        assertThat(consumer.texts()).isEqualTo(texts(100, 3_000));
    }

    @Test
    void whatComesBeforeAllThatIsHeldBeyondCreditIsDeliveredFirst() throws RefusedException {
        String padding = " ".repeat(450); // what one read brings is all that may be held
        for (int n = 0; n < 50; n++) {
            world.send(numbered(ORDERS, "m" + n + padding, true, 4, n));
        }
        world.takeover();
        TestConsumer consumer = select("n >= 0", 1);
        assertThat(consumer.entries).hasSize(1);
        world.send(numbered(ORDERS, "urgent" + " ".repeat(25_000), true, 9, 1_000));
        consumer.credit(1_000);
        world.loop.run();
        List<String> expected = new ArrayList<>(texts(0, 50));
        expected.add(1, "urgent");
        assertThat(consumer.texts().stream().map(String::strip).toList()).isEqualTo(expected);
    }

    @Test
    void aDrainWaitsForWhatWasGivenBackAndIsReadAgain() throws RefusedException {
        TestConsumer first = select("n = 3", 10);
        send(3);
        assertThat(first.texts()).containsExactly("m3");
        world.store.holdReads = true;
        first.attachment().detach();
        world.giveBack(first.entries);
        TestConsumer second = select("n = 3", 1);
        List<Integer> answers = new ArrayList<>();
        second.attachment().drain(() -> answers.add(second.entries.size()));
        world.loop.run();
        assertThat(answers).isEmpty();
        world.store.releaseReads();
        world.loop.run();
        assertThat(answers).containsExactly(1);
    }

    @Test
    void matchesThatHadToLeaveMemoryAreFoundAgain() throws RefusedException {
        send(0, 500);
        world.takeover();
        TestConsumer consumer = select("n >= 450", 1);
        assertThat(consumer.texts()).containsExactly("m450");
        world.destinations.destinations();
        for (int i = 0; i < 2_000; i++) { // NON_PERSISTENT ones need the memory
            try {
                world.sendNow(numbered(queue("other" + i % 100), "x", false, 4, i));
            } catch (RefusedException e) {
                break;
            }
        }
        consumer.credit(100);
        world.loop.run();
        assertThat(consumer.texts()).isEqualTo(texts(450, 500));
    }

    @Test
    void anExpiredMatchIsNotDelivered() throws RefusedException {
        world.send(World.message(ORDERS, "old", true, 4, 0, world.now() + 1_000));
        send(1);
        world.takeover();
        world.loop.advance(Duration.ofSeconds(2));
        assertThat(select("JMSPriority = 4", 10).texts()).containsExactly("m1");
    }

    @Test
    void aDelayedMatchComesWhenItIsDue() throws RefusedException {
        world.send(World.message(ORDERS, "late", true, 4, world.now() + 5_000, 0));
        world.takeover();
        TestConsumer consumer = select("JMSPriority = 4", 10);
        assertThat(consumer.entries).isEmpty();
        world.loop.advance(Duration.ofSeconds(6));
        assertThat(consumer.texts()).containsExactly("late");
    }

    @Test
    void aTakeoverFindsThemAgain() throws RefusedException {
        send(0, 400);
        TestConsumer before = select("n >= 390", 5);
        assertThat(before.texts()).isEqualTo(texts(390, 395));
        world.acknowledge(before.entries);
        world.takeover();
        world.withhold(Kept.HANDED_OUT);
        TestConsumer after = select("n >= 390", 100);
        world.withhold(null);
        world.loop.run();
        assertThat(after.texts())
                .as("what may have been handed out comes after the rest (R9)")
                .containsExactlyInAnyOrderElementsOf(texts(395, 400));
    }

    @Test
    void nonPersistentMessagesAreSelectedInTheirPlace() throws RefusedException {
        for (int n = 0; n < 10; n++) {
            world.sendNow(numbered(ORDERS, "u" + n, false, 4, n));
        }
        assertThat(select("n IN ('x') OR n = 7", 10).texts()).containsExactly("u7");
        assertThat(world.consume(ORDERS, 100).entries).hasSize(9);
    }

    @Test
    void inOneTurnOfTheLoopOnlySoManyAreLookedAt() throws RefusedException {
        world = world(new DestinationSettings(
                "default", 3, Duration.ZERO, "DLQ", 2_000_000, 5_000, 9_000_000, 1_000, 1_000_000));
        TestConsumer plain = world.consume(ORDERS, 0);
        send(0, 5_000); // in memory, for a new selection to walk through
        world.loop.mostInOneTask(() -> looks);
        select("n = -1", 1);
        assertThat(world.loop.most()).isBetween(100L, 256L);
        plain.attachment().detach();
        world.takeover();
        world.loop.mostInOneTask(() -> looks);
        select("n = -1", 1);
        select("n = -2", 1);
        assertThat(looks).isGreaterThan(10_000);
        assertThat(world.loop.most()).isBetween(100L, 300L);
    }

    @Test
    void aBrowserSelects() throws RefusedException {
        send(0, 500);
        TestConsumer browser = world.consume(
                new ConsumerSpec(ORDERS, null, false, false, "n >= 490", false, true),
                null,
                new TestConsumer(World.ONE, 100));
        assertThat(browser.texts()).isEqualTo(texts(490, 500));
        assertThat(browser.browseEnded).isTrue();
        assertThat(world.info("orders").storedMessages()).isEqualTo(500);
    }

    @Test
    void anInvalidSelectorIsRefusedAndLeavesNothing() {
        assertThatThrownBy(() -> select("n >", 1))
                .isInstanceOfSatisfying(
                        RefusedException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SELECTOR_INVALID))
                .hasMessageContaining("character 4");
        assertThat(world.destinations.destinations()).isEmpty();
        assertThat(world.store.queues).isEmpty();
    }
}
