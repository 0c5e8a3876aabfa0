package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 3.5.11, JMSXDeliveryCount. */
@DisplayName("3.5.11 JMSXDeliveryCount")
final class Section030511DeliveryCountTest extends SpecificationTest {
    private static int count(Message message) throws JMSException {
        int count = message.getIntProperty("JMSXDeliveryCount");
        assertEquals(count >= 2, message.getJMSRedelivered(), "redelivered, count " + count);
        return count;
    }

    @Test
    void isOneFirstAndGrowsWithEachRollback() throws Exception {
        Session session = started().createSession(Session.SESSION_TRANSACTED);
        Queue queue = queue();
        send(session, queue, "m");
        session.commit();
        MessageConsumer consumer = session.createConsumer(queue);
        for (int delivery = 1; delivery <= 4; delivery++) {
            assertEquals(delivery, count(next(consumer)));
            session.rollback();
        }
    }

    @Test
    void growsWithEachRecover() throws Exception {
        Session session = started().createSession(Session.CLIENT_ACKNOWLEDGE);
        Queue queue = queue();
        send(session, queue, "m");
        MessageConsumer consumer = session.createConsumer(queue);
        for (int delivery = 1; delivery <= 4; delivery++) {
            assertEquals(delivery, count(next(consumer)));
            session.recover();
        }
    }

    @Test
    void goesOnCountingForAnotherConsumer() throws Exception {
        Queue queue = queue();
        send(connection().createSession(), queue, "m");
        for (int delivery = 1; delivery <= 3; delivery++) {
            try (Connection connection = started()) {
                Session session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
                assertEquals(delivery, count(next(session.createConsumer(queue))));
            }
        }
    }

    @Test
    void countsOnlyWhatWasDeliveredToTheApplication() throws Exception {
        Queue queue = queue();
        send(connection().createSession(), queue, numbered(3));
        try (Connection connection = started()) {
            Session session = connection.createSession();
            assertEquals(1, count(next(session.createConsumer(queue))));
        }
        Session session = started().createSession(Session.SESSION_TRANSACTED);
        MessageConsumer consumer = session.createConsumer(queue);
        assertEquals(1, count(next(consumer)), "a consumer that went had fetched it ahead");
        session.rollback();
        assertEquals(2, count(next(consumer)));
        assertEquals(1, count(next(consumer)), "fetched ahead before the rollback");
    }

    @Test
    void isNotTouchedByABrowser() throws Exception {
        Session session = started().createSession();
        Queue queue = queue();
        send(session, queue, "m");
        for (int i = 0; i < 2; i++) {
            assertNotNull(session.createBrowser(queue).getEnumeration().nextElement());
        }
        assertEquals(1, count(next(session.createConsumer(queue))));
    }

    @Test
    void isCountedForEachSubscriptionByItself() throws Exception {
        Session session = started().createSession(Session.SESSION_TRANSACTED);
        Topic topic = topic();
        MessageConsumer consumer = session.createConsumer(topic);
        MessageConsumer other = started().createSession().createConsumer(topic);
        send(started().createSession(), topic, "m");
        assertEquals(1, count(next(consumer)));
        session.rollback();
        assertEquals(2, count(next(consumer)));
        assertEquals(1, count(next(other)));
    }

    @Test
    void isAmongThePropertyNames() throws Exception {
        Session session = started().createSession();
        Queue queue = queue();
        send(session, queue, "m");
        Message message = next(session.createConsumer(queue));
        List<?> names = Collections.list((Enumeration<?>) message.getPropertyNames());
        assertTrue(names.contains("JMSXDeliveryCount"), names.toString());
        assertTrue(message.propertyExists("JMSXDeliveryCount"));
        assertEquals(1, message.getObjectProperty("JMSXDeliveryCount"));
        assertEquals("1", message.getStringProperty("JMSXDeliveryCount"));
    }
}
