package io.batonmq.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.batonmq.jms.BatonConnectionFactory;
import io.batonmq.store.testing.H2Fixture;
import jakarta.jms.Connection;
import jakarta.jms.IllegalStateException;
import jakarta.jms.IllegalStateRuntimeException;
import jakarta.jms.InvalidClientIDException;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.InvalidSelectorException;
import jakarta.jms.JMSContext;
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
    void durableAndOtherSharedSubscriptionsHaveNamesOfTheirOwn() throws Exception {
        try (Connection connection = connection("apart")) {
            Session session = connection.createSession();
            Topic topic = session.createTopic("apart");
            MessageConsumer durable = session.createSharedDurableConsumer(topic, "same");
            MessageConsumer plain = session.createSharedConsumer(topic, "same");
            session.createProducer(topic).send(session.createTextMessage("news"));
            assertThat(durable.receive(SOON)).isNotNull();
            assertThat(plain.receive(SOON)).isNotNull();
            durable.close();
            plain.close();
            session.unsubscribe("same");
        }
    }

    @Test
    void aSharedSubscriptionOfAClientIdentifierIsAnotherThanThatWithout() throws Exception {
        try (Connection with = connection("somebody");
                Connection without = connection(null)) {
            Session mine = with.createSession();
            Session everybodys = without.createSession();
            Topic topic = mine.createTopic("two-worlds");
            MessageConsumer first = mine.createSharedDurableConsumer(topic, "s");
            MessageConsumer second = everybodys.createSharedDurableConsumer(topic, "s");
            mine.createProducer(topic).send(mine.createTextMessage("news"));
            assertThat(first.receive(SOON)).isNotNull();
            assertThat(second.receive(SOON)).isNotNull();
            first.close();
            mine.unsubscribe("s");
            second.close();
            everybodys.unsubscribe("s");
        }
    }

    @Test
    void argumentsAreCheckedFirstAndEachHasItsException() throws Exception {
        try (Connection connection = connection(null);
                JMSContext context = nodes.factory().createContext()) {
            Session session = connection.createSession();
            Topic topic = session.createTopic("arguments");
            assertThatThrownBy(() -> session.createDurableConsumer(topic, "n"))
                    .as("no client identifier")
                    .isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> context.createDurableConsumer(topic, "n"))
                    .isInstanceOf(IllegalStateRuntimeException.class);
            assertThatThrownBy(() -> session.createDurableSubscriber(null, "n"))
                    .isInstanceOf(InvalidDestinationException.class);
            assertThatThrownBy(() -> session.createSharedConsumer(null, null))
                    .isInstanceOf(InvalidDestinationException.class);
            assertThatThrownBy(() -> session.createSharedDurableConsumer(topic, null))
                    .isInstanceOf(JMSException.class);
            assertThatThrownBy(() -> session.createSharedDurableConsumer(topic, "n", "= nonsense"))
                    .isInstanceOf(InvalidSelectorException.class);
            assertThatThrownBy(() -> session.unsubscribe("n"))
                    .as("the wrong selector has left nothing behind")
                    .isInstanceOf(InvalidDestinationException.class);
        }
    }

    @Test
    void anInactiveSubscriptionThatIsAskedForWithAnotherTopicStartsAnew() throws Exception {
        try (Connection connection = connection("anew")) {
            Session session = connection.createSession();
            Topic before = session.createTopic("anew-before");
            Topic after = session.createTopic("anew-after");
            session.createDurableConsumer(before, "s").close();
            session.createProducer(before).send(session.createTextMessage("old"));
            MessageConsumer consumer = session.createDurableConsumer(after, "s");
            session.createProducer(before).send(session.createTextMessage("old too"));
            session.createProducer(after).send(session.createTextMessage("new"));
            assertThat(consumer.receive(SOON).getBody(String.class)).isEqualTo("new");
            assertThat(consumer.receive(100)).isNull();
            consumer.close();
            session.unsubscribe("s");
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
