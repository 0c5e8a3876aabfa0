package io.batonmq.tck.joram;

import static org.assertj.core.api.Assertions.assertThat;

import io.batonmq.broker.BrokerConfig;
import io.batonmq.broker.BrokerNode;
import io.batonmq.broker.NodeRole;
import io.batonmq.jms.jndi.BatonInitialContextFactory;
import io.batonmq.store.testing.H2Fixture;
import io.batonmq.store.testing.PostgresFixture;
import io.batonmq.store.testing.TestDatabase;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import javax.naming.Context;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole Joram suite, on a node in this process. */
class JoramSuiteTest {
    @TempDir
    Path folder;

    @Test
    void allTestsPassOnH2() throws Exception {
        check("H2", H2Fixture.freshDatabase());
    }

    @Test
    void allTestsPassOnPostgres() throws Exception {
        check("PostgreSQL", PostgresFixture.freshDatabase());
    }

    private void check(String name, TestDatabase database) throws Exception {
        Map<String, String> settings = new HashMap<>(Map.of(
                "listen",
                "tcp://127.0.0.1:0",
                "nodeId",
                "joram",
                "data",
                folder.resolve("data").toString(),
                "store.url",
                database.url(),
                "store.user",
                database.user()));
        if (!database.password().isEmpty()) {
            settings.put("store.password", database.password());
        }
        try (database;
                BrokerNode node = BrokerNode.create(BrokerConfig.of(settings))) {
            node.start();
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> node.status().role() == NodeRole.HOLDER);
            JoramReport report = JoramSuite.run(new JndiProvider(Map.of(
                    Context.INITIAL_CONTEXT_FACTORY,
                    BatonInitialContextFactory.class.getName(),
                    Context.PROVIDER_URL,
                    node.status().address())));
            System.out.println(report.summary(name) + ", in " + report.millis() + " ms");
            assertThat(report.failed()).as("failed%n%s", report.table()).isZero();
            assertThat(report.ran()).as("ran%n%s", report.table()).isEqualTo(JoramSuite.TESTS);
            assertThat(report.skipped()).as("skipped%n%s", report.table()).isZero();
        }
    }
}
