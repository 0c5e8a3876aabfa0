package io.batonmq.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.batonmq.store.testing.H2Fixture;
import io.batonmq.store.testing.PostgresFixture;
import io.batonmq.store.testing.TestDatabase;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Nodes of one database that are set differently, on purpose or not (C101). */
class LeaseTimingTest {
    private static final Duration BOUND = Duration.ofSeconds(60);

    @TempDir
    Path folder;

    static Stream<Named<Supplier<TestDatabase>>> databases() {
        return Stream.of(
                Named.of("H2", H2Fixture::freshDatabase), Named.of("PostgreSQL", PostgresFixture::freshDatabase));
    }

    private BrokerNode node(String id, TestDatabase database, Map<String, String> more) {
        Map<String, String> settings = new HashMap<>();
        settings.put("listen", "tcp://127.0.0.1:0");
        settings.put("nodeId", id);
        settings.put("data", folder.resolve(id).toString());
        settings.put("store.url", database.url());
        settings.put("store.user", database.user());
        if (!database.password().isEmpty()) {
            settings.put("store.password", database.password());
        }
        settings.putAll(more);
        return BrokerNode.create(BrokerConfig.of(settings));
    }

    private static long renewals(TestDatabase database) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select renewals from baton_lease")) {
            row.next();
            return row.getLong(1);
        }
    }

    @ParameterizedTest
    @MethodSource("databases")
    void aStandbyWithAShorterIntervalTakesNothingFromAHolderThatKeepsItsOwn(Supplier<TestDatabase> made)
            throws Exception {
        try (TestDatabase database = made.get();
                BrokerNode slow = node(
                        "slow",
                        database,
                        Map.of("lease.heartbeat", "4s", "lease.activation", "9s", "silenceLimit", "3s"));
                BrokerNode quick = node("quick", database, Map.of("lease.activation", "3s", "silenceLimit", "3s"))) {
            List<NodeRole> roles = new CopyOnWriteArrayList<>();
            quick.watch(status -> roles.add(status.role()));
            slow.start();
            await().atMost(BOUND).until(() -> slow.status().role() == NodeRole.HOLDER);
            long epoch = slow.status().epoch();
            quick.start();

            await().atMost(BOUND).until(() -> renewals(database) >= 3);

            assertThat(slow.status().role()).isEqualTo(NodeRole.HOLDER);
            assertThat(slow.status().epoch()).isEqualTo(epoch);
            assertThat(roles).doesNotContain(NodeRole.HOLDER);

            slow.close();
            await().atMost(BOUND).until(() -> quick.status().role() == NodeRole.HOLDER);
        }
    }

    @Test
    void leasesOfDifferentNamesInOneDatabaseAreDifferentClustersAndOfOneNameOneCluster() throws Exception {
        try (TestDatabase database = PostgresFixture.freshDatabase();
                BrokerNode one = node("one", database, Map.of("lease.name", "first"));
                BrokerNode two = node("two", database, Map.of("lease.name", "second"));
                BrokerNode three = node("three", database, Map.of("lease.name", "first"))) {
            one.start();
            two.start();
            await().atMost(BOUND).until(() -> one.status().role() == NodeRole.HOLDER);
            await().atMost(BOUND).until(() -> two.status().role() == NodeRole.HOLDER);
            three.start();
            await().atMost(BOUND)
                    .until(() -> three.status().leaseEpoch() == one.status().epoch());
            assertThat(three.status().role()).isEqualTo(NodeRole.STANDBY);
            assertThat(three.status().holder()).isEqualTo("one");
            await().atMost(BOUND)
                    .until(() ->
                            two.status().nodes().equals(List.of(two.status().address())));

            one.close();

            await().atMost(BOUND).until(() -> three.status().role() == NodeRole.HOLDER);
            assertThat(two.status().role()).isEqualTo(NodeRole.HOLDER);
        }
    }
}
