package io.batonmq.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.batonmq.store.testing.H2Fixture;
import jakarta.jms.Connection;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/** What the tests of section 11.2 share: nodes, messages, and waits with a bound. */
abstract class ConcurrentProcessing {
    static final long SOON = 10_000;
    static final long NOTHING = 300;

    @TempDir
    static Path folder;

    static Nodes nodes;

    @BeforeAll
    static void start() throws Exception {
        nodes = Nodes.start(2, H2Fixture.freshDatabase(), folder, Map.of());
    }

    @AfterAll
    static void stop() {
        nodes.close();
    }

    static String name(TestInfo info) {
        return info.getTestMethod().orElseThrow().getName()
                + info.getDisplayName().hashCode();
    }

    static List<String> texts(int count) {
        return IntStream.range(0, count).mapToObj(i -> "m" + i).toList();
    }

    static void send(Destination to, List<String> texts) throws JMSException {
        try (Connection connection = nodes.factory().createConnection()) {
            Session session = connection.createSession(Session.SESSION_TRANSACTED);
            MessageProducer producer = session.createProducer(to);
            for (String text : texts) {
                Message message = session.createTextMessage(text);
                message.setStringProperty("text", text);
                producer.send(message);
            }
            session.commit();
        }
    }

    static Queue queue(String name) throws JMSException {
        try (Connection connection = nodes.factory().createConnection()) {
            return connection.createSession().createQueue(name);
        }
    }

    static Topic topic(String name) throws JMSException {
        try (Connection connection = nodes.factory().createConnection()) {
            return connection.createSession().createTopic(name);
        }
    }

    static List<String> left(Queue queue) throws JMSException {
        List<String> left = new ArrayList<>();
        try (Connection connection = nodes.factory().createConnection()) {
            connection.start();
            MessageConsumer consumer = connection.createSession().createConsumer(queue);
            for (Message next = consumer.receiveNoWait(); next != null; next = consumer.receiveNoWait()) {
                left.add(next.getBody(String.class));
            }
        }
        return left;
    }

    static void awaitSize(List<?> list, int size) {
        Nodes.soon().until(() -> list.size() >= size);
    }

    interface Step {
        void run() throws JMSException;
    }

    static void quietly(Step step) {
        try {
            step.run();
        } catch (JMSException e) {
            throw new AssertionError(e);
        }
    }

    static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(SOON, TimeUnit.MILLISECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
