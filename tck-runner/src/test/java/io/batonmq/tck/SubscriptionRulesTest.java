package io.batonmq.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.batonmq.jms.BatonConnectionFactory;
import io.batonmq.store.testing.H2Fixture;
import jakarta.jms.Connection;
import jakarta.jms.InvalidClientIDException;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What section 8.3 of the specification says of subscriptions, before and after a takeover (C16, C32, C49, C72). */
class SubscriptionRulesTest {
    private static final long SOON = 10_000;

    @TempDir
    static Path folder;

    private static Nodes nodes;

    @BeforeAll
    static void start() throws Exception {
        nodes = Nodes.start(2, H2Fixture.freshDatabase(), folder, Map.of());
    }

    @AfterAll
    static void stop() {
        nodes.close();
    }

    private static Connection connection(@Nullable String clientId) throws JMSException {
        BatonConnectionFactory factory = nodes.factory();
        factory.setClientID(clientId);
        Connection connection = factory.createConnection();
        connection.start();
        return connection;
    }

    @Test
    void sharedAndUnsharedDurableSubscriptionsShareTheirNames() throws Exception {
        try (Connection connection = connection("names")) {
            Session session = connection.createSession();
            Topic topic = session.createTopic("names");
            Topic other = session.createTopic("names-other");
            session.createDurableConsumer(topic, "unshared").close();
            session.createSharedDurableConsumer(topic, "shared").close();
            MessageConsumer active = session.createSharedDurableConsumer(topic, "active");
            MessageConsumer single = session.createDurableConsumer(topic, "single");
            for (String when : List.of("before", "after a takeover")) {
                assertThatThrownBy(() -> session.createSharedDurableConsumer(topic, "unshared"))
                        .as(when)
                        .isInstanceOf(JMSException.class);
                assertThatThrownBy(() -> session.createDurableConsumer(topic, "shared"))
                        .as(when)
                        .isInstanceOf(JMSException.class);
                assertThatThrownBy(() -> session.createDurableSubscriber(topic, "active"))
                        .as(when)
                        .isInstanceOf(JMSException.class);
                assertThatThrownBy(() -> session.createSharedDurableConsumer(other, "active"))
                        .as("another topic while it has a consumer, %s", when)
                        .isInstanceOf(JMSException.class);
                assertThatThrownBy(() -> session.createDurableConsumer(topic, "single"))
                        .as("a second consumer of an unshared one, %s", when)
                        .isInstanceOf(JMSException.class);
                assertThatThrownBy(() -> session.unsubscribe("active"))
                        .as("in use, %s", when)
                        .isInstanceOf(JMSException.class)
                        .isNotInstanceOf(InvalidDestinationException.class);
                if (when.equals("before")) {
                    nodes.takeOver();
                }
            }
            session.createSharedDurableConsumer(topic, "active").close();
            active.close();
            single.close();
            for (String name : List.of("unshared", "shared", "active", "single")) {
                session.unsubscribe(name);
                assertThatThrownBy(() -> session.unsubscribe(name)).isInstanceOf(InvalidDestinationException.class);
            }
        }
    }

    @Test
    void aSubscriptionNeedsAName() throws Exception {
        try (Connection connection = connection(null)) {
            Session session = connection.createSession();
            Topic topic = session.createTopic("arguments");
            assertThatThrownBy(() -> session.createSharedConsumer(null, null))
                    .as("the topic is looked at first")
                    .isInstanceOf(InvalidDestinationException.class);
            assertThatThrownBy(() -> session.createSharedDurableConsumer(topic, null))
                    .isInstanceOf(JMSException.class);
        }
    }

    @Test
    void anEmptySubscriptionSurvivesATakeover() throws Exception {
        try (Connection publisher = connection(null)) {
            Session publishing = publisher.createSession();
            Topic topic = publishing.createTopic("empty");
            try (Connection subscriber = connection("empty")) {
                Session session = subscriber.createSession();
                session.createDurableConsumer(topic, "own").close();
                session.createSharedDurableConsumer(topic, "shared").close();
            }
            nodes.takeOver();
            MessageProducer producer = publishing.createProducer(topic);
            for (int i = 0; i < 10; i++) {
                producer.send(publishing.createTextMessage("m" + i));
            }
            try (Connection subscriber = connection("empty")) {
                Session session = subscriber.createSession();
                for (MessageConsumer consumer : List.of(
                        session.createDurableConsumer(topic, "own"),
                        session.createSharedDurableConsumer(topic, "shared"))) {
                    for (int i = 0; i < 10; i++) {
                        assertThat(consumer.receive(SOON).getBody(String.class)).isEqualTo("m" + i);
                    }
                }
            }
        }
    }

    @Test
    void consumersOfASharedDurableSubscriptionDivideWhatIsPublishedThroughTakeovers() throws Exception {
        List<String> seen = new CopyOnWriteArrayList<>();
        List<String> again = new CopyOnWriteArrayList<>();
        List<String> sent = new ArrayList<>();
        try (Connection first = connection(null);
                Connection second = connection(null)) {
            Topic topic = first.createSession().createTopic("divided");
            consume(first, topic, seen, again);
            consume(first, topic, seen, again);
            consume(second, topic, seen, again);
            Session publishing = second.createSession();
            MessageProducer producer = publishing.createProducer(topic);
            for (int round = 0; round < 3; round++) {
                for (int i = 0; i < 100; i++) {
                    String text = "m" + sent.size();
                    producer.send(publishing.createTextMessage(text));
                    sent.add(text);
                }
                if (round < 2) {
                    nodes.takeOver();
                }
            }
            Nodes.soon().until(() -> seen.size() + again.size() >= sent.size());
        }
        assertThat(seen).doesNotHaveDuplicates();
        again.removeAll(seen);
        assertThat(seen.size() + (int) again.stream().distinct().count()).isEqualTo(sent.size());
    }

    private static void consume(Connection connection, Topic topic, List<String> seen, List<String> again)
            throws JMSException {
        Session session = connection.createSession();
        session.createSharedDurableConsumer(topic, "divided").setMessageListener(message -> {
            try {
                (message.getJMSRedelivered() ? again : seen).add(message.getBody(String.class));
            } catch (JMSException e) {
                throw new AssertionError(e);
            }
        });
    }

    @Test
    void aSecondLiveClientOfTheSameIdentifierIsRefusedAtOnceAndTheFirstGoesOn() throws Exception {
        try (Connection first = connection("twice")) {
            Session session = first.createSession();
            MessageConsumer consumer = session.createConsumer(session.createQueue("twice"));
            for (int i = 0; i < 10; i++) {
                assertThatThrownBy(() -> connection("twice")).isInstanceOf(InvalidClientIDException.class);
            }
            session.createProducer(session.createQueue("twice")).send(session.createTextMessage("on"));
            Message message = consumer.receive(SOON);
            assertThat(message.getBody(String.class)).isEqualTo("on");
            nodes.takeOver();
            session.createProducer(session.createQueue("twice")).send(session.createTextMessage("and on"));
            assertThat(consumer.receive(SOON).getBody(String.class)).isEqualTo("and on");
            assertThatThrownBy(() -> connection("twice")).isInstanceOf(InvalidClientIDException.class);
        }
        connection("twice").close();
    }
}
