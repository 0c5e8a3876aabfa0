package io.batonmq.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.batonmq.store.testing.H2Fixture;
import io.batonmq.store.testing.PostgresFixture;
import io.batonmq.store.testing.TestDatabase;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A whole node: threads, sockets, a real database. */
class BrokerNodeTest {
    private static final Duration BOUND = Duration.ofSeconds(20);

    @TempDir
    Path folder;

    @Test
    void startReturnsAsStandbyAndTheNodeServesOnEmbeddedH2() throws IOException {
        try (BrokerNode node = BrokerNode.create(config("a", Map.of()))) {
            assertThat(node.status().role()).isEqualTo(NodeRole.STANDBY);

            node.start();

            await().atMost(BOUND).until(() -> node.status().role() == NodeRole.HOLDER);
            assertThat(node.status().epoch()).isPositive();
            assertThat(node.status().address()).startsWith("tcp://127.0.0.1:").doesNotEndWith(":0");
        }
    }

    @Test
    void aStoppedHolderHandsOverToTheStandbyAtOnceOnPostgreSql() throws IOException {
        try (TestDatabase database = PostgresFixture.freshDatabase();
                BrokerNode a = BrokerNode.create(config("a", on(database)));
                BrokerNode b = BrokerNode.create(config("b", on(database)))) {
            a.start();
            await().atMost(BOUND).until(() -> a.status().role() == NodeRole.HOLDER);
            b.start();
            await().atMost(BOUND)
                    .until(() -> b.status().leaseEpoch() == a.status().epoch());
            await().atMost(BOUND).until(() -> a.status().nodes().size() == 2);
            long epoch = a.status().epoch();

            a.stop();

            assertThat(a.status().role()).isEqualTo(NodeRole.STOPPED);
            await().atMost(BOUND).until(() -> b.status().role() == NodeRole.HOLDER);
            assertThat(b.status().epoch()).as("L2").isGreaterThan(epoch);
        }
    }

    @Test
    void afterAStopNoThreadIsLeft() throws IOException {
        Set<String> before = threads();
        try (TestDatabase database = H2Fixture.freshDatabase()) {
            for (int i = 0; i < 3; i++) {
                try (BrokerNode node = BrokerNode.create(config("a", on(database)))) {
                    node.start();
                    await().atMost(BOUND).until(() -> node.status().role() == NodeRole.HOLDER);
                }
            }
        }
        await().atMost(BOUND).untilAsserted(() -> {
            Set<String> left = threads();
            left.removeAll(before);
            assertThat(left).as("I6").isEmpty();
        });
    }

    @Test
    void aNodeIsStartedOnce() throws IOException {
        BrokerNode node = BrokerNode.create(config("a", Map.of()));
        node.start();
        assertThatThrownBy(node::start).isInstanceOf(IllegalStateException.class);
        node.stop();
        assertThatThrownBy(node::start)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("node a was started or stopped before: create another");
        assertThat(node.status().role()).isEqualTo(NodeRole.STOPPED);
    }

    @Test
    void aNodeThatWasNeverStartedCanBeStopped() {
        BrokerNode node = BrokerNode.create(config("a", Map.of()));
        node.close();
        assertThat(node.status().role()).isEqualTo(NodeRole.STOPPED);
        assertThat(node.stopped()).isCompletedWithValue("stopped");
        assertThatThrownBy(node::start).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void nodesThatStartAtOnceOnANewDatabaseAllServeOrStandBy() throws IOException {
        for (int i = 0; i < 3; i++) {
            try (TestDatabase database = H2Fixture.freshDatabase();
                    BrokerNode a = BrokerNode.create(config("a", on(database)));
                    BrokerNode b = BrokerNode.create(config("b", on(database)));
                    BrokerNode c = BrokerNode.create(config("c", on(database)))) {
                List<BrokerNode> nodes = List.of(a, b, c);
                for (BrokerNode node : nodes) {
                    node.start();
                }
                await().atMost(BOUND)
                        .until(() -> nodes.stream()
                                .allMatch(node -> node.status().nodes().size() == 3
                                        || node.status().role() == NodeRole.STOPPED));
                assertThat(nodes)
                        .extracting(node -> node.status().role())
                        .containsExactlyInAnyOrder(NodeRole.HOLDER, NodeRole.STANDBY, NodeRole.STANDBY);
            }
        }
    }

    @Test
    void aPortInUseIsNamed() throws IOException {
        try (BrokerNode first = BrokerNode.create(config("a", Map.of()))) {
            first.start();
            int port = URI.create(first.status().address()).getPort();
            try (BrokerNode second = BrokerNode.create(config("b", Map.of("listen", "tcp://127.0.0.1:" + port)))) {
                assertThatThrownBy(second::start)
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining("cannot listen on tcp://127.0.0.1:" + port)
                        .hasMessageContaining("is another process using the port?");
            }
        }
    }

    @Test
    void aWatcherThatFailsIsNoHarmToTheNode() throws IOException {
        try (BrokerNode node = BrokerNode.create(config("a", Map.of()))) {
            node.watch(status -> {
                throw new IllegalStateException("on purpose");
            });
            node.start();

            await().atMost(BOUND).until(() -> node.status().role() == NodeRole.HOLDER);
        }
    }

    @Test
    void watchersHearOfTheEndOnceEverythingIsGone() throws IOException {
        List<NodeRole> roles = new CopyOnWriteArrayList<>();
        BrokerNode node = BrokerNode.create(config("a", Map.of()));
        node.watch(status -> roles.add(status.role()));
        node.start();
        await().atMost(BOUND).until(() -> node.status().role() == NodeRole.HOLDER);
        node.stop();

        assertThat(roles).contains(NodeRole.STANDBY, NodeRole.HOLDER).endsWith(NodeRole.STOPPED);
        assertThat(node.stopped()).isCompletedWithValue("stopped");
    }

    @Test
    void aNodeThatCannotStartLeavesNothingBehind() {
        Set<String> before = threads();
        BrokerNode node =
                BrokerNode.create(config("a", Map.of("store.url", "jdbc:h2:mem:x", "listen", "tcp://127.0.0.1:0")));

        assertThatThrownBy(node::start).isInstanceOf(ConfigException.class);

        Set<String> left = threads();
        left.removeAll(before);
        assertThat(left).as("I6").isEmpty();
    }

    @Test
    void anUnknownDatabaseIsNamed() {
        try (BrokerNode node = BrokerNode.create(config("a", Map.of("store.url", "jdbc:oracle:thin:@x")))) {
            assertThatThrownBy(node::start)
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("store.url")
                    .hasMessageContaining("oracle");
        }
    }

    @Test
    void aNodeStartedWithoutItsDatabaseKeepsTrying() throws Exception {
        try (BrokerNode node = BrokerNode.create(
                config("a", Map.of("store.url", "jdbc:postgresql://127.0.0.1:1/none", "store.user", "x")))) {
            node.start();

            assertThatThrownBy(() -> node.stopped().get(3, TimeUnit.SECONDS))
                    .as("it must not give up")
                    .isInstanceOf(java.util.concurrent.TimeoutException.class);
            assertThat(node.status().role()).isEqualTo(NodeRole.STANDBY);
        }
    }

    /** C101. */
    @Test
    void theSecondOfTwoProcessesWithOneNodeIdGoes() throws Exception {
        try (TestDatabase database = PostgresFixture.freshDatabase();
                BrokerNode first = BrokerNode.create(config("same", on(database)));
                BrokerNode second = BrokerNode.create(config("same", on(database)))) {
            first.start();
            await().atMost(BOUND).until(() -> first.status().role() == NodeRole.HOLDER);
            second.start();

            assertThat(second.stopped().get(20, TimeUnit.SECONDS))
                    .contains("node id same is in use by another running node at "
                            + first.status().address());
            assertThat(first.status().role()).isEqualTo(NodeRole.HOLDER);
        }
    }

    private BrokerConfig config(String nodeId, Map<String, String> more) {
        Map<String, String> settings = new HashMap<>();
        settings.put("listen", "tcp://127.0.0.1:0");
        settings.put("nodeId", nodeId);
        settings.put("data", folder.resolve(nodeId).toString());
        settings.putAll(more);
        return BrokerConfig.of(settings);
    }

    private static Map<String, String> on(TestDatabase database) {
        return Map.of(
                "store.url", database.url(),
                "store.user", database.user(),
                "store.password", database.password());
    }

    private static Set<String> threads() {
        Set<String> names = new TreeSet<>();
        Thread.getAllStackTraces().keySet().forEach(thread -> {
            if (thread.getName().startsWith("batonmq") || thread.getName().contains("Hikari")) {
                names.add(thread.getName());
            }
        });
        return names;
    }
}
