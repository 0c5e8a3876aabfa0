package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.util.Collections;
import java.util.Enumeration;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 3.5.6, Property iteration. */
@DisplayName("3.5.6 Property iteration")
final class Section030506PropertyIterationTest extends SpecificationTest {
    private static Set<String> names(Message message) throws JMSException {
        Set<String> names = new TreeSet<>();
        for (Object name : Collections.list((Enumeration<?>) message.getPropertyNames())) {
            names.add(name.toString());
        }
        return names;
    }

    @Test
    void givesTheNamesOfAllPropertiesAndOfNoHeaderField() throws Exception {
        Session session = started().createSession();
        Queue queue = queue();
        Message message = session.createMessage();
        message.setIntProperty("one", 1);
        message.setStringProperty("none", null);
        message.setJMSType("type");
        message.setJMSCorrelationID("c");
        assertEquals(Set.of("one", "none"), names(message));
        session.createProducer(queue).send(message);
        Set<String> names = names(next(session.createConsumer(queue)));
        assertTrue(names.containsAll(Set.of("one", "none", "JMSXDeliveryCount")), names.toString());
        for (String name : names) {
            assertTrue(!name.startsWith("JMS") || name.startsWith("JMSX") || name.startsWith("JMS_"), name);
        }
    }

    @Test
    void theNamesOfAJmsProducerAreThoseThatWereSet() throws Exception {
        JMSProducer producer = context().createProducer();
        producer.setProperty("one", 1).setProperty("two", "2");
        assertEquals(Set.of("one", "two"), producer.getPropertyNames());
        assertTrue(producer.propertyExists("one"));
        producer.clearProperties();
        assertEquals(Set.of(), producer.getPropertyNames());
        assertFalse(producer.propertyExists("one"));
    }
}
