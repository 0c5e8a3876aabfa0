package io.batonmq.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.batonmq.store.testing.PostgresFixture;
import io.batonmq.store.testing.TestDatabase;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import javax.naming.InitialContext;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Section 7.7 of the specification, with two nodes in processes of their own, of which the one that serves is killed while a
 * publisher publishes: a persistent message comes once, and only once, to every active subscriber, durable or not.
 */
@Timeout(240)
class NonDurableUnderKillsTest {
    private static final int KILLS = 4;
    private static final Duration SOON = Duration.ofSeconds(60);

    @TempDir
    Path folder;

    private final ByteArrayOutputStream told = new ByteArrayOutputStream();
    private final List<String> plain = new CopyOnWriteArrayList<>();
    private final List<String> local = new CopyOnWriteArrayList<>();
    private final List<String> shared = new CopyOnWriteArrayList<>();
    private final List<String> again = new CopyOnWriteArrayList<>();

    @Test
    void eachMessageWhoseSendReturnedComesOnceToEachSubscriberOnH2() throws Exception {
        onNodes(new OwnNode.Database("", "", ""));
    }

    @Test
    void eachMessageWhoseSendReturnedComesOnceToEachSubscriberOnPostgres() throws Exception {
        try (TestDatabase database = PostgresFixture.freshDatabase()) {
            onNodes(new OwnNode.Database(database.url(), database.user(), database.password()));
        }
    }

    @SuppressWarnings("JdkObsolete") // JNDI wants a Hashtable
    private void onNodes(OwnNode.Database database) throws Exception {
        NodePair.Place place = new NodePair.Place(
                Path.of(System.getProperty("java.home"), "bin", "java"),
                Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                        .map(entry -> Path.of(entry).toAbsolutePath().toString())
                        .collect(Collectors.joining(File.pathSeparator)),
                folder,
                folder,
                "non-durable",
                System::nanoTime);
        PrintStream out = new PrintStream(told, true, StandardCharsets.UTF_8);
        try (NodePair nodes = new NodePair(place, database, Map.of(), Duration.ofSeconds(1), new RunningTest(), out)) {
            subscribeAndPublish((ConnectionFactory)
                    new InitialContext(new Hashtable<>(nodes.jndi())).lookup("MyConnectionFactory"));
            assertThat(nodes.faults()).isEmpty();
        }
    }

    private void subscribeAndPublish(ConnectionFactory factory) throws Exception {
        List<String> sent = new ArrayList<>();
        try (Connection one = factory.createConnection();
                Connection two = factory.createConnection();
                Connection publishing = factory.createConnection()) {
            listen(one, plain);
            listenToShared(one);
            listenToShared(two);
            Thread transacted = consumeInTransactions(two);
            one.start();
            two.start();
            Session session = publishing.createSession();
            MessageProducer producer = session.createProducer(session.createTopic("news"));
            while (takeovers() < KILLS) {
                String text = "m" + sent.size();
                producer.send(session.createTextMessage(text));
                sent.add(text);
            }
            producer.send(session.createTextMessage("end"));
            sent.add("end");
            transacted.join();
            Awaitility.await().atMost(SOON).until(() -> plain.size() >= sent.size() && shared.size() >= sent.size());
        }
        assertThat(plain).isEqualTo(sent);
        assertThat(local).isEqualTo(sent);
        assertThat(shared).containsExactlyInAnyOrderElementsOf(sent);
        assertThat(again).as("nobody had seen any before").isEmpty();
    }

    private int takeovers() {
        String text = told.toString(StandardCharsets.UTF_8);
        return (int) text.lines().filter(line -> line.contains("took over")).count();
    }

    private void listen(Connection connection, List<String> to) throws JMSException {
        Session session = connection.createSession();
        Topic news = session.createTopic("news");
        session.createConsumer(news).setMessageListener(message -> note(to, message));
    }

    private void listenToShared(Connection connection) throws JMSException {
        Session session = connection.createSession();
        Topic news = session.createTopic("news");
        session.createSharedConsumer(news, "s").setMessageListener(message -> note(shared, message));
    }

    private Thread consumeInTransactions(Connection connection) throws JMSException {
        Session session = connection.createSession(Session.SESSION_TRANSACTED);
        MessageConsumer consumer = session.createConsumer(session.createTopic("news"));
        Thread thread = new Thread(
                () -> {
                    try {
                        String text = "";
                        while (!text.equals("end")) {
                            text = textOf(consumer.receive());
                            session.commit();
                            local.add(text);
                        }
                    } catch (JMSException e) {
                        local.add(e.toString());
                    }
                },
                "transacted");
        thread.start();
        return thread;
    }

    private void note(List<String> to, Message message) {
        String text = textOf(message);
        to.add(text);
        try {
            if (message.getJMSRedelivered()) {
                again.add(text);
            }
        } catch (JMSException e) {
            again.add(e.toString());
        }
    }

    private static String textOf(Message message) {
        try {
            return message.getBody(String.class);
        } catch (JMSException e) {
            return e.toString();
        }
    }
}
