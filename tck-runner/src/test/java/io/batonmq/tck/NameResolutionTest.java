package io.batonmq.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.batonmq.broker.BrokerConfig;
import io.batonmq.broker.BrokerNode;
import io.batonmq.broker.NodeRole;
import io.batonmq.jms.BatonConnectionFactory;
import io.batonmq.store.testing.H2Fixture;
import io.batonmq.store.testing.TestDatabase;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * The name in a client's URL is unknown for a while, then leads to another machine: each attempt looks it up anew and tries
 * every address it has (C67). The client is a process whose names come from a file; machines are loopback addresses, of which
 * only Linux has more than one without being asked.
 */
@EnabledOnOs(OS.LINUX)
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class NameResolutionTest {
    private static final String NAME = "mq-a.test";
    private static final String QUEUE = "named";
    private static final long SOON = 30_000;

    @TempDir
    Path folder;

    private final List<String> said = new CopyOnWriteArrayList<>();

    private BrokerNode node(String host, int port, TestDatabase database) throws IOException {
        BrokerNode node = BrokerNode.create(BrokerConfig.of(Map.of(
                "listen", "tcp://" + host + ":" + port,
                "nodeId", host,
                "data", folder.resolve(host).toString(),
                "store.url", database.url(),
                "store.user", database.user())));
        node.start();
        Nodes.soon().until(() -> node.status().role() == NodeRole.HOLDER);
        return node;
    }

    private static String line(String address) {
        return address + " " + NAME + "\n";
    }

    private Process client(Path hosts, int port) throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Djdk.net.hosts.file=" + hosts,
                        "-Dsun.net.inetaddr.ttl=0",
                        "-Dsun.net.inetaddr.negative.ttl=0",
                        "-cp",
                        System.getProperty("java.class.path"),
                        SendingClientMain.class.getName(),
                        "failover:(tcp://" + NAME + ":" + port
                                + ")?updateURIsSupported=false&initialReconnectDelay=10&maxReconnectDelay=100",
                        QUEUE)
                .redirectErrorStream(true)
                .start();
        Thread reader = new Thread(() -> listen(process), "client-says");
        reader.setDaemon(true);
        reader.start();
        return process;
    }

    private void listen(Process process) {
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                said.add(line);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void say(Process process, String line) throws IOException {
        Writer in = process.outputWriter(StandardCharsets.UTF_8);
        in.write(line + "\n");
        in.flush();
    }

    @Test
    void aNameThatIsUnknownForAWhileAndThenAnothersIsLookedUpAtEachAttempt() throws Exception {
        Path hosts = folder.resolve("hosts");
        Files.writeString(hosts, line("127.0.0.2"));
        try (TestDatabase database = H2Fixture.freshDatabase()) {
            BrokerNode first = node("127.0.0.2", 0, database);
            int port = URI.create(first.status().address()).getPort();
            Process client = client(hosts, port);
            try {
                say(client, "one");
                Nodes.soon().until(() -> said.contains("sent one"));

                Files.writeString(hosts, "127.0.0.1 somebody.else\n");
                first.close();
                say(client, "two");
                Nodes.soon().until(() -> said.stream().anyMatch(line -> line.contains("no serving node in 20 rounds")));
                assertThat(said)
                        .as("one short line now and then, which names the host")
                        .hasSizeLessThan(20)
                        .anyMatch(line -> line.contains(NAME))
                        .noneMatch(line -> line.startsWith("\tat "));

                try (BrokerNode second = node("127.0.0.3", port, database)) {
                    Files.writeString(hosts, line("127.0.0.9") + line("127.0.0.3")); // nobody is at the first
                    Nodes.soon().until(() -> said.contains("sent two"));
                    assertThat(received(second)).containsExactly("one", "two");
                }
            } finally {
                first.close();
                client.destroyForcibly().waitFor();
            }
        }
    }

    private static List<String> received(BrokerNode node) throws JMSException {
        List<String> texts = new CopyOnWriteArrayList<>();
        try (Connection connection = new BatonConnectionFactory(node.status().address()).createConnection();
                Session session = connection.createSession()) {
            connection.start();
            MessageConsumer consumer = session.createConsumer(session.createQueue(QUEUE));
            for (Message message = consumer.receive(SOON);
                    message != null;
                    message = consumer.receive(texts.size() < 2 ? SOON : 100)) {
                texts.add(message.getBody(String.class));
            }
        }
        return texts;
    }
}
