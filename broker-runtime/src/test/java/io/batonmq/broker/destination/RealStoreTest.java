package io.batonmq.broker.destination;

import static org.assertj.core.api.Assertions.assertThat;

import io.batonmq.broker.destination.Destinations.Entry;
import io.batonmq.broker.loop.LoopThread;
import io.batonmq.broker.selector.Selectors;
import io.batonmq.broker.writer.BatchWriter;
import io.batonmq.broker.writer.Unit;
import io.batonmq.store.Identity;
import io.batonmq.store.LeaseRow;
import io.batonmq.store.LeaseStore;
import io.batonmq.store.LeaseStore.TakeResult;
import io.batonmq.store.LeaseTerm;
import io.batonmq.store.MessageStore.RecoveredState;
import io.batonmq.store.jdbc.JdbcStores;
import io.batonmq.store.jdbc.StoreSettings;
import io.batonmq.store.testing.H2Fixture;
import io.batonmq.store.testing.PostgresFixture;
import io.batonmq.store.testing.TestDatabase;
import io.batonmq.wire.DeliveryRef;
import io.batonmq.wire.Request.ConsumerSpec;
import io.batonmq.wire.WireDestination;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Queues and subscriptions over the real writer and store, on the real loop, across takeovers. */
class RealStoreTest {
    private static final WireDestination ORDERS = World.queue("orders");
    private static final int BACKLOG = 1_500;

    static Stream<Named<Supplier<TestDatabase>>> databases() {
        return Stream.of(
                Named.of("H2", H2Fixture::freshDatabase), Named.of("PostgreSQL", PostgresFixture::freshDatabase));
    }

    @ParameterizedTest
    @MethodSource("databases")
    void aBacklogLargerThanItsBudgetSurvivesTakeoversInOrder(Supplier<TestDatabase> made) throws Exception {
        try (TestDatabase database = made.get();
                Node node = new Node(database)) {
            node.takeLease();
            for (int i = 0; i < BACKLOG; i++) {
                int number = i;
                node.unit(unit ->
                        node.destinations.publish(unit, World.message(ORDERS, "m" + number, true, number % 3, 0, 0)));
            }
            node.settle();
            node.takeLease();
            TestConsumer first = node.consume(World.spec(ORDERS), null, 300);
            node.await(() -> first.entries.size() == 300);
            List<DeliveryRef> claims = node.call(() ->
                    first.entries.stream().skip(100).limit(10).map(Entry::ref).toList());
            node.call(() -> {
                Unit unit = new Unit();
                first.entries.subList(0, 100).forEach(entry -> node.destinations.acknowledge(unit, entry));
                node.writer.submit(unit);
                return true;
            });
            node.settle();
            node.takeLease();
            node.call(() -> {
                node.destinations.withholdHandedOut(queue -> true, Destinations.Kept.ALL_STORED);
                return true;
            });
            CompletableFuture<Map<DeliveryRef, Entry>> granted = new CompletableFuture<>();
            node.call(() -> {
                node.destinations.claim(claims, granted::complete);
                return true;
            });
            assertThat(granted.get(30, TimeUnit.SECONDS)).containsOnlyKeys(claims);
            node.call(() -> {
                node.destinations.releaseHandedOut(queue -> true);
                return true;
            });
            TestConsumer rest = node.consume(World.spec(ORDERS), null, BACKLOG * 2);
            node.await(() -> rest.entries.size() == BACKLOG - 110);
            List<String> texts = node.call(rest::texts);
            List<String> expected = new ArrayList<>();
            for (int priority = 2; priority >= 0; priority--) {
                for (int i = priority; i < BACKLOG; i += 3) {
                    expected.add("m" + i);
                }
            }
            expected.subList(0, 110).clear();
            assertThat(texts).isEqualTo(expected);
            node.call(() -> {
                Unit unit = new Unit();
                rest.entries.forEach(entry -> node.destinations.acknowledge(unit, entry));
                granted.join().values().forEach(entry -> node.destinations.acknowledge(unit, entry));
                node.writer.submit(unit);
                return true;
            });
            node.settle();
            node.takeLease();
            assertThat(node.call(() -> node.destinations.destinations()).get(0).storedMessages())
                    .isZero();
        }
    }

    @ParameterizedTest
    @MethodSource("databases")
    void aTopicMessageSharedBySubscriptionsIsReadByEach(Supplier<TestDatabase> made) throws Exception {
        try (TestDatabase database = made.get();
                Node node = new Node(database)) {
            node.takeLease();
            String text = "x".repeat(700_000);
            for (String client : List.of("c1", "c2")) {
                node.unit(unit -> node.destinations.subscribe(unit, World.subscription("news", "s", false), client));
            }
            node.unit(unit -> node.destinations.publish(unit, World.message(World.topic("news"), text)));
            node.settle();
            node.takeLease();
            for (String client : List.of("c1", "c2")) {
                TestConsumer consumer = node.consume(World.durable("news", "s", false), client, 10);
                node.await(() -> consumer.entries.size() == 1);
                assertThat(node.call(consumer::texts)).containsExactly(text);
            }
            node.unit(unit -> node.destinations.publish(unit, World.message(World.topic("news"), "more")));
            node.settle();
        }
    }

    @ParameterizedTest
    @MethodSource("databases")
    void aSelectorFindsItsMessagesDeepInABacklogAcrossTakeovers(Supplier<TestDatabase> made) throws Exception {
        try (TestDatabase database = made.get();
                Node node = new Node(database)) {
            node.takeLease();
            for (int i = 0; i < BACKLOG; i++) {
                int number = i;
                node.unit(unit -> node.destinations.publish(
                        unit, World.numbered(ORDERS, "m" + number, true, number % 3, number % 500)));
            }
            node.settle();
            node.takeLease();
            TestConsumer selecting = node.consume(World.selecting(ORDERS, "n = 499"), null, 2);
            node.await(() -> selecting.entries.size() == 2);
            assertThat(node.call(selecting::texts)).containsExactly("m1499", "m499"); // priorities 2, 1, 0
            node.call(() -> {
                Unit unit = new Unit();
                selecting.entries.forEach(entry -> node.destinations.acknowledge(unit, entry));
                node.writer.submit(unit);
                return true;
            });
            node.settle();
            node.takeLease();
            TestConsumer again = node.consume(World.selecting(ORDERS, "n = 499"), null, 10);
            node.await(() -> again.entries.size() == 1);
            TestConsumer plain = node.consume(World.spec(ORDERS), null, BACKLOG);
            node.await(() -> plain.entries.size() == BACKLOG - 3);
            assertThat(node.call(again::texts)).containsExactly("m999");
        }
    }

    /** What a holder is made of, remade at each takeover. */
    private static final class Node implements AutoCloseable {
        private static final LeaseStore.NodeSelf SELF =
                new LeaseStore.NodeSelf("default", "node", new Identity(1, 1), "tcp://127.0.0.1:1");

        private final Queue<String> ends = new ConcurrentLinkedQueue<>();
        private final JdbcStores stores;
        private final LoopThread loop =
                new LoopThread("destinations-test", System::nanoTime, fatal -> ends.add(fatal.toString()));
        private long epoch;
        BatchWriter writer;
        BrokerDestinations destinations;

        @SuppressWarnings("NullAway.Init") // a node without a lease has neither
        Node(TestDatabase database) {
            stores = JdbcStores.open(StoreSettings.of(database.url(), database.user(), database.password()));
        }

        void takeLease() throws Exception {
            if (epoch != 0) {
                call(() -> {
                    writer.stop();
                    destinations.close();
                    return true;
                });
            }
            LeaseStore leases = stores.lease();
            LeaseRow row = get(leases.look(SELF)).lease();
            TakeResult taken = get(leases.take(new LeaseStore.Take(
                    SELF, 5_000, 1_000, row.epoch(), row.epoch(), new LeaseStore.Condition.Unchanged(row.renewals()))));
            LeaseTerm term = Objects.requireNonNull(taken.term());
            epoch = term.epoch();
            RecoveredState recovered = get(stores.messages().recover("default"));
            call(() -> {
                writer = new BatchWriter(
                        loop,
                        stores.messages(),
                        term,
                        recovered.queues(),
                        new BatchWriter.Bounds(1_000, 4 << 20, Duration.ofMillis(100), 1_000),
                        batch -> CompletableFuture.failedStage(new IllegalStateException("no renewal here")),
                        ends::add);
                destinations = new BrokerDestinations(
                        loop,
                        writer,
                        stores.messages(),
                        recovered::databaseMillis,
                        World.small().withQueueBudget(40_000),
                        new Selectors(),
                        recovered.queues());
                return true;
            });
        }

        TestConsumer consume(ConsumerSpec spec, @Nullable String clientId, int credit) throws Exception {
            TestConsumer consumer = new TestConsumer(World.ONE, credit);
            unit(unit -> consumer.attached(destinations.attach(unit, spec, clientId, consumer)));
            return consumer;
        }

        void unit(World.Work work) throws Exception {
            call(() -> {
                Unit unit = new Unit();
                work.in(unit);
                writer.submit(unit);
                return true;
            });
        }

        /** Waits until all that was submitted is durable. */
        void settle() throws Exception {
            CompletableFuture<Boolean> durable = new CompletableFuture<>();
            unit(unit -> unit.whenDurable((e, b) -> durable.complete(true)));
            get(durable);
            assertThat(ends).isEmpty();
        }

        void await(Callable<Boolean> condition) {
            Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> call(condition));
            assertThat(ends).isEmpty();
        }

        <T> T call(Callable<T> task) throws Exception {
            CompletableFuture<T> result = new CompletableFuture<>();
            loop.execute(() -> {
                try {
                    result.complete(task.call());
                } catch (Exception e) {
                    result.completeExceptionally(e);
                }
            });
            return get(result);
        }

        private static <T> T get(CompletionStage<T> stage) throws Exception {
            return stage.toCompletableFuture().get(60, TimeUnit.SECONDS);
        }

        @Override
        public void close() {
            loop.close();
            stores.close();
        }
    }
}
