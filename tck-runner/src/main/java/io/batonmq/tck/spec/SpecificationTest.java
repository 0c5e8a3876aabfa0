package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.Destination;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.function.Executable;

/**
 * What the tests of all sections have in common. Each test has connections and destinations of its own; what is made
 * through these methods is closed after it. One thread, where nothing else is said.
 */
abstract class SpecificationTest {
    /** How long a test watches that nothing happens, in milliseconds: a wrong provider is quick. */
    static final long QUIET = 100;

    private Fixture fixture;

    @BeforeEach
    final void open() {
        fixture = FixtureFactory.create();
    }

    @AfterEach
    final void close() throws Exception {
        fixture.close();
    }

    /** How long a test waits for what must happen, in milliseconds. */
    static long soon() {
        return SpecSuite.provider().patience().toMillis();
    }

    /** The time now, as {@code JMSTimestamp} counts it. */
    final long now() {
        return fixture.millis();
    }

    /** A monotonic clock, in milliseconds. */
    final long ticks() {
        return fixture.nanos() / 1_000_000;
    }

    /** Waits until this time is past, as {@code JMSExpiration} counts it. */
    final void awaitTime(long time) throws InterruptedException {
        CountDownLatch never = new CountDownLatch(1);
        while (now() <= time) {
            assertFalse(never.await(time - now() + 1, TimeUnit.MILLISECONDS));
        }
    }

    /** A text that was never used before. */
    final String unique() {
        return fixture.unique();
    }

    /** Looks up an administered object, by the TCK's name. */
    final <T> T find(String name, Class<T> type) throws NamingException {
        return fixture.find(name, type);
    }

    /** A connection factory that sets no client identifier. */
    final ConnectionFactory factory() throws NamingException {
        return fixture.factory();
    }

    /** A new connection, not started. */
    final Connection connection() throws NamingException, JMSException {
        return fixture.connection();
    }

    /** A new connection with a client identifier, not started. */
    final Connection connection(String clientId) throws NamingException, JMSException {
        Connection connection = connection();
        connection.setClientID(clientId);
        return connection;
    }

    /** A new connection, started. */
    final Connection started() throws NamingException, JMSException {
        Connection connection = connection();
        connection.start();
        return connection;
    }

    final JMSContext context() throws NamingException {
        return context(JMSContext.AUTO_ACKNOWLEDGE);
    }

    final JMSContext context(int mode) throws NamingException {
        return fixture.context(mode);
    }

    /** An empty queue, another one at each call. */
    final Queue queue() throws NamingException, JMSException {
        return fixture.queue();
    }

    /** A topic without subscriptions, another one at each call. */
    final Topic topic() throws NamingException {
        return fixture.topic();
    }

    /** Does this after the test, before what was made earlier is closed. */
    final <T extends AutoCloseable> T afterwards(T closing) {
        return fixture.afterwards(closing);
    }

    /** Deletes a durable subscription after the test, whether the test has come so far as to make it or not. */
    final void unsubscribeAfterwards(String clientId, String subscription) {
        afterwards(() -> {
            try (Connection connection = factory().createConnection()) {
                if (!clientId.isEmpty()) {
                    connection.setClientID(clientId);
                }
                connection.createSession().unsubscribe(subscription);
            } catch (JMSException e) {
                // It is gone, or the test failed and says why.
            }
        });
    }

    static void send(Session session, Destination destination, String... texts) throws JMSException {
        try (MessageProducer producer = session.createProducer(destination)) {
            for (String text : texts) {
                producer.send(session.createTextMessage(text));
            }
        }
    }

    /** Numbered texts, {@code m0} first. */
    static String[] numbered(int count) {
        String[] texts = new String[count];
        for (int i = 0; i < count; i++) {
            texts[i] = "m" + i;
        }
        return texts;
    }

    static String text(Message message) {
        try {
            return message.getBody(String.class);
        } catch (JMSException e) {
            throw new AssertionError(e);
        }
    }

    /** The next message, which must come. */
    static Message next(MessageConsumer consumer) throws JMSException {
        Message message = consumer.receive(soon());
        assertNotNull(message, "no message came");
        return message;
    }

    /** The next message, which must come. */
    static Message next(JMSConsumer consumer) {
        Message message = consumer.receive(soon());
        assertNotNull(message, "no message came");
        return message;
    }

    /** The texts of the next messages, which must come. */
    static List<String> next(MessageConsumer consumer, int count) throws JMSException {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Message message = consumer.receive(soon());
            if (message == null) {
                texts.add("nothing");
                return texts;
            }
            texts.add(text(message));
        }
        return texts;
    }

    /** These texts come, in this order, and nothing more. */
    static void assertTexts(MessageConsumer consumer, String... texts) throws JMSException {
        assertEquals(List.of(texts), next(consumer, texts.length));
        assertNothing(consumer);
    }

    static void assertNothing(MessageConsumer consumer) throws JMSException {
        Message message = consumer.receive(QUIET);
        assertNull(message, () -> "more came: " + message);
    }

    static void assertNothing(JMSConsumer consumer) {
        Message message = consumer.receive(QUIET);
        assertNull(message, () -> "more came: " + message);
    }

    /** What is thrown, null if nothing is. */
    static @Nullable Throwable thrownBy(Executable call) {
        try {
            call.execute();
            return null;
        } catch (Throwable e) {
            return e;
        }
    }
}
