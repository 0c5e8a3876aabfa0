package io.batonmq.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.batonmq.jms.testing.ServerPool;
import jakarta.jms.Connection;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import jakarta.jms.QueueConnection;
import jakarta.jms.QueueSession;
import jakarta.jms.ServerSession;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import jakarta.jms.TopicConnection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/**
 * Jakarta Messaging 3.1, section 11.2: concurrent processing of a subscription's messages by connection consumers, server
 * sessions and their pool. What any provider must do is in the specification suite; here is how this one does it.
 */
class Section11x2ConcurrentProcessingTest extends ConcurrentProcessing {
    @Test
    void aSessionIsLoadedWithSeveralMessagesButNoMoreThanMaxMessagesInTheirOrder(TestInfo info) throws Exception {
        Queue queue = queue(name(info));
        send(queue, texts(95));
        List<String> seen = new CopyOnWriteArrayList<>();
        try (Connection connection = nodes.factory().createConnection();
                ServerPool pool = new ServerPool(
                        connection,
                        1,
                        Session.AUTO_ACKNOWLEDGE,
                        (session, message) -> seen.add(message.getBody(String.class)))) {
            connection.createConnectionConsumer(queue, null, pool, 10);
            connection.start();
            awaitSize(seen, 95);
            Nodes.soon().until(() -> pool.idle() == 1);
            assertThat(pool.runs()).allMatch(run -> run <= 10).contains(10);
        }
        assertThat(seen).isEqualTo(texts(95));
    }

    @Test
    void nothingIsAskedOfThePoolBeforeAMessageHasComeAndTheConnectionIsStarted(TestInfo info) throws Exception {
        Queue queue = queue(name(info));
        List<String> seen = new CopyOnWriteArrayList<>();
        try (Connection connection = nodes.factory().createConnection();
                ServerPool pool = new ServerPool(
                        connection,
                        1,
                        Session.AUTO_ACKNOWLEDGE,
                        (session, message) -> seen.add(message.getBody(String.class)))) {
            connection.createConnectionConsumer(queue, null, pool, 1);
            Queue other = queue(name(info) + "-other");
            connection.createConnectionConsumer(other, null, pool, 1);
            send(queue, texts(1));
            assertThat(pool.asked()).isZero();
            connection.start();
            awaitSize(seen, 1);
            send(other, List.of("other")); // a pool of one that two share: the idle consumer holds nothing of it
            awaitSize(seen, 2);
            assertThat(pool.asked()).isEqualTo(2);
        }
    }

    @Test
    void aFailedOrRolledBackMessageComesAgainBeforeWhatIsBehindIt(TestInfo info) throws Exception {
        Queue queue = queue(name(info));
        send(queue, texts(6));
        List<String> seen = new CopyOnWriteArrayList<>();
        try (Connection connection = nodes.factory().createConnection();
                ServerPool pool = new ServerPool(connection, 1, Session.SESSION_TRANSACTED, (session, message) -> {
                    seen.add(message.getBody(String.class) + " " + message.getIntProperty("JMSXDeliveryCount"));
                    if (message.getJMSRedelivered() || seen.size() != 3) {
                        session.commit();
                    } else {
                        session.rollback();
                    }
                })) {
            connection.createConnectionConsumer(queue, null, pool, 6);
            connection.start();
            awaitSize(seen, 7);
        }
        assertThat(seen).containsExactly("m0 1", "m1 1", "m2 1", "m2 2", "m3 1", "m4 1", "m5 1");

        send(queue, texts(4));
        seen.clear();
        try (Connection connection = nodes.factory().createConnection();
                ServerPool pool = new ServerPool(connection, 1, Session.AUTO_ACKNOWLEDGE, (session, message) -> {
                    seen.add(message.getBody(String.class));
                    if (seen.size() == 2) {
                        throw new JMSException("as the test wants it");
                    }
                })) {
            connection.createConnectionConsumer(queue, null, pool, 4);
            connection.start();
            awaitSize(seen, 5);
        }
        assertThat(seen).containsExactly("m0", "m1", "m1", "m2", "m3");
    }

    @Test
    void whatATransactionSendsAndConsumesIsCommittedTogetherAlsoFromTwoConsumers(TestInfo info) throws Exception {
        Queue first = queue(name(info) + "-1");
        Queue second = queue(name(info) + "-2");
        Queue results = queue(name(info) + "-results");
        List<String> seen = new CopyOnWriteArrayList<>();
        AtomicBoolean commits = new AtomicBoolean();
        try (Connection connection = nodes.factory().createConnection();
                ServerPool pool = new ServerPool(connection, 1, Session.SESSION_TRANSACTED, (session, message) -> {
                    String text = message.getBody(String.class);
                    session.createProducer(results).send(session.createTextMessage("result of " + text));
                    seen.add(text);
                    if (commits.get()) {
                        session.commit();
                    }
                })) {
            connection.createConnectionConsumer(first, null, pool, 1);
            connection.createConnectionConsumer(second, null, pool, 1);
            connection.start();
            send(first, List.of("a"));
            awaitSize(seen, 1);
            assertThat(left(results)).isEmpty();
            commits.set(true);
            send(second, List.of("b"));
            awaitSize(seen, 2);
            Nodes.soon().until(() -> pool.idle() == 1);
        }
        assertThat(left(results)).containsExactly("result of a", "result of b");
        assertThat(left(first)).isEmpty();
        assertThat(left(second)).isEmpty();
    }

    @Test
    void theDomainSpecificConnectionsHaveThemToo(TestInfo info) throws Exception {
        List<String> seen = new CopyOnWriteArrayList<>();
        Queue queue = queue(name(info));
        try (QueueConnection connection = nodes.factory().createQueueConnection();
                ServerPool pool = new ServerPool(
                        connection,
                        1,
                        Session.AUTO_ACKNOWLEDGE,
                        (session, message) -> seen.add(message.getBody(String.class)))) {
            connection.createConnectionConsumer(queue, null, pool, 1);
            connection.start();
            send(queue, texts(1));
            awaitSize(seen, 1);
            Topic topic = topic(name(info));
            assertThatThrownBy(() -> connection.createSharedConnectionConsumer(topic, "n", null, pool, 1))
                    .isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> connection.createDurableConnectionConsumer(topic, "n", null, pool, 1))
                    .isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> connection.createSharedDurableConnectionConsumer(topic, "n", null, pool, 1))
                    .isInstanceOf(IllegalStateException.class);
        }
        Topic topic = topic(name(info));
        try (TopicConnection connection =
                        nodes.factory("jms.clientID=" + name(info)).createTopicConnection();
                ServerPool pool = new ServerPool(
                        connection,
                        1,
                        Session.AUTO_ACKNOWLEDGE,
                        (session, message) -> seen.add(message.getBody(String.class)))) {
            connection.createConnectionConsumer(topic, null, pool, 1);
            connection.createDurableConnectionConsumer(topic, "d", null, pool, 1);
            connection.start();
            send(topic, texts(1));
            awaitSize(seen, 3);
        }
        assertThat(seen).containsOnly("m0").hasSize(3);
    }

    @Test
    void queueSessionsAreLoadedToo(TestInfo info) throws Exception {
        Queue queue = queue(name(info));
        List<String> seen = new CopyOnWriteArrayList<>();
        try (QueueConnection connection = nodes.factory().createQueueConnection()) {
            QueueSession session = connection.createQueueSession(false, Session.AUTO_ACKNOWLEDGE);
            session.setMessageListener(message -> quietly(() -> seen.add(message.getBody(String.class))));
            ServerSession runsAtOnce = new ServerSession() {
                @Override
                public Session getSession() {
                    return session;
                }

                @Override
                public void start() {
                    session.run();
                }
            };
            connection.createConnectionConsumer(queue, null, () -> runsAtOnce, 2);
            connection.start();
            send(queue, texts(5));
            awaitSize(seen, 5);
        }
        assertThat(seen).isEqualTo(texts(5));
    }
}
