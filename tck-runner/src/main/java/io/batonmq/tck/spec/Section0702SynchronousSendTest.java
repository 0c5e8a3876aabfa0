package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;

import jakarta.jms.BytesMessage;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSProducer;
import jakarta.jms.MapMessage;
import jakarta.jms.MessageConsumer;
import jakarta.jms.ObjectMessage;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.StreamMessage;
import jakarta.jms.TextMessage;
import java.io.Serializable;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 7.2, Synchronous send. */
@DisplayName("7.2 Synchronous send")
final class Section0702SynchronousSendTest extends SpecificationTest {
    @Test
    void whatWasSentIsThereWhenSendReturns() throws Exception {
        Session session = started().createSession();
        Queue queue = queue();
        MessageConsumer consumer = session.createConsumer(queue);
        Session other = started().createSession();
        for (int mode : new int[] {DeliveryMode.PERSISTENT, DeliveryMode.NON_PERSISTENT}) {
            other.createProducer(queue).send(session.createTextMessage("m"), mode, 4, 0);
            assertEquals("m", text(next(consumer)));
        }
    }

    @Test
    void aJmsProducerSendsBodiesOfEachKind() throws Exception {
        JMSContext context = context();
        Queue queue = queue();
        JMSConsumer consumer = context.createConsumer(queue);
        JMSProducer producer = context.createProducer();
        producer.send(queue, "text");
        assertEquals("text", assertInstanceOf(TextMessage.class, next(consumer)).getText());
        producer.send(queue, Map.of("n", 1));
        assertEquals(1, assertInstanceOf(MapMessage.class, next(consumer)).getInt("n"));
        producer.send(queue, new byte[] {1, 2});
        assertEquals(2, assertInstanceOf(BytesMessage.class, next(consumer)).getBodyLength());
        producer.send(queue, (Serializable) Integer.valueOf(5));
        assertEquals(5, assertInstanceOf(ObjectMessage.class, next(consumer)).getObject());
        producer.send(queue, context.createStreamMessage());
        assertInstanceOf(StreamMessage.class, next(consumer));
    }

    @Test
    void aJmsProducerSendsEmptyBodies() throws Exception {
        JMSContext context = context();
        Queue queue = queue();
        JMSConsumer consumer = context.createConsumer(queue);
        JMSProducer producer = context.createProducer();
        producer.send(queue, (String) null);
        assertNull(assertInstanceOf(TextMessage.class, next(consumer)).getText());
        producer.send(queue, (byte[]) null);
        assertEquals(0, assertInstanceOf(BytesMessage.class, next(consumer)).getBodyLength());
        producer.send(queue, (Map<String, Object>) null);
        assertFalse(
                assertInstanceOf(MapMessage.class, next(consumer)).getMapNames().hasMoreElements());
        producer.send(queue, (Serializable) null);
        assertNull(assertInstanceOf(ObjectMessage.class, next(consumer)).getObject());
    }
}
