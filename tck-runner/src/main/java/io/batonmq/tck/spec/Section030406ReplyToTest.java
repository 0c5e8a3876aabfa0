package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import jakarta.jms.Destination;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 3.4.6, JMSReplyTo. */
@DisplayName("3.4.6 JMSReplyTo")
final class Section030406ReplyToTest extends SpecificationTest {
    @Test
    void carriesADestinationOfAnyKindOrNone() throws Exception {
        Session session = started().createSession();
        Queue queue = queue();
        MessageConsumer consumer = session.createConsumer(queue);
        MessageProducer producer = session.createProducer(queue);
        for (Destination destination :
                List.of(queue(), topic(), session.createTemporaryQueue(), session.createTemporaryTopic())) {
            Message message = session.createMessage();
            message.setJMSReplyTo(destination);
            producer.send(message);
            assertEquals(destination, next(consumer).getJMSReplyTo());
        }
        producer.send(session.createMessage());
        assertNull(next(consumer).getJMSReplyTo());
    }

    @Test
    void leadsBackToWhoAsked() throws Exception {
        Session asking = started().createSession();
        Session answering = started().createSession();
        Queue queue = queue();
        Destination replies = asking.createTemporaryQueue();
        Message request = asking.createMessage();
        request.setJMSReplyTo(replies);
        asking.createProducer(queue).send(request);
        Message received = next(answering.createConsumer(queue));
        Message reply = answering.createTextMessage("reply");
        reply.setJMSCorrelationID(received.getJMSMessageID());
        answering.createProducer(null).send(received.getJMSReplyTo(), reply);
        Message came = next(asking.createConsumer(replies));
        assertEquals("reply", text(came));
        assertEquals(request.getJMSMessageID(), came.getJMSCorrelationID());
    }
}
