package io.batonmq.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.batonmq.store.testing.H2Fixture;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What comes again, with which count, how often, and where it ends: with a limit of three deliveries (C73, C74, C75, C85). */
class RedeliveryRulesTest {
    private static final long SOON = 10_000;
    private static final String DEAD = "DLQ";

    @TempDir
    static Path folder;

    private static Nodes nodes;

    @BeforeAll
    static void start() throws Exception {
        nodes = Nodes.start(2, H2Fixture.freshDatabase(), folder, Map.of("maxDeliveries", "3"));
    }

    @AfterAll
    static void stop() {
        nodes.close();
    }

    private static Connection started() throws JMSException {
        Connection connection = nodes.factory().createConnection();
        connection.start();
        return connection;
    }

    private static String name(TestInfo info) {
        return info.getTestMethod().orElseThrow().getName()
                + info.getDisplayName().hashCode();
    }

    private static void send(String queue, String... texts) throws JMSException {
        try (Connection connection = nodes.factory().createConnection()) {
            Session session = connection.createSession();
            MessageProducer producer = session.createProducer(session.createQueue(queue));
            for (String text : texts) {
                producer.send(session.createTextMessage(text));
            }
        }
    }

    private static String seen(Message message) throws JMSException {
        int count = message.getIntProperty("JMSXDeliveryCount");
        assertThat(message.getJMSRedelivered())
                .as("redelivered if the count is 2 or more")
                .isEqualTo(count >= 2);
        assertThat(Collections.list((Enumeration<?>) message.getPropertyNames()).toString())
                .contains("JMSXDeliveryCount");
        return message.getBody(String.class) + " " + count;
    }

    private static String next(MessageConsumer consumer) throws JMSException {
        Message message = consumer.receive(SOON);
        assertThat(message).isNotNull();
        return seen(message);
    }

    /** What the dead-letter queue has of a queue's messages. */
    private static String dead(String origin) throws JMSException {
        try (Connection connection = started()) {
            Session session = connection.createSession();
            MessageConsumer consumer = session.createConsumer(session.createQueue(DEAD));
            Message message = consumer.receive(SOON);
            assertThat(message).as("dead letter of %s", origin).isNotNull();
            assertThat(message.getStringProperty("BATON_ORIGINAL_DESTINATION")).isEqualTo(origin);
            assertThat(message.getIntProperty("BATON_DELIVERY_COUNT")).isEqualTo(3);
            assertThat(consumer.receive(100)).isNull();
            return message.getBody(String.class);
        }
    }

    @Test
    void theCountGrowsOnlyForWhatTheApplicationWasGiven(TestInfo info) throws Exception {
        send(name(info), "m0", "m1", "m2");
        try (Connection connection = started()) {
            Session session = connection.createSession(Session.SESSION_TRANSACTED);
            MessageConsumer consumer = session.createConsumer(session.createQueue(name(info)));
            assertThat(next(consumer)).isEqualTo("m0 1");
            session.rollback();
            assertThat(next(consumer)).isEqualTo("m0 2");
            assertThat(next(consumer)).as("prefetched before, unseen").isEqualTo("m1 1");
            session.commit();
        }
        try (Connection connection = started()) {
            Session session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
            MessageConsumer consumer = session.createConsumer(session.createQueue(name(info)));
            assertThat(next(consumer)).as("prefetched by a consumer that went").isEqualTo("m2 1");
            session.recover();
            Message message = consumer.receive(SOON);
            assertThat(seen(message)).isEqualTo("m2 2");
            nodes.takeOver();
            message.acknowledge();
            assertThat(consumer.receive(200)).isNull();
        }
    }

    @Test
    void whatWasSeenBeforeATakeoverAndGivenBackIsFlagged(TestInfo info) throws Exception {
        send(name(info), "m0", "m1");
        try (Connection connection = started()) {
            Session session = connection.createSession(Session.SESSION_TRANSACTED);
            MessageConsumer consumer = session.createConsumer(session.createQueue(name(info)));
            assertThat(next(consumer)).isEqualTo("m0 1");
            nodes.takeOver();
            session.rollback();
            assertThat(next(consumer)).isEqualTo("m0 2");
            assertThat(next(consumer)).isEqualTo("m1 1");
            session.commit();
        }
    }

    /** What a listener throws. */
    enum Thrown {
        RUNTIME,
        ERROR,
        CHECKED;

        @SuppressWarnings("unchecked")
        private static <T extends Throwable> void sneak(Throwable thrown) throws T {
            throw (T) thrown;
        }

        void doIt() {
            Thrown.<RuntimeException>sneak(
                    switch (this) {
                        case RUNTIME -> new java.lang.IllegalStateException("a RuntimeException, on purpose");
                        case ERROR -> new AssertionError("an Error, on purpose");
                        case CHECKED -> new java.io.IOException("a checked exception, on purpose");
                    });
        }
    }

    /** Fails on the message with this text, and notes what it sees. */
    private static List<String> listen(Session session, String queue, @Nullable String failing, Thrown thrown)
            throws JMSException {
        List<String> all = new CopyOnWriteArrayList<>();
        session.createConsumer(session.createQueue(queue)).setMessageListener(message -> {
            try {
                all.add(seen(message));
                if (message.getBody(String.class).equals(failing)) {
                    thrown.doIt();
                }
            } catch (JMSException e) {
                throw new AssertionError(e);
            }
        });
        return all;
    }

    @ParameterizedTest
    @EnumSource
    void aListenerThatAlwaysThrowsStopsNothingAndItsMessageEndsInTheDeadLetterQueue(Thrown thrown, TestInfo info)
            throws Exception {
        String queue = name(info);
        for (int mode : new int[] {Session.AUTO_ACKNOWLEDGE, Session.DUPS_OK_ACKNOWLEDGE}) {
            send(queue, "bad", "good");
            try (Connection connection = started()) {
                List<String> all = listen(connection.createSession(mode), queue, "bad", thrown);
                Nodes.soon().until(() -> all.contains("good 1"));
                assertThat(all).containsExactly("bad 1", "bad 2", "bad 3", "good 1");
            }
            assertThat(dead(queue)).isEqualTo("bad");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {Session.CLIENT_ACKNOWLEDGE, Session.SESSION_TRANSACTED})
    void aListenerThatThrowsGetsTheNextMessageWhereTheApplicationAcknowledges(int mode, TestInfo info)
            throws Exception {
        String queue = name(info);
        send(queue, "bad", "good");
        try (Connection connection = started()) {
            List<String> all = listen(connection.createSession(mode), queue, "bad", Thrown.RUNTIME);
            Nodes.soon().until(() -> all.size() == 2);
            assertThat(all).as("no implicit rollback").containsExactly("bad 1", "good 1");
        }
        try (Connection connection = started()) {
            List<String> all = listen(connection.createSession(), queue, null, Thrown.RUNTIME);
            Nodes.soon().until(() -> all.size() == 2);
            assertThat(all).containsExactly("bad 2", "good 2");
        }
    }

    @Test
    void theLimitCountsOnTheNodeWhoeverConsumesAndThroughATakeover(TestInfo info) throws Exception {
        String queue = name(info);
        send(queue, "bad", "good");
        for (int delivery = 1; delivery <= 3; delivery++) {
            try (Connection connection = started()) {
                Session session = connection.createSession(Session.SESSION_TRANSACTED);
                MessageConsumer consumer = session.createConsumer(session.createQueue(queue));
                assertThat(next(consumer)).isEqualTo("bad " + delivery);
                session.rollback();
            }
            if (delivery == 2) {
                nodes.takeOver();
            }
        }
        try (Connection connection = started()) {
            Session session = connection.createSession();
            MessageConsumer consumer = session.createConsumer(session.createQueue(queue));
            // Prefetched behind the bad one, and seen by nobody: the connection that was sent it said so in closing
            // (R10).
            assertThat(next(consumer)).isEqualTo("good 1");
            assertThat(consumer.receive(100)).isNull();
        }
        assertThat(dead(queue)).isEqualTo("bad");
    }

    @Test
    void acknowledgingCountsAfterTheConsumerIsClosed(TestInfo info) throws Exception {
        String name = name(info);
        send(name, "m0", "m1", "m2", "m3");
        try (Connection connection = started()) {
            Session session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
            MessageConsumer consumer = session.createConsumer(session.createQueue(name));
            consumer.receive(SOON);
            Message second = consumer.receive(SOON);
            consumer.close();
            second.acknowledge();
            MessageConsumer another = session.createConsumer(session.createQueue(name));
            assertThat(next(another)).isEqualTo("m2 1");
            another.close();
            session.recover();
            MessageConsumer third = session.createConsumer(session.createQueue(name));
            assertThat(next(third))
                    .as("recovered after its consumer was closed")
                    .isEqualTo("m2 2");
            assertThat(next(third)).isEqualTo("m3 1");
            session.close();
        }
        try (Connection connection = started()) {
            Session session = connection.createSession(Session.SESSION_TRANSACTED);
            Queue queue = session.createQueue(name);
            MessageConsumer consumer = session.createConsumer(queue);
            assertThat(next(consumer)).as("in order").isEqualTo("m2 3");
            consumer.close();
            session.commit();
            MessageConsumer last = session.createConsumer(queue);
            assertThat(next(last)).isEqualTo("m3 2");
            last.close();
            session.rollback();
            MessageConsumer again = session.createConsumer(queue);
            assertThat(next(again)).isEqualTo("m3 3");
            session.commit();
            assertThat(again.receive(100)).isNull();
        }
    }
}
