package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import jakarta.jms.Connection;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageNotWriteableException;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 3.5.3, Using properties. */
@DisplayName("3.5.3 Using properties")
final class Section030503UsingPropertiesTest extends SpecificationTest {
    @Test
    void theyAreReadOnlyInAReceivedMessage() throws Exception {
        Session session = started().createSession();
        Queue queue = queue();
        Message sent = session.createMessage();
        sent.setIntProperty("n", 1);
        session.createProducer(queue).send(sent);
        Message message = next(session.createConsumer(queue));
        assertAll(
                () -> assertThrows(MessageNotWriteableException.class, () -> message.setBooleanProperty("p", true)),
                () -> assertThrows(MessageNotWriteableException.class, () -> message.setByteProperty("p", (byte) 1)),
                () -> assertThrows(MessageNotWriteableException.class, () -> message.setShortProperty("p", (short) 1)),
                () -> assertThrows(MessageNotWriteableException.class, () -> message.setIntProperty("n", 2)),
                () -> assertThrows(MessageNotWriteableException.class, () -> message.setLongProperty("p", 1)),
                () -> assertThrows(MessageNotWriteableException.class, () -> message.setFloatProperty("p", 1)),
                () -> assertThrows(MessageNotWriteableException.class, () -> message.setDoubleProperty("p", 1)),
                () -> assertThrows(MessageNotWriteableException.class, () -> message.setStringProperty("p", "x")),
                () -> assertThrows(MessageNotWriteableException.class, () -> message.setObjectProperty("p", 1)));
        assertEquals(1, message.getIntProperty("n"));
        assertFalse(message.propertyExists("p"));
    }

    @Test
    void theyAreReadOnlyForAListenerAndABrowserToo() throws Exception {
        Connection connection = started();
        Session session = connection.createSession();
        Queue queue = queue();
        send(session, queue, "m");
        Message browsed =
                (Message) session.createBrowser(queue).getEnumeration().nextElement();
        assertThrows(MessageNotWriteableException.class, () -> browsed.setIntProperty("p", 1));
        Inbox<Message> inbox = new Inbox<>();
        connection.createSession().createConsumer(queue).setMessageListener(inbox::add);
        Message heard = inbox.next();
        assertThrows(MessageNotWriteableException.class, () -> heard.setIntProperty("p", 1));
    }

    @Test
    void theyCanBeChangedBetweenTwoSends() throws Exception {
        Session session = started().createSession();
        Queue queue = queue();
        MessageProducer producer = session.createProducer(queue);
        Message message = session.createMessage();
        message.setIntProperty("n", 1);
        producer.send(message);
        message.setIntProperty("n", 2);
        producer.send(message);
        MessageConsumer consumer = session.createConsumer(queue);
        assertEquals(1, next(consumer).getIntProperty("n"));
        assertEquals(2, next(consumer).getIntProperty("n"));
    }
}
