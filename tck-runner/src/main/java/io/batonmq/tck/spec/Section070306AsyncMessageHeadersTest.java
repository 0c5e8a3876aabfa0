package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.jms.DeliveryMode;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 7.3.6, Message headers. */
@DisplayName("7.3.6 Message headers")
final class Section070306AsyncMessageHeadersTest extends SpecificationTest {
    @Test
    void headersAreThereOnceTheListenerIsTold() throws Exception {
        Session session = connection().createSession();
        Queue queue = queue();
        MessageProducer producer = session.createProducer(queue);
        producer.setTimeToLive(100_000);
        producer.setPriority(7);
        Inbox<Message> inbox = new Inbox<>();
        long before = now();
        producer.send(session.createMessage(), new Completions(inbox::add));
        Message message = inbox.next();
        assertTrue(message.getJMSMessageID().startsWith("ID:"));
        assertTrue(message.getJMSTimestamp() >= before && message.getJMSTimestamp() <= now());
        assertEquals(queue, message.getJMSDestination());
        assertEquals(7, message.getJMSPriority());
        assertEquals(DeliveryMode.PERSISTENT, message.getJMSDeliveryMode());
        assertTrue(message.getJMSExpiration() >= before + 100_000);
    }
}
