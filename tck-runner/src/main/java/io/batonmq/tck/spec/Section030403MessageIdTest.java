package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 3.4.3, JMSMessageID. */
@DisplayName("3.4.3 JMSMessageID")
final class Section030403MessageIdTest extends SpecificationTest {
    @Test
    void isAssignedBySendAndStartsWithItsPrefix() throws Exception {
        Session session = started().createSession();
        Queue queue = queue();
        MessageConsumer consumer = session.createConsumer(queue);
        Message message = session.createMessage();
        message.setJMSMessageID("ID:mine");
        session.createProducer(queue).send(message);
        assertNotEquals("ID:mine", message.getJMSMessageID());
        assertTrue(message.getJMSMessageID().startsWith("ID:"), message.getJMSMessageID());
        assertEquals(message.getJMSMessageID(), next(consumer).getJMSMessageID());
    }

    @Test
    void isAnotherOneForEachMessage() throws Exception {
        Set<String> ids = new HashSet<>();
        Queue queue = queue();
        for (int connections = 0; connections < 2; connections++) {
            Session session = connection().createSession();
            for (int producers = 0; producers < 2; producers++) {
                MessageProducer producer = session.createProducer(queue);
                Message message = session.createMessage();
                for (int i = 0; i < 10; i++) {
                    producer.send(message);
                    assertTrue(ids.add(message.getJMSMessageID()), "twice: " + message.getJMSMessageID());
                }
            }
        }
    }

    @Test
    void isNullOrUniqueWhenTheApplicationDoesNotNeedIt() throws Exception {
        Session session = started().createSession();
        Queue queue = queue();
        MessageConsumer consumer = session.createConsumer(queue);
        MessageProducer producer = session.createProducer(queue);
        producer.setDisableMessageID(true);
        assertTrue(producer.getDisableMessageID());
        Set<String> ids = new HashSet<>();
        for (int i = 0; i < 3; i++) {
            Message message = session.createMessage();
            message.setJMSMessageID("ID:mine");
            producer.send(message);
            String id = next(consumer).getJMSMessageID();
            assertEquals(message.getJMSMessageID(), id);
            assertTrue(id == null || (id.startsWith("ID:") && !id.equals("ID:mine") && ids.add(id)), "id " + id);
        }
    }
}
