package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import jakarta.jms.DeliveryMode;
import jakarta.jms.IllegalStateException;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TemporaryQueue;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 7.3.2, Exceptions. */
@DisplayName("7.3.2 Exceptions")
final class Section070302AsyncExceptionsTest extends SpecificationTest {
    @Test
    void whatSendThrowsTheListenerIsNotTold() throws Exception {
        Session session = connection().createSession();
        Queue queue = queue();
        Inbox<Message> inbox = new Inbox<>();
        Completions listener = new Completions(inbox::add);
        MessageProducer anonymous = session.createProducer(null);
        MessageProducer fixed = session.createProducer(queue);
        Message message = session.createMessage();
        assertThrows(UnsupportedOperationException.class, () -> anonymous.send(message, listener));
        assertThrows(InvalidDestinationException.class, () -> anonymous.send(null, message, listener));
        assertThrows(UnsupportedOperationException.class, () -> fixed.send(queue, message, listener));
        assertThrows(MessageFormatException.class, () -> fixed.send(null, listener));
        fixed.close();
        assertThrows(IllegalStateException.class, () -> fixed.send(message, listener));
        inbox.assertNothing();
        assertEquals(List.of(), listener.failures());
    }

    @Test
    void aListenerIsNeeded() throws Exception {
        Session session = connection().createSession();
        Queue queue = queue();
        MessageProducer producer = session.createProducer(queue);
        Message message = session.createMessage();
        assertThrows(IllegalArgumentException.class, () -> producer.send(message, null));
        assertThrows(IllegalArgumentException.class, () -> producer.send(message, DeliveryMode.PERSISTENT, 4, 0, null));
    }

    @Test
    void whatCannotBeSentIsThrownOrTold() throws Exception {
        Session session = started().createSession();
        TemporaryQueue queue = session.createTemporaryQueue();
        MessageProducer producer = session.createProducer(queue);
        queue.delete();
        Inbox<Message> inbox = new Inbox<>();
        Completions listener = new Completions(inbox::add);
        Message message = session.createMessage();
        Throwable thrown = thrownBy(() -> producer.send(message, listener));
        if (thrown == null) {
            assertInstanceOf(JMSException.class, listener.nextFailure());
        } else {
            assertInstanceOf(JMSException.class, thrown);
        }
        inbox.assertNothing();
    }
}
