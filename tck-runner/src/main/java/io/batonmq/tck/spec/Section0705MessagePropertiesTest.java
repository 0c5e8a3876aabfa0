package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import jakarta.jms.JMSContext;
import jakarta.jms.JMSProducer;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 7.5, Setting message properties. */
@DisplayName("7.5 Setting message properties")
final class Section0705MessagePropertiesTest extends SpecificationTest {
    @Test
    void thoseOfAJmsProducerOverrideThoseOfTheMessage() throws Exception {
        JMSContext context = context();
        Queue queue = queue();
        Message message = context.createMessage();
        message.setStringProperty("p", "of the message");
        message.setStringProperty("q", "of the message");
        context.createProducer()
                .setProperty("p", "of the producer")
                .setProperty("r", 1)
                .send(queue, message);
        Message received = next(context.createConsumer(queue));
        assertEquals("of the producer", received.getStringProperty("p"));
        assertEquals("of the message", received.getStringProperty("q"));
        assertEquals(1, received.getIntProperty("r"));
    }

    @Test
    void thoseOfAJmsProducerGoWithABody() throws Exception {
        JMSContext context = context();
        Queue queue = queue();
        JMSProducer producer = context.createProducer();
        for (Map.Entry<String, Object> each : Conversions.values(false).entrySet()) {
            producer.setProperty(each.getKey(), each.getValue());
        }
        producer.send(queue, "body");
        Message received = next(context.createConsumer(queue));
        for (Map.Entry<String, Object> each : Conversions.values(false).entrySet()) {
            assertEquals(each.getValue(), received.getObjectProperty(each.getKey()));
        }
    }

    @Test
    void clearedOnesAreNotSent() throws Exception {
        JMSContext context = context();
        Queue queue = queue();
        context.createProducer().setProperty("p", 1).clearProperties().send(queue, "m");
        assertFalse(next(context.createConsumer(queue)).propertyExists("p"));
    }
}
