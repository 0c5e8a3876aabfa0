package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import jakarta.jms.JMSProducer;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 3.5.1, Property names. */
@DisplayName("3.5.1 Property names")
final class Section030501PropertyNamesTest extends SpecificationTest {
    private static final List<String> VALID = List.of(
            "a",
            "_",
            "$",
            "$_ok1",
            "caf\u00e9",
            "\u4e16\u754c",
            "\u03b1\u03b2",
            "\u2160",
            "A_1$",
            "JMS_vendor_x",
            "jmsx",
            "truex",
            "Nulls");
    private static final List<String> RESERVED =
            List.of("NULL", "TRUE", "FALSE", "NOT", "AND", "OR", "BETWEEN", "LIKE", "IN", "IS", "ESCAPE");

    @Test
    void aNameMayBeAnyIdentifierOfASelector() throws Exception {
        Session session = started().createSession();
        Queue queue = queue();
        Message message = session.createMessage();
        for (String name : VALID) {
            message.setStringProperty(name, "value of " + name);
        }
        session.createProducer(queue).send(message);
        Message received = next(session.createConsumer(queue));
        for (String name : VALID) {
            assertEquals("value of " + name, received.getStringProperty(name));
        }
    }

    @Test
    void aNameIsCaseSensitive() throws Exception {
        Session session = started().createSession();
        Queue queue = queue();
        Message message = session.createMessage();
        message.setIntProperty("name", 1);
        message.setIntProperty("Name", 2);
        session.createProducer(queue).send(message);
        Message received = next(session.createConsumer(queue));
        assertEquals(1, received.getIntProperty("name"));
        assertEquals(2, received.getIntProperty("Name"));
        assertFalse(received.propertyExists("NAME"));
    }

    @Test
    void aNameMustNotBeEmptyOrNull() throws Exception {
        Message message = connection().createSession().createMessage();
        assertThrows(IllegalArgumentException.class, () -> message.setStringProperty("", "x"));
        assertThrows(IllegalArgumentException.class, () -> message.setStringProperty(null, "x"));
        assertThrows(IllegalArgumentException.class, () -> message.setIntProperty("", 1));
        assertThrows(IllegalArgumentException.class, () -> message.setObjectProperty(null, 1));
        JMSProducer producer = context().createProducer();
        assertThrows(IllegalArgumentException.class, () -> producer.setProperty("", "x"));
        assertThrows(IllegalArgumentException.class, () -> producer.setProperty(null, 1));
    }

    @Test
    void whatIsNoIdentifierIsNoName() throws Exception {
        Message message = connection().createSession().createMessage();
        for (String name : List.of("1a", "a b", "a-b", "a.b", " a", "a+", "'a'")) {
            assertNotNull(thrownBy(() -> message.setStringProperty(name, "x")), name);
        }
    }

    @Test
    void aWordThatASelectorReservesIsNoName() throws Exception {
        Message message = connection().createSession().createMessage();
        for (String name : RESERVED) {
            assertNotNull(thrownBy(() -> message.setStringProperty(name, "x")), name);
        }
    }
}
