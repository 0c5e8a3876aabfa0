package io.batonmq.tck.spec;

import io.batonmq.broker.BrokerConfig;
import io.batonmq.broker.BrokerNode;
import io.batonmq.broker.NodeRole;
import io.batonmq.jms.jndi.BatonInitialContextFactory;
import io.batonmq.store.testing.TestDatabase;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import javax.naming.Context;
import org.awaitility.Awaitility;

/** A node in this process, as the suite's provider. One thread. */
final class SpecNode implements AutoCloseable {
    private final TestDatabase database;
    private final BrokerNode node;

    private SpecNode(TestDatabase database, BrokerNode node) {
        this.database = database;
        this.node = node;
    }

    /** Starts it on a database, which it closes with itself. */
    static SpecNode start(TestDatabase database, Path folder) throws Exception {
        Map<String, String> settings = new HashMap<>();
        settings.put("listen", "tcp://127.0.0.1:0");
        settings.put("nodeId", "spec");
        settings.put("data", folder.resolve("data").toString());
        settings.put("users.j2ee", "j2ee");
        settings.put("security.anonymous", "true");
        settings.put("store.url", database.url());
        settings.put("store.user", database.user());
        if (!database.password().isEmpty()) {
            settings.put("store.password", database.password());
        }
        SpecNode started = new SpecNode(database, BrokerNode.create(BrokerConfig.of(settings)));
        started.node.start();
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .until(() -> started.node.status().role() == NodeRole.HOLDER);
        return started;
    }

    /** The node as JNDI knows it. */
    SpecProvider provider(Class<?> contextFactory, Duration patience) {
        String address = node.status().address();
        return new SpecProvider(
                Map.of(
                        Context.INITIAL_CONTEXT_FACTORY,
                        contextFactory.getName(),
                        "connectionFactory.MyConnectionFactory",
                        address,
                        "connectionFactory.MyQueueConnectionFactory",
                        address,
                        "connectionFactory.MyTopicConnectionFactory",
                        address,
                        "connectionFactory.DURABLE_SUB_CONNECTION_FACTORY",
                        address + "?jms.clientID=cts"),
                Map.of(),
                "dynamicQueues/{unique}",
                "dynamicTopics/{unique}",
                patience);
    }

    SpecProvider provider() {
        return provider(BatonInitialContextFactory.class, SpecProvider.PATIENCE);
    }

    @Override
    public void close() {
        node.close();
        database.close();
    }
}
