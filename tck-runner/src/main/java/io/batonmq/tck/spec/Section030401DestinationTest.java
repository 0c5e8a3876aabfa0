package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;

import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 3.4.1, JMSDestination. */
@DisplayName("3.4.1 JMSDestination")
final class Section030401DestinationTest extends SpecificationTest {
    @Test
    void holdsTheDestinationOfTheSendWhateverWasSet() throws Exception {
        Session session = started().createSession();
        Queue queue = queue();
        Queue other = queue();
        MessageConsumer consumer = session.createConsumer(queue);
        MessageProducer producer = session.createProducer(null);
        Message message = session.createMessage();
        message.setJMSDestination(other);
        producer.send(queue, message);
        assertEquals(queue, message.getJMSDestination(), "after the send");
        assertEquals(queue, next(consumer).getJMSDestination(), "received");
    }

    @Test
    void isATopicForWhatWasPublished() throws Exception {
        Session session = started().createSession();
        Topic topic = topic();
        MessageConsumer consumer = session.createConsumer(topic);
        send(session, topic, "m");
        assertEquals(topic, next(consumer).getJMSDestination());
    }
}
