package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import jakarta.jms.DeliveryMode;
import jakarta.jms.IllegalStateException;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.InvalidDestinationRuntimeException;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSProducer;
import jakarta.jms.Message;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageFormatRuntimeException;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 7.1, Producers. */
@DisplayName("7.1 Producers")
final class Section0701ProducersTest extends SpecificationTest {
    @Test
    void oneWithoutDestinationNeedsOneForEachSend() throws Exception {
        Session session = started().createSession();
        Queue queue = queue();
        MessageProducer producer = session.createProducer(null);
        assertNull(producer.getDestination());
        Message message = session.createTextMessage("m");
        assertThrows(UnsupportedOperationException.class, () -> producer.send(message));
        assertThrows(UnsupportedOperationException.class, () -> producer.send(message, DeliveryMode.PERSISTENT, 4, 0));
        assertThrows(InvalidDestinationException.class, () -> producer.send(null, message));
        producer.send(queue, message);
        producer.send(queue, message, DeliveryMode.NON_PERSISTENT, 4, 0);
        assertTexts(session.createConsumer(queue), "m", "m");
    }

    @Test
    void oneWithADestinationTakesNoOther() throws Exception {
        Session session = started().createSession();
        Queue queue = queue();
        Queue other = queue();
        MessageProducer producer = session.createProducer(queue);
        assertEquals(queue, producer.getDestination());
        Message message = session.createTextMessage("m");
        assertThrows(UnsupportedOperationException.class, () -> producer.send(other, message));
        assertThrows(
                UnsupportedOperationException.class,
                () -> producer.send(other, message, DeliveryMode.PERSISTENT, 4, 0));
        assertNothing(session.createConsumer(other));
    }

    @Test
    void oneOfTheSimplifiedApiIsGivenADestinationEachTime() throws Exception {
        JMSContext context = context();
        Queue one = queue();
        Queue two = queue();
        JMSProducer producer = context.createProducer();
        producer.send(one, "m1").send(two, "m2");
        assertEquals("m1", text(next(context.createConsumer(one))));
        assertEquals("m2", text(next(context.createConsumer(two))));
        assertThrows(InvalidDestinationRuntimeException.class, () -> producer.send(null, "m"));
    }

    @Test
    void thereIsNoMessageOfNull() throws Exception {
        Session session = connection().createSession();
        MessageProducer producer = session.createProducer(queue());
        assertThrows(MessageFormatException.class, () -> producer.send(null));
        JMSProducer simple = context().createProducer();
        Queue queue = queue();
        assertThrows(MessageFormatRuntimeException.class, () -> simple.send(queue, (Message) null));
    }

    @Test
    void aClosedOneSendsNoMore() throws Exception {
        Session session = connection().createSession();
        MessageProducer producer = session.createProducer(queue());
        Message message = session.createMessage();
        producer.close();
        producer.close();
        assertThrows(IllegalStateException.class, () -> producer.send(message));
        assertThrows(IllegalStateException.class, producer::getDestination);
        assertThrows(IllegalStateException.class, () -> producer.setPriority(1));
    }
}
