package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 3.4.13, JMSDeliveryTime. */
@DisplayName("3.4.13 JMSDeliveryTime")
final class Section030413DeliveryTimeTest extends SpecificationTest {
    @Test
    void isTheTimeOfTheSendAndTheDeliveryDelay() throws Exception {
        Session session = started().createSession();
        Queue queue = queue();
        MessageConsumer consumer = session.createConsumer(queue);
        MessageProducer producer = session.createProducer(queue);
        producer.setDeliveryDelay(300);
        Message message = session.createMessage();
        long before = now();
        producer.send(message);
        long due = message.getJMSDeliveryTime();
        assertTrue(before + 300 <= due && due <= now() + 300, "due " + due);
        Message received = next(consumer);
        assertTrue(now() >= due, "received " + (due - now()) + " ms too early");
        assertEquals(due, received.getJMSDeliveryTime());
    }

    @Test
    void countsFromTheSendNotFromTheCommit() throws Exception {
        Session session = started().createSession(Session.SESSION_TRANSACTED);
        Queue queue = queue();
        MessageProducer producer = session.createProducer(queue);
        producer.setDeliveryDelay(150);
        Message message = session.createMessage();
        producer.send(message);
        long due = message.getJMSDeliveryTime();
        awaitTime(due);
        long committed = now();
        session.commit();
        Message received = next(session.createConsumer(queue));
        assertEquals(due, received.getJMSDeliveryTime());
        assertTrue(due <= committed);
        session.commit();
    }
}
