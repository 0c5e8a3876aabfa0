package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import jakarta.jms.BytesMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 3.9, Access to sent messages. */
@DisplayName("3.9 Access to sent messages")
final class Section0309AccessToSentMessagesTest extends SpecificationTest {
    @Test
    void aMessageMayBeChangedAfterItsSendWithoutEffect() throws Exception {
        Session session = started().createSession();
        Queue queue = queue();
        MessageProducer producer = session.createProducer(queue);
        TextMessage message = session.createTextMessage("before");
        message.setStringProperty("p", "before");
        producer.send(message);
        message.setText("after");
        message.setStringProperty("p", "after");
        producer.send(message);
        MessageConsumer consumer = session.createConsumer(queue);
        for (String expected : List.of("before", "after")) {
            Message received = next(consumer);
            assertEquals(expected, text(received));
            assertEquals(expected, received.getStringProperty("p"));
        }
    }

    @Test
    void bytesAreThoseOfTheSend() throws Exception {
        Session session = started().createSession();
        Queue queue = queue();
        MessageProducer producer = session.createProducer(queue);
        BytesMessage message = session.createBytesMessage();
        message.writeInt(1);
        producer.send(message);
        message.clearBody();
        message.writeInt(2);
        producer.send(message);
        MessageConsumer consumer = session.createConsumer(queue);
        assertEquals(1, ((BytesMessage) next(consumer)).readInt());
        assertEquals(2, ((BytesMessage) next(consumer)).readInt());
    }

    @Test
    void aMessageMayBeSentManyTimesAndToManyDestinations() throws Exception {
        Session session = started().createSession(Session.SESSION_TRANSACTED);
        Queue one = queue();
        Queue two = queue();
        MessageProducer producer = session.createProducer(null);
        Message message = session.createTextMessage("m");
        producer.send(one, message);
        producer.send(two, message);
        producer.send(one, message);
        session.commit();
        assertTexts(session.createConsumer(one), "m", "m");
        assertTexts(session.createConsumer(two), "m");
        session.commit();
    }

    @Test
    void aReceivedMessageMayBeSentOn() throws Exception {
        Session session = started().createSession();
        Queue one = queue();
        Queue two = queue();
        TextMessage message = session.createTextMessage("m");
        message.setIntProperty("n", 1);
        message.setJMSCorrelationID("c");
        session.createProducer(one).send(message);
        Message received = next(session.createConsumer(one));
        session.createProducer(two).send(received);
        Message forwarded = next(session.createConsumer(two));
        assertEquals("m", text(forwarded));
        assertEquals(1, forwarded.getIntProperty("n"));
        assertEquals("c", forwarded.getJMSCorrelationID());
        assertEquals(two, forwarded.getJMSDestination());
        assertNotEquals(message.getJMSMessageID(), forwarded.getJMSMessageID());
        assertFalse(forwarded.getJMSRedelivered());
        assertEquals(1, forwarded.getIntProperty("JMSXDeliveryCount"));
    }
}
