package io.batonmq.jms30;

import static org.awaitility.Awaitility.await;

import io.batonmq.broker.BrokerConfig;
import io.batonmq.broker.BrokerNode;
import io.batonmq.broker.NodeRole;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/** A node that serves. */
final class ServingNode {
    private ServingNode() {}

    static BrokerNode start(Path folder) throws Exception {
        BrokerNode node =
                BrokerNode.create(BrokerConfig.of(Map.of("listen", "tcp://127.0.0.1:0", "data", folder.toString())));
        node.start();
        await().atMost(Duration.ofSeconds(30)).until(() -> node.status().role() == NodeRole.HOLDER);
        return node;
    }
}
