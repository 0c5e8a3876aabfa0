package io.batonmq.samples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.batonmq.broker.BrokerConfig;
import io.batonmq.broker.BrokerNode;
import io.batonmq.broker.NodeRole;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SendAndReceiveTest {

    @TempDir
    Path folder;

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);

    @Test
    void whatIsSentSurvivesTheNodeAndIsReceivedOnce() throws Exception {
        String url;
        try (BrokerNode node = start()) {
            url = node.status().address();
            Send.run(url, "greetings", 3, out);
        }
        assertThat(lines()).containsExactly("sent message 1", "sent message 2", "sent message 3");

        printed.reset();
        try (BrokerNode node = start()) {
            Receive.run("failover:(" + url + "," + node.status().address() + ")", "greetings", out);
        }
        assertThat(lines())
                .containsExactly("received message 1", "received message 2", "received message 3", "3 received");
    }

    private String[] lines() {
        return printed.toString(StandardCharsets.UTF_8).split("\\R");
    }

    private BrokerNode start() throws Exception {
        BrokerNode node =
                BrokerNode.create(BrokerConfig.of(Map.of("listen", "tcp://127.0.0.1:0", "data", folder.toString())));
        node.start();
        await().atMost(Duration.ofSeconds(30)).until(() -> node.status().role() == NodeRole.HOLDER);
        return node;
    }
}
