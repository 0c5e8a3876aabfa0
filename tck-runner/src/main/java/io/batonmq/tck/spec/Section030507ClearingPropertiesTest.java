package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import jakarta.jms.MessageNotWriteableException;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.util.Collections;
import java.util.Enumeration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 3.5.7, Clearing a message's property values. */
@DisplayName("3.5.7 Clearing a message's property values")
final class Section030507ClearingPropertiesTest extends SpecificationTest {
    @Test
    void leavesNoneAndLetsNewOnesBeSetAndKeepsTheBody() throws Exception {
        Session session = started().createSession();
        Queue queue = queue();
        TextMessage message = session.createTextMessage("body");
        message.setIntProperty("n", 1);
        session.createProducer(queue).send(message);
        TextMessage received = (TextMessage) next(session.createConsumer(queue));
        received.clearProperties();
        assertFalse(received.propertyExists("n"));
        assertFalse(
                Collections.list((Enumeration<?>) received.getPropertyNames()).contains("n"));
        received.setStringProperty("p", "new");
        assertEquals("new", received.getStringProperty("p"));
        assertEquals("body", received.getText());
        assertThrows(MessageNotWriteableException.class, () -> received.setText("x"), "the body");
    }
}
