package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionConsumer;
import jakarta.jms.IllegalStateException;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.InvalidSelectorException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.QueueConnection;
import jakarta.jms.QueueConnectionFactory;
import jakarta.jms.ServerSessionPool;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import jakarta.jms.TopicConnection;
import jakarta.jms.TopicConnectionFactory;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Section 11.2, Concurrent processing of a subscription's messages. The facility is optional: where a connection consumer
 * can't be made, the tests are skipped.
 */
@DisplayName("11.2 Concurrent processing of a subscription's messages")
final class Section1102ConcurrentProcessingTest extends SpecificationTest {
    private static final int[] MODES = {
        Session.AUTO_ACKNOWLEDGE, Session.CLIENT_ACKNOWLEDGE, Session.DUPS_OK_ACKNOWLEDGE, Session.SESSION_TRANSACTED
    };

    @BeforeEach
    void skipWhatTheProviderDoesNotHave() throws Exception {
        Connection connection = connection();
        ServerSessionPool never = () -> {
            throw new JMSException("there are no sessions");
        };
        try {
            ConnectionConsumer consumer = connection.createConnectionConsumer(queue(), null, never, 1);
            Assumptions.assumeTrue(consumer != null, "connection consumers are not supported: there is none");
            consumer.close();
        } catch (JMSException | UnsupportedOperationException e) {
            Assumptions.abort("connection consumers are not supported: " + e);
        } finally {
            connection.close();
        }
    }

    private SessionPool pool(Connection connection, int size, int mode, SessionPool.Work work) throws JMSException {
        return afterwards(new SessionPool(connection, size, mode, work));
    }

    /** A pool whose sessions note what comes. */
    private SessionPool noting(Connection connection, Inbox<String> inbox) throws JMSException {
        return pool(connection, 2, Session.AUTO_ACKNOWLEDGE, (session, message) -> inbox.add(text(message)));
    }

    private static void assertAllOnce(Inbox<String> inbox, int count) throws InterruptedException {
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < count; i++) {
            assertTrue(seen.add(inbox.next()), "twice");
        }
        assertEquals(Set.of(numbered(count)), seen);
        inbox.assertNothing();
    }

    private static void settle(Session session, Message message) throws JMSException {
        if (session.getTransacted()) {
            session.commit();
        } else if (session.getAcknowledgeMode() == Session.CLIENT_ACKNOWLEDGE) {
            message.acknowledge();
        }
    }

    @Test
    void thePoolsSessionsProcessEachMessageOnce() throws Exception {
        for (int mode : MODES) {
            Connection connection = connection();
            Queue queue = queue();
            Inbox<String> inbox = new Inbox<>();
            SessionPool pool = pool(connection, 3, mode, (session, message) -> {
                settle(session, message);
                inbox.add(text(message));
            });
            connection.createConnectionConsumer(queue, null, pool, 2);
            connection.start();
            send(connection().createSession(), queue, numbered(12));
            assertAllOnce(inbox, 12);
            connection.close();
            assertNothing(started().createSession().createConsumer(queue));
        }
    }

    @Test
    void theSessionsOfAPoolRunAtTheSameTime() throws Exception {
        Connection connection = connection();
        Queue queue = queue();
        CountDownLatch both = new CountDownLatch(2);
        Inbox<Boolean> inbox = new Inbox<>();
        SessionPool pool = pool(connection, 2, Session.AUTO_ACKNOWLEDGE, (session, message) -> {
            both.countDown();
            try {
                inbox.add(both.await(soon(), TimeUnit.MILLISECONDS));
            } catch (InterruptedException e) {
                inbox.add(false);
            }
        });
        connection.createConnectionConsumer(queue, null, pool, 1);
        connection.start();
        send(connection().createSession(), queue, "m0", "m1");
        inbox.assertTold(true, true);
    }

    @Test
    void aSessionIsLoadedWithAtMostAsManyMessagesAsWereAllowedInTheirOrder() throws Exception {
        Connection connection = connection();
        Queue queue = queue();
        send(connection.createSession(), queue, numbered(25));
        Inbox<String> inbox = new Inbox<>();
        SessionPool pool =
                pool(connection, 1, Session.AUTO_ACKNOWLEDGE, (session, message) -> inbox.add(text(message)));
        connection.createConnectionConsumer(queue, null, pool, 10);
        connection.start();
        inbox.assertTold(numbered(25));
        int sum = 0;
        while (sum < 25) {
            int run = pool.runs().next();
            assertTrue(run <= 10, "loaded with " + run);
            sum += run;
        }
    }

    @Test
    void nothingIsProcessedUntilTheConnectionIsStarted() throws Exception {
        Connection connection = connection();
        Queue queue = queue();
        send(connection.createSession(), queue, "m");
        Inbox<String> inbox = new Inbox<>();
        SessionPool pool = noting(connection, inbox);
        connection.createConnectionConsumer(queue, null, pool, 1);
        inbox.assertNothing();
        assertEquals(0, pool.asked(), "asked of the pool");
        connection.start();
        inbox.assertTold("m");
    }

    @Test
    void nothingIsProcessedWhileTheConnectionIsStopped() throws Exception {
        Connection connection = connection();
        Queue queue = queue();
        Inbox<String> inbox = new Inbox<>();
        connection.createConnectionConsumer(queue, null, noting(connection, inbox), 1);
        connection.start();
        Session sending = connection().createSession();
        send(sending, queue, "m0");
        assertEquals("m0", inbox.next());
        connection.stop();
        send(sending, queue, "m1");
        inbox.assertNothing();
        connection.start();
        inbox.assertTold("m1");
    }

    @Test
    void aConnectionConsumerKnowsItsPoolUntilItIsClosed() throws Exception {
        Connection connection = connection();
        SessionPool pool = noting(connection, new Inbox<>());
        ConnectionConsumer consumer = connection.createConnectionConsumer(queue(), null, pool, 1);
        assertSame(pool, consumer.getServerSessionPool());
        consumer.close();
        consumer.close();
        assertThrows(IllegalStateException.class, consumer::getServerSessionPool);
    }

    @Test
    void aClosedConnectionConsumerLeavesTheRestToOthers() throws Exception {
        Connection connection = connection();
        Queue queue = queue();
        Inbox<String> inbox = new Inbox<>();
        ConnectionConsumer consumer = connection.createConnectionConsumer(queue, null, noting(connection, inbox), 1);
        connection.start();
        Session sending = connection().createSession();
        send(sending, queue, "m0");
        assertEquals("m0", inbox.next());
        consumer.close();
        send(sending, queue, "m1");
        inbox.assertNothing();
        assertTexts(started().createSession().createConsumer(queue), "m1");
    }

    @Test
    void whatASessionRollsBackComesAgainAndWhatItSentDoesNot() throws Exception {
        Connection connection = connection();
        Queue queue = queue();
        Queue results = queue();
        Inbox<String> inbox = new Inbox<>();
        SessionPool pool = pool(connection, 1, Session.SESSION_TRANSACTED, (session, message) -> {
            int count = message.getIntProperty("JMSXDeliveryCount");
            send(session, results, text(message) + " " + count);
            if (count == 1) {
                session.rollback();
            } else {
                session.commit();
            }
            inbox.add(text(message) + " " + count);
        });
        connection.createConnectionConsumer(queue, null, pool, 1);
        connection.start();
        send(connection().createSession(), queue, "m");
        inbox.assertTold("m 1", "m 2");
        assertTexts(started().createSession().createConsumer(results), "m 2");
    }

    @Test
    void whatWasNotCommittedComesAgainWhenItsSessionIsClosed() throws Exception {
        Connection connection = connection();
        Queue queue = queue();
        Inbox<String> inbox = new Inbox<>();
        SessionPool pool =
                pool(connection, 1, Session.SESSION_TRANSACTED, (session, message) -> inbox.add(text(message)));
        connection.createConnectionConsumer(queue, null, pool, 1);
        connection.start();
        send(connection().createSession(), queue, "m");
        assertEquals("m", inbox.next());
        pool.runs().next();
        connection.close();
        Message again = next(started().createSession().createConsumer(queue));
        assertEquals("m", text(again));
        assertTrue(again.getJMSRedelivered());
    }

    @Test
    void aSelectorChooses() throws Exception {
        Connection connection = connection();
        Queue queue = queue();
        Inbox<String> inbox = new Inbox<>();
        connection.createConnectionConsumer(queue, "number = 1", noting(connection, inbox), 1);
        connection.start();
        Session session = connection().createSession();
        MessageProducer producer = session.createProducer(queue);
        for (int i = 0; i < 3; i++) {
            Message message = session.createTextMessage("m" + i);
            message.setIntProperty("number", i);
            producer.send(message);
        }
        inbox.assertTold("m1");
        assertTexts(started().createSession().createConsumer(queue), "m0", "m2");
    }

    @Test
    void everyKindOfSubscriptionGetsEachMessageOnce() throws Exception {
        String id = unique();
        String name = unique();
        String shared = unique();
        unsubscribeAfterwards(id, name);
        unsubscribeAfterwards(id, shared);
        Connection connection = connection(id);
        Topic topic = topic();
        List<Inbox<String>> all = List.of(new Inbox<>(), new Inbox<>(), new Inbox<>(), new Inbox<>());
        connection.createConnectionConsumer(topic, null, noting(connection, all.get(0)), 2);
        connection.createSharedConnectionConsumer(topic, name, null, noting(connection, all.get(1)), 2);
        connection.createDurableConnectionConsumer(topic, name, null, noting(connection, all.get(2)), 2);
        connection.createSharedDurableConnectionConsumer(topic, shared, null, noting(connection, all.get(3)), 2);
        connection.start();
        send(connection().createSession(), topic, numbered(10));
        for (Inbox<String> each : all) {
            assertAllOnce(each, 10);
        }
    }

    @Test
    void aDurableSubscriptionKeepsWhatIsPublishedMeanwhile() throws Exception {
        String id = unique();
        String name = unique();
        unsubscribeAfterwards(id, name);
        Topic topic = topic();
        Connection connection = connection(id);
        connection
                .createDurableConnectionConsumer(topic, name, null, noting(connection, new Inbox<>()), 1)
                .close();
        send(connection().createSession(), topic, numbered(3));
        Inbox<String> inbox = new Inbox<>();
        connection.createDurableConnectionConsumer(topic, name, null, noting(connection, inbox), 1);
        connection.start();
        assertAllOnce(inbox, 3);
    }

    @Test
    void theConnectionsOfOneDomainHaveThemToo() throws Exception {
        QueueConnection queues = afterwards(
                find("MyQueueConnectionFactory", QueueConnectionFactory.class).createQueueConnection());
        TopicConnection topics = afterwards(
                find("MyTopicConnectionFactory", TopicConnectionFactory.class).createTopicConnection());
        Queue queue = queue();
        Topic topic = topic();
        Inbox<String> ofQueue = new Inbox<>();
        Inbox<String> ofTopic = new Inbox<>();
        queues.createConnectionConsumer(queue, null, noting(queues, ofQueue), 1);
        topics.createConnectionConsumer(topic, null, noting(topics, ofTopic), 1);
        queues.start();
        topics.start();
        Session session = connection().createSession();
        send(session, queue, "m");
        send(session, topic, "n");
        ofQueue.assertTold("m");
        ofTopic.assertTold("n");
    }

    @Test
    void aSessionWithAListenerOfItsOwnOnlySends() throws Exception {
        Connection connection = started();
        Queue queue = queue();
        Session session = connection.createSession();
        MessageListener listener = message -> {};
        session.setMessageListener(listener);
        assertSame(listener, session.getMessageListener());
        session.run();
        send(session, queue, "m");
        assertInstanceOf(
                JMSException.class,
                thrownBy(() -> session.createConsumer(queue).receiveNoWait()),
                "another form of receiving");
        assertTexts(connection.createSession().createConsumer(queue), "m");
    }

    @Test
    void wrongArgumentsAndClosedConnectionsAreRefused() throws Exception {
        Connection connection = connection();
        Queue queue = queue();
        Topic topic = topic();
        SessionPool pool = noting(connection, new Inbox<>());
        assertThrows(
                InvalidDestinationException.class,
                () -> connection.createConnectionConsumer((Queue) null, null, pool, 1));
        assertThrows(
                InvalidSelectorException.class, () -> connection.createConnectionConsumer(queue, "n = = 1", pool, 1));
        assertThrows(JMSException.class, () -> connection.createConnectionConsumer(queue, null, null, 1));
        assertThrows(
                IllegalStateException.class,
                () -> connection.createDurableConnectionConsumer(topic, "n", null, pool, 1),
                "without a client identifier");
        connection.close();
        assertThrows(
                IllegalStateException.class, () -> connection.createConnectionConsumer(queue, null, pool, 1), "closed");
    }
}
