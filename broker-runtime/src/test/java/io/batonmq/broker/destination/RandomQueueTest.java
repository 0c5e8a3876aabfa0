package io.batonmq.broker.destination;

import static io.batonmq.broker.destination.World.queue;
import static org.assertj.core.api.Assertions.assertThat;

import io.batonmq.broker.destination.Destinations.Entry;
import io.batonmq.broker.loop.RefusedException;
import io.batonmq.broker.writer.Unit;
import io.batonmq.store.Position;
import io.batonmq.store.SentQueues;
import io.batonmq.wire.DeliveryRef;
import io.batonmq.wire.EncodedMessage;
import io.batonmq.wire.WireDestination;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A queue under random work, late writes, late reads and takeovers; a ledger says what must be true. */
class RandomQueueTest {
    private static final WireDestination ORDERS = queue("orders");

    /** What a consumer selects, and what that means. */
    private enum Selecting {
        ALL(null),
        URGENT("JMSPriority >= 5"),
        USUAL("JMSPriority < 5"),
        AGAIN("JMSXDeliveryCount > 1");

        final @Nullable String selector;

        Selecting(@Nullable String selector) {
            this.selector = selector;
        }

        boolean takes(Entry entry) {
            return switch (this) {
                case ALL -> true;
                case URGENT -> ((QueuedEntry) entry).level == 2;
                case USUAL -> ((QueuedEntry) entry).level == 5;
                case AGAIN -> entry.deliveryCount() > 1;
            };
        }
    }

    static IntStream seeds() {
        return IntStream.range(0, 200);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void nothingIsLostAndNothingIsGivenToTwo(int seed) throws RefusedException {
        Run run = new Run(seed);
        for (int step = 0; step < 400; step++) {
            run.step();
        }
        run.drain();
    }

    /** One run and its ledger. */
    private static final class Run {
        final Random random;
        final World world = new World(new DestinationSettings(
                "default", 1_000, Duration.ofMillis(200), "DLQ", 3_000, 100_000, 50_000, 5, 900));
        final List<TestConsumer> consumers = new ArrayList<>();
        final List<Entry> held = new ArrayList<>();
        final List<AssertionError> failures = new ArrayList<>();
        final Set<String> durable = new HashSet<>();
        final Set<String> acknowledged = new HashSet<>();
        final Set<String> everHandedOut = new HashSet<>();
        final Set<String> handedOutBefore = new HashSet<>();
        final List<List<String>> selected = new ArrayList<>();
        final Map<String, Integer> inHands = new HashMap<>();
        final Set<String> acknowledging = new HashSet<>();
        boolean withholding;
        int takeovers;
        Position markAtTakeover = Position.FIRST;
        final Map<DeliveryRef, String> texts = new HashMap<>();
        int sent;

        Run(int seed) {
            random = new Random(seed);
        }

        void step() throws RefusedException {
            switch (random.nextInt(20)) {
                case 0, 1, 2, 3, 4 -> send();
                case 5 -> attach();
                case 6, 7, 8 -> {
                    if (!consumers.isEmpty()) {
                        any(consumers).credit(1 + random.nextInt(4));
                    }
                }
                case 9, 10, 11 -> acknowledge();
                case 12 -> rollBack();
                case 13 -> giveBack();
                case 14 -> {
                    world.store.holdReads = random.nextBoolean();
                    if (!world.store.holdReads) {
                        world.store.releaseReads();
                    }
                }
                case 15 -> {
                    world.store.holdWrites = random.nextInt(3) == 0;
                    if (!world.store.holdWrites) {
                        world.store.releaseWrites();
                    }
                }
                case 16 -> world.store.releaseRead();
                case 17 -> world.loop.advance(Duration.ofMillis(random.nextInt(1_500)));
                case 18 -> {
                    if (random.nextInt(6) == 0) {
                        takeover();
                    } else {
                        world.store.releaseWrite();
                    }
                }
                default -> {
                    if (withholding && random.nextBoolean()) {
                        release();
                    } else if (!consumers.isEmpty() && random.nextInt(3) == 0) {
                        TestConsumer gone = any(consumers);
                        gone.attachment().detach();
                        consumers.remove(gone);
                    }
                }
            }
            world.loop.run();
            for (AssertionError failure : failures) {
                throw failure;
            }
            assertThat(world.store.mismatches).isEmpty();
            assertThat(world.ends).isEmpty();
        }

        void send() throws RefusedException {
            String text = "m" + sent++;
            boolean late = random.nextInt(5) == 0;
            boolean persistent = random.nextInt(8) != 0;
            long delivery = late ? world.now() + random.nextInt(3_000) : 0;
            int priority = random.nextInt(4) == 0 ? 7 : 4;
            Destinations.Publication message = World.message(ORDERS, padded(text), persistent, priority, delivery, 0);
            Unit unit = new Unit();
            if (persistent) {
                unit.whenDurable((epoch, batch) -> durable.add(text));
            }
            world.destinations.publish(unit, message);
            world.writer.submit(unit);
        }

        void attach() throws RefusedException {
            if (consumers.size() >= 3) {
                return;
            }
            Selecting selecting = any(List.of(Selecting.values()));
            TestConsumer consumer = new TestConsumer(World.ONE, random.nextInt(5)) {
                @Override
                public void deliver(Entry entry) {
                    texts.put(entry.ref(), World.text(entry).strip());
                    sent = random.nextInt(4) != 0;
                    super.deliver(entry);
                    try {
                        assertThat(entry).as("selected").matches(selecting::takes);
                        delivered(entry);
                    } catch (AssertionError e) {
                        failures.add(e); // thrown inside a stage's callback it would be lost
                    }
                }
            };
            world.consume(World.selecting(ORDERS, selecting.selector), null, consumer);
            consumers.add(consumer);
        }

        void delivered(Entry entry) {
            String text = text(entry);
            Position position = new Position(entry.ref().epoch(), entry.ref().counter());
            assertThat(inHands.merge(text, 1, Integer::sum))
                    .as("in two hands: " + text)
                    .isEqualTo(1);
            assertThat(acknowledged).doesNotContain(text);
            assertThat(acknowledging).doesNotContain(text);
            if (entry.ref().stored()) {
                assertThat(durable).contains(text);
                assertThat(world.row("orders").state().mark())
                        .as("handed out behind the stored mark (R9): " + text)
                        .isGreaterThanOrEqualTo(position);
                if (withholding) {
                    assertThat(position).as("withheld (R9): " + text).isGreaterThan(markAtTakeover);
                }
                if (handedOutBefore.contains(text)) {
                    assertThat(entry.deliveryCount()).isGreaterThanOrEqualTo(2);
                }
            }
            everHandedOut.add(text);
            held.add(entry);
        }

        void acknowledge() {
            if (held.isEmpty()) {
                return;
            }
            Entry entry = any(held);
            held.remove(entry);
            String text = text(entry);
            inHands.remove(text);
            acknowledging.add(text);
            Unit unit = new Unit();
            world.destinations.acknowledge(unit, entry);
            unit.whenDurable((epoch, batch) -> acknowledged.add(text));
            world.writer.submit(unit);
        }

        void rollBack() {
            if (held.isEmpty()) {
                return;
            }
            Entry entry = any(held);
            held.remove(entry);
            String text = text(entry);
            Unit unit = new Unit();
            unit.whenDurable((epoch, batch) -> inHands.remove(text));
            world.destinations.countDelivery(unit, entry, entry.deliveryCount());
            unit.whenDurable((epoch, batch) -> world.destinations.giveBack(List.of(entry)));
            world.writer.submit(unit);
        }

        void giveBack() {
            if (!held.isEmpty()) {
                Entry entry = any(held);
                held.remove(entry);
                inHands.remove(text(entry));
                world.destinations.giveBack(List.of(entry));
            }
        }

        void takeover() {
            takeovers++;
            consumers.clear();
            handedOutBefore.addAll(everHandedOut);
            markAtTakeover = world.store.queues.isEmpty()
                    ? Position.FIRST
                    : world.row("orders").state().mark();
            List<DeliveryRef> claimed = held.stream()
                    .filter(entry -> random.nextBoolean())
                    .map(Entry::ref)
                    .toList();
            held.clear();
            inHands.clear();
            acknowledging.clear();
            world.takeover();
            // What was written and not confirmed: the ledger learns what became of it.
            Set<String> there = new HashSet<>();
            world.store
                    .messages
                    .values()
                    .forEach(row -> there.add(new String(
                                    new EncodedMessage(Objects.requireNonNull(row.bytes())).body(),
                                    StandardCharsets.UTF_8)
                            .strip()));
            durable.addAll(there);
            durable.stream().filter(text -> !there.contains(text)).forEach(acknowledged::add);
            withholding = true;
            world.destinations.withholdHandedOut(
                    queue -> true, random.nextBoolean() ? Destinations.Kept.ALL_STORED : Destinations.Kept.HANDED_OUT);
            world.destinations.claim(claimed, granted -> {
                assertThat(claimed).containsAll(granted.keySet());
                for (Entry entry : granted.values()) {
                    String text = text(entry);
                    assertThat(inHands.merge(text, 1, Integer::sum)).isEqualTo(1);
                    held.add(entry);
                }
            });
        }

        /** Nobody says what was seen of what isn't claimed. */
        void release() {
            int takeover = takeovers;
            world.giveUpUnheard(SentQueues.ALL, () -> {
                if (takeover == takeovers) {
                    withholding = false;
                    world.destinations.releaseHandedOut(queue -> true);
                }
            });
        }

        void drain() throws RefusedException {
            world.store.releaseReads();
            world.store.releaseWrites();
            release();
            world.loop.run();
            for (TestConsumer consumer : consumers) {
                consumer.attachment().detach();
            }
            while (!held.isEmpty()) {
                giveBack();
            }
            world.loop.advance(Duration.ofSeconds(10));
            Set<String> expected = new HashSet<>(durable);
            expected.removeAll(acknowledged);
            selectAll(Selecting.URGENT);
            selectAll(Selecting.AGAIN);
            TestConsumer last = world.consume(ORDERS, 100_000);
            world.loop.advance(Duration.ofSeconds(10));
            assertThat(stored(last, entry -> true))
                    .doesNotHaveDuplicates()
                    .containsExactlyInAnyOrderElementsOf(expected);
            assertThat(last.entries.stream().map(RandomQueueTest::order).toList())
                    .isSorted();
            for (int i = 0; i < 2; i++) {
                assertThat(selected.get(i))
                        .as("selected in order: %s", i)
                        .isEqualTo(stored(last, (i == 0 ? Selecting.URGENT : Selecting.AGAIN)::takes));
            }
            world.acknowledge(last.entries);
            world.loop.advance(Duration.ofSeconds(10));
            assertThat(world.store.messages).isEmpty();
            assertThat(world.store.mismatches).isEmpty();
            assertThat(world.info("orders").memoryBytes()).isZero();
            assertThat(world.info("orders").storedMessages()).isZero();
            assertThat(world.info("orders").delivered()).isZero();
        }

        String text(Entry entry) {
            return Objects.requireNonNull(texts.get(entry.ref()));
        }

        /** A consumer with a selector takes all there is for it, and gives it back as it was. */
        private void selectAll(Selecting selecting) throws RefusedException {
            TestConsumer consumer = new TestConsumer(World.ONE, 100_000);
            world.consume(World.selecting(ORDERS, selecting.selector), null, consumer);
            world.loop.advance(Duration.ofSeconds(10));
            selected.add(stored(consumer, entry -> true));
            consumer.attachment().detach();
            consumer.entries.forEach(world::giveBack);
        }

        private static List<String> stored(TestConsumer consumer, Predicate<Entry> which) {
            List<String> texts = consumer.texts();
            return IntStream.range(0, texts.size())
                    .filter(i -> consumer.entries.get(i).ref().stored() && which.test(consumer.entries.get(i)))
                    .mapToObj(i -> texts.get(i).strip())
                    .toList();
        }

        private <T> T any(List<T> list) {
            return list.get(random.nextInt(list.size()));
        }
    }

    private static String order(Entry entry) {
        QueuedEntry queued = (QueuedEntry) entry;
        return "%d/%020d/%020d".formatted(queued.level, queued.position.epoch(), queued.position.counter());
    }

    private static String padded(String text) {
        return text + " ".repeat(40);
    }
}
