package io.batonmq.samples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.batonmq.broker.BrokerConfig;
import io.batonmq.broker.BrokerNode;
import io.batonmq.broker.NodeRole;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every sample on a real node, and that the README says how to start each. */
class SamplesTest {

    private static final Path SOURCES = Path.of("src/main/java/io/batonmq/samples");
    private static final Pattern COMMAND = Pattern.compile(
            "(?m)^java (?:-D\\S+ )?-cp samples/target/samples\\.jar (io\\.batonmq\\.samples\\.(\\w+))\\b");

    @TempDir
    static Path folder;

    private static BrokerNode node;
    private static String url;

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);

    @BeforeAll
    static void serve() throws Exception {
        node = BrokerNode.create(BrokerConfig.of(Map.of("listen", "tcp://127.0.0.1:0", "data", folder.toString())));
        node.start();
        await().atMost(Duration.ofSeconds(30)).until(() -> node.status().role() == NodeRole.HOLDER);
        url = node.status().address();
    }

    @AfterAll
    static void stop() throws Exception {
        node.close();
    }

    private List<String> lines() {
        return printed.toString(StandardCharsets.UTF_8).lines().toList();
    }

    @Test
    void aRequestIsAnswered() {
        RequestReply.run(url, "hello", out);
        assertThat(lines()).containsExactly("asked hello", "answer hello to you, too");
    }

    @Test
    void messagesAreMovedInTransactions() throws Exception {
        Send.run(url, "orders", 2, out);
        printed.reset();
        TransactedTransfer.run(url, "orders", "bills", out);
        Receive.run(url, "orders", out);
        Receive.run(url, "bills", out);
        assertThat(lines())
                .containsExactly(
                        "2 moved", "0 received", "received moved message 1", "received moved message 2", "2 received");
    }

    @Test
    void aDurableSubscriberMissesNothing() {
        DurableSubscriber.run(url, "news", out);
        assertThat(lines())
                .containsExactly(
                        "subscribed, and gone",
                        "published 2",
                        "received first news",
                        "received second news",
                        "unsubscribed");
    }

    @Test
    void aSharedSubscriptionGivesEachMessageToOne() throws Exception {
        SharedSubscription.run(url, "prices", 10, out);
        assertThat(lines()).hasSize(11).endsWith("all received");
        assertThat(lines())
                .filteredOn(line -> line.contains("price"))
                .map(line -> line.replaceFirst("\\w+ received ", ""))
                .containsExactlyInAnyOrderElementsOf(Stream.iterate(1, n -> n + 1)
                        .limit(10)
                        .map(n -> "price " + n)
                        .toList());
    }

    @Test
    void aDelayedMessageComesLater() {
        DelayedDelivery.run(url, "reminders", 500, out);
        assertThat(lines())
                .hasSize(3)
                .startsWith("sent wake up, to come in 500 ms", "nothing yet")
                .last()
                .asString()
                .matches("received wake up, \\d+ ms after it was due");
    }

    @Test
    void asynchronousSendsAreAllStored() throws Exception {
        AsynchronousSend.run(url, "asynchronous", 200, out);
        printed.reset();
        Receive.run(url, "asynchronous", out);
        assertThat(lines()).hasSize(201).startsWith("received message 1").endsWith("200 received");
    }

    @Test
    void jndiPropertiesNameEverything() throws Exception {
        System.setProperty("broker.url", url);
        try {
            JndiLookup.run(out);
        } finally {
            System.clearProperty("broker.url");
        }
        assertThat(lines()).containsExactly("sent a book", "received a book");
    }

    @Test
    void springListens() throws Exception {
        SpringListener.run(url, 3, out);
        assertThat(lines())
                .containsExactlyInAnyOrder(
                        "received message 1", "received message 2", "received message 3", "all received");
    }

    @Test
    void theReadmeStartsEverySampleAndEachIsShort() throws IOException {
        List<String> started = new ArrayList<>();
        Matcher command =
                COMMAND.matcher(Files.readString(Path.of("../README.md")).replace("\\\n    ", ""));
        while (command.find()) {
            started.add(command.group(2));
        }
        try (Stream<Path> files = Files.list(SOURCES)) {
            for (Path file : files.toList()) {
                String name = file.getFileName().toString().replace(".java", "");
                if (Files.isRegularFile(file) && !name.equals("package-info")) {
                    assertThat(started).contains(name);
                    assertThat(Files.readAllLines(file).size()).as(name).isLessThan(80);
                }
            }
        }
    }
}
