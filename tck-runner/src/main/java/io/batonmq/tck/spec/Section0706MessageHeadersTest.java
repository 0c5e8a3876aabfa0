package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;

import jakarta.jms.JMSContext;
import jakarta.jms.JMSProducer;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 7.6, Setting message headers. */
@DisplayName("7.6 Setting message headers")
final class Section0706MessageHeadersTest extends SpecificationTest {
    @Test
    void thoseOfAJmsProducerOverrideThoseOfTheMessage() throws Exception {
        JMSContext context = context();
        Queue queue = queue();
        Message message = context.createMessage();
        message.setJMSCorrelationID("message");
        message.setJMSReplyTo(topic());
        message.setJMSType("message");
        context.createProducer()
                .setJMSCorrelationID("producer")
                .setJMSReplyTo(queue)
                .setJMSType("producer")
                .send(queue, message);
        Message received = next(context.createConsumer(queue));
        assertEquals("producer", received.getJMSCorrelationID());
        assertEquals(queue, received.getJMSReplyTo());
        assertEquals("producer", received.getJMSType());
    }

    @Test
    void thoseOfAJmsProducerGoWithABody() throws Exception {
        JMSContext context = context();
        Queue queue = queue();
        JMSProducer producer = context.createProducer()
                .setJMSCorrelationID("c")
                .setJMSReplyTo(queue)
                .setJMSType("t");
        assertEquals("c", producer.getJMSCorrelationID());
        assertEquals(queue, producer.getJMSReplyTo());
        assertEquals("t", producer.getJMSType());
        producer.send(queue, "body");
        Message received = next(context.createConsumer(queue));
        assertEquals("c", received.getJMSCorrelationID());
        assertEquals(queue, received.getJMSReplyTo());
        assertEquals("t", received.getJMSType());
    }
}
