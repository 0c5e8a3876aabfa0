package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import jakarta.jms.InvalidDestinationException;
import jakarta.jms.InvalidDestinationRuntimeException;
import jakarta.jms.JMSContext;
import jakarta.jms.Queue;
import jakarta.jms.QueueConnection;
import jakarta.jms.QueueConnectionFactory;
import jakarta.jms.QueueSession;
import jakarta.jms.Session;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 8.2, Creating a consumer on a queue. */
@DisplayName("8.2 Creating a consumer on a queue")
final class Section0802ConsumerOnAQueueTest extends SpecificationTest {
    @Test
    void aConsumerNeedsAQueue() throws Exception {
        Session session = connection().createSession();
        assertThrows(InvalidDestinationException.class, () -> session.createConsumer(null));
        assertThrows(InvalidDestinationException.class, () -> session.createConsumer(null, "n = 1"));
        JMSContext context = context();
        assertThrows(InvalidDestinationRuntimeException.class, () -> context.createConsumer(null));
    }

    @Test
    void aReceiverKnowsItsQueueAndSelector() throws Exception {
        QueueConnection connection = afterwards(
                find("MyQueueConnectionFactory", QueueConnectionFactory.class).createQueueConnection());
        QueueSession session = connection.createQueueSession(false, Session.AUTO_ACKNOWLEDGE);
        Queue queue = queue();
        assertEquals(queue, session.createReceiver(queue).getQueue());
        assertEquals("n = 1", session.createReceiver(queue, "n = 1").getMessageSelector());
        assertNull(session.createReceiver(queue, "").getMessageSelector());
    }
}
