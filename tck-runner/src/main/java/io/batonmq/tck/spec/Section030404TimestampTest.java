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

/** Section 3.4.4, JMSTimestamp. */
@DisplayName("3.4.4 JMSTimestamp")
final class Section030404TimestampTest extends SpecificationTest {
    @Test
    void liesBetweenTheCallOfSendAndItsReturn() throws Exception {
        Session session = started().createSession();
        Queue queue = queue();
        MessageConsumer consumer = session.createConsumer(queue);
        Message message = session.createMessage();
        message.setJMSTimestamp(1);
        MessageProducer producer = session.createProducer(queue);
        long before = now();
        producer.send(message);
        long after = now();
        assertTrue(before <= message.getJMSTimestamp() && message.getJMSTimestamp() <= after, "outside the call");
        assertEquals(message.getJMSTimestamp(), next(consumer).getJMSTimestamp());
    }

    @Test
    void isZeroOrTheTimeWhenTheApplicationDoesNotNeedIt() throws Exception {
        Session session = started().createSession();
        Queue queue = queue();
        MessageConsumer consumer = session.createConsumer(queue);
        MessageProducer producer = session.createProducer(queue);
        producer.setDisableMessageTimestamp(true);
        assertTrue(producer.getDisableMessageTimestamp());
        Message message = session.createMessage();
        message.setJMSTimestamp(1);
        long before = now();
        producer.send(message);
        long stamp = next(consumer).getJMSTimestamp();
        assertTrue(stamp == 0 || (before <= stamp && stamp <= now()), "timestamp " + stamp);
    }
}
