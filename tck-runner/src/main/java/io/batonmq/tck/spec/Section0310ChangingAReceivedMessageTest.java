package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.StreamMessage;
import jakarta.jms.TextMessage;
import jakarta.jms.Topic;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 3.10, Changing the value of a received message. */
@DisplayName("3.10 Changing the value of a received message")
final class Section0310ChangingAReceivedMessageTest extends SpecificationTest {
    @Test
    void headersMayBeChanged() throws Exception {
        Session session = started().createSession();
        Queue queue = queue();
        send(session, queue, "m");
        Message message = next(session.createConsumer(queue));
        message.setJMSCorrelationID("mine");
        message.setJMSType("mine");
        message.setJMSReplyTo(queue);
        message.setJMSPriority(9);
        assertEquals("mine", message.getJMSCorrelationID());
        assertEquals("mine", message.getJMSType());
        assertEquals(queue, message.getJMSReplyTo());
        assertEquals(9, message.getJMSPriority());
    }

    @Test
    void whatIsRedeliveredIsTheOriginal() throws Exception {
        Session session = started().createSession(Session.SESSION_TRANSACTED);
        Queue queue = queue();
        TextMessage original = session.createTextMessage("original");
        original.setStringProperty("p", "original");
        original.setJMSCorrelationID("original");
        session.createProducer(queue).send(original);
        session.commit();
        MessageConsumer consumer = session.createConsumer(queue);
        TextMessage received = (TextMessage) next(consumer);
        received.clearBody();
        received.setText("changed");
        received.clearProperties();
        received.setStringProperty("p", "changed");
        received.setStringProperty("q", "added");
        received.setJMSCorrelationID("changed");
        session.rollback();
        TextMessage again = (TextMessage) next(consumer);
        assertEquals("original", again.getText());
        assertEquals("original", again.getStringProperty("p"));
        assertFalse(again.propertyExists("q"));
        assertEquals("original", again.getJMSCorrelationID());
        assertTrue(again.getJMSRedelivered());
    }

    @Test
    void whatIsRecoveredIsReadFromItsBeginning() throws Exception {
        Session session = started().createSession(Session.CLIENT_ACKNOWLEDGE);
        Queue queue = queue();
        StreamMessage stream = session.createStreamMessage();
        stream.writeInt(1);
        stream.writeInt(2);
        session.createProducer(queue).send(stream);
        MessageConsumer consumer = session.createConsumer(queue);
        assertEquals(1, ((StreamMessage) next(consumer)).readInt());
        session.recover();
        assertEquals(1, ((StreamMessage) next(consumer)).readInt());
    }

    @Test
    void oneSubscribersChangesAreNotSeenByAnother() throws Exception {
        Session session = started().createSession();
        Topic topic = topic();
        MessageConsumer one = session.createConsumer(topic);
        MessageConsumer two = session.createConsumer(topic);
        send(session, topic, "m");
        TextMessage changed = (TextMessage) next(one);
        changed.clearBody();
        changed.setText("changed");
        assertEquals("m", text(next(two)));
    }
}
