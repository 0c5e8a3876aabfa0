package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 3.4.8, JMSType. */
@DisplayName("3.4.8 JMSType")
final class Section030408TypeTest extends SpecificationTest {
    @Test
    void carriesWhatTheClientSet() throws Exception {
        Session session = started().createSession();
        Queue queue = queue();
        MessageConsumer consumer = session.createConsumer(queue);
        MessageProducer producer = session.createProducer(queue);
        Message message = session.createMessage();
        message.setJMSType("car");
        producer.send(message);
        assertEquals("car", next(consumer).getJMSType());
        producer.send(session.createMessage());
        assertNull(next(consumer).getJMSType());
    }
}
