package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 7.4, Setting message delivery options. */
@DisplayName("7.4 Setting message delivery options")
final class Section0704DeliveryOptionsTest extends SpecificationTest {
    @Test
    void theArgumentsOfSendOverrideWhatTheProducerSays() throws Exception {
        Session session = started().createSession();
        Queue queue = queue();
        MessageProducer producer = session.createProducer(queue);
        producer.setDeliveryMode(DeliveryMode.PERSISTENT);
        producer.setPriority(1);
        producer.setTimeToLive(0);
        Message message = session.createMessage();
        long before = now();
        producer.send(message, DeliveryMode.NON_PERSISTENT, 8, 50_000);
        Message received = next(session.createConsumer(queue));
        assertEquals(DeliveryMode.NON_PERSISTENT, received.getJMSDeliveryMode());
        assertEquals(8, received.getJMSPriority());
        long expiration = received.getJMSExpiration();
        assertTrue(before + 50_000 <= expiration && expiration <= now() + 50_000);
        assertEquals(DeliveryMode.PERSISTENT, producer.getDeliveryMode());
        assertEquals(1, producer.getPriority());
        assertEquals(0, producer.getTimeToLive());
    }

    @Test
    void theDefaultsAreThoseOfTheSpecification() throws Exception {
        MessageProducer producer = connection().createSession().createProducer(queue());
        assertEquals(DeliveryMode.PERSISTENT, producer.getDeliveryMode());
        assertEquals(4, producer.getPriority());
        assertEquals(0, producer.getTimeToLive());
        assertEquals(0, producer.getDeliveryDelay());
        JMSProducer simple = context().createProducer();
        assertEquals(DeliveryMode.PERSISTENT, simple.getDeliveryMode());
        assertEquals(4, simple.getPriority());
        assertEquals(0, simple.getTimeToLive());
        assertEquals(0, simple.getDeliveryDelay());
        assertFalse(simple.getDisableMessageID());
        assertFalse(simple.getDisableMessageTimestamp());
    }

    @Test
    void wrongModesAreRefused() throws Exception {
        Session session = connection().createSession();
        MessageProducer producer = session.createProducer(queue());
        JMSProducer simple = context().createProducer();
        for (int wrong : new int[] {0, 3, -1}) {
            assertThrows(JMSException.class, () -> producer.setDeliveryMode(wrong));
            assertThrows(JMSException.class, () -> producer.send(session.createMessage(), wrong, 4, 0));
            assertThrows(JMSRuntimeException.class, () -> simple.setDeliveryMode(wrong));
        }
    }
}
