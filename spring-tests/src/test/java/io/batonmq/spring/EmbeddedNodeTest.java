package io.batonmq.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.batonmq.broker.BrokerConfig;
import io.batonmq.broker.BrokerNode;
import io.batonmq.broker.NodeRole;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.jms.core.JmsTemplate;

/** A node as a bean of an application (C59). */
class EmbeddedNodeTest {

    private static final Duration READY = Duration.ofSeconds(30);

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path folder;

    @Test
    void anApplicationStartsWhileAnotherNodeServesAndFollowsItWithoutARestart() throws Exception {
        try (Nodes nodes = Nodes.start(Nodes.Store.H2, 1, folder);
                GenericApplicationContext context = new GenericApplicationContext()) {
            BrokerConfig config = BrokerConfig.of(Map.of(
                    "nodeId", "embedded",
                    "listen", "tcp://127.0.0.1:0",
                    "data", folder.resolve("embedded").toString(),
                    "store.url", nodes.database().url(),
                    "store.user", nodes.database().user()));
            context.registerBean(
                    BrokerNode.class,
                    () -> BrokerNode.create(config),
                    definition -> definition.setInitMethodName("start"));
            long begin = System.nanoTime();
            context.refresh();
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(READY);
            BrokerNode node = context.getBean(BrokerNode.class);
            await().atMost(READY)
                    .until(() -> node.status().role() == NodeRole.STANDBY
                            && node.status().address().matches("tcp://127.0.0.1:[1-9]\\d*"));

            Names names = new Names(Map.of(
                    "factory",
                    "failover:(" + nodes.addresses(",") + "," + node.status().address()
                            + ")?startupMaxReconnectAttempts=100"));
            JmsTemplate template = names.template(names.factory("factory"));
            template.convertAndSend(Names.queue("orders"), "sent to the first");
            nodes.holder().stop();
            await().atMost(Nodes.BOUND).until(() -> node.status().role() == NodeRole.HOLDER);
            assertThat(template.receiveAndConvert(Names.queue("orders"))).isEqualTo("sent to the first");
        }
    }
}
