package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 3.4.10, JMSPriority. */
@DisplayName("3.4.10 JMSPriority")
final class Section030410PriorityTest extends SpecificationTest {
    @Test
    void holdsThePriorityOfTheSendWhateverWasSet() throws Exception {
        Session session = started().createSession();
        Queue queue = queue();
        MessageConsumer consumer = session.createConsumer(queue);
        MessageProducer producer = session.createProducer(queue);
        assertEquals(4, producer.getPriority(), "the default");
        for (int priority = 0; priority <= 9; priority++) {
            producer.setPriority(priority);
            Message message = session.createMessage();
            message.setJMSPriority(9 - priority);
            producer.send(message);
            assertEquals(priority, message.getJMSPriority(), "after the send");
            assertEquals(priority, next(consumer).getJMSPriority(), "received");
        }
    }

    @Test
    void hasTenLevels() throws Exception {
        Session session = connection().createSession();
        Queue queue = queue();
        MessageProducer producer = session.createProducer(queue);
        JMSProducer simple = context().createProducer();
        for (int wrong : new int[] {-1, 10}) {
            assertThrows(JMSException.class, () -> producer.setPriority(wrong));
            assertThrows(
                    JMSException.class,
                    () -> producer.send(session.createMessage(), DeliveryMode.PERSISTENT, wrong, 0));
            assertThrows(JMSRuntimeException.class, () -> simple.setPriority(wrong));
        }
    }

    @Test
    void anExpeditedMessageGoesAheadOfNormalOnes() throws Exception {
        Session session = started().createSession();
        Queue queue = queue();
        MessageProducer producer = session.createProducer(queue);
        producer.setPriority(1);
        for (String text : numbered(20)) {
            producer.send(session.createTextMessage(text));
        }
        producer.setPriority(8);
        producer.send(session.createTextMessage("urgent"));
        assertEquals("urgent", text(next(session.createConsumer(queue))));
    }
}
