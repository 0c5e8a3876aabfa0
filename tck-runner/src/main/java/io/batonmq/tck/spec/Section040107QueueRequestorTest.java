package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import jakarta.jms.QueueConnection;
import jakarta.jms.QueueConnectionFactory;
import jakarta.jms.QueueRequestor;
import jakarta.jms.QueueSession;
import jakarta.jms.Session;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 4.1.7, QueueRequestor. */
@DisplayName("4.1.7 QueueRequestor")
final class Section040107QueueRequestorTest extends SpecificationTest {
    private QueueConnection queueConnection() throws Exception {
        QueueConnection connection = afterwards(
                find("MyQueueConnectionFactory", QueueConnectionFactory.class).createQueueConnection());
        connection.start();
        return connection;
    }

    @Test
    void sendsARequestAndWaitsForItsReply() throws Exception {
        Queue queue = queue();
        QueueSession answering = queueConnection().createQueueSession(false, Session.AUTO_ACKNOWLEDGE);
        answering.createReceiver(queue).setMessageListener(request -> {
            try {
                answering
                        .createSender((Queue) request.getJMSReplyTo())
                        .send(answering.createTextMessage("re: " + text(request)));
            } catch (JMSException e) {
                throw new AssertionError(e);
            }
        });
        QueueSession asking = queueConnection().createQueueSession(false, Session.AUTO_ACKNOWLEDGE);
        QueueRequestor requestor = new QueueRequestor(asking, queue);
        Background<Message> request = Background.call(() -> requestor.request(asking.createTextMessage("hello")));
        assertEquals("re: hello", text(request.result()));
        requestor.close();
        assertThrows(IllegalStateException.class, asking::createMessage, "close closes the session");
    }
}
