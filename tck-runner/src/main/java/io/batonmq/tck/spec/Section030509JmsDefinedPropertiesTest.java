package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 3.5.9, Jakarta Messaging defined properties. */
@DisplayName("3.5.9 Jakarta Messaging defined properties")
final class Section030509JmsDefinedPropertiesTest extends SpecificationTest {
    @Test
    void everyProviderSupportsGroupsAndTheDeliveryCount() throws Exception {
        List<?> names =
                Collections.list((Enumeration<?>) connection().getMetaData().getJMSXPropertyNames());
        for (String mandatory : List.of("JMSXGroupID", "JMSXGroupSeq", "JMSXDeliveryCount")) {
            assertTrue(names.contains(mandatory), mandatory + " is not in " + names);
        }
    }

    @Test
    void theGroupAndTheNumberInItArrive() throws Exception {
        Session session = started().createSession();
        Queue queue = queue();
        MessageProducer producer = session.createProducer(queue);
        for (int i = 1; i <= 3; i++) {
            Message message = session.createMessage();
            message.setStringProperty("JMSXGroupID", "group");
            message.setIntProperty("JMSXGroupSeq", i);
            producer.send(message);
        }
        MessageConsumer consumer = session.createConsumer(queue);
        for (int i = 1; i <= 3; i++) {
            Message message = next(consumer);
            assertEquals("group", message.getStringProperty("JMSXGroupID"));
            assertEquals(i, message.getIntProperty("JMSXGroupSeq"));
        }
    }

    @Test
    void aSelectorMayNameThem() throws Exception {
        Session session = started().createSession();
        Queue queue = queue();
        MessageProducer producer = session.createProducer(queue);
        for (String group : List.of("a", "b")) {
            Message message = session.createTextMessage(group);
            message.setStringProperty("JMSXGroupID", group);
            message.setIntProperty("JMSXGroupSeq", 1);
            producer.send(message);
        }
        assertTexts(session.createConsumer(queue, "JMSXGroupID = 'b' AND JMSXGroupSeq = 1"), "b");
        assertTexts(session.createConsumer(queue, "JMSXState IS NULL AND JMSXUnknown IS NULL"), "a");
    }

    @Test
    void whatTheProviderSetsOnReceiveTheSenderDoesNotSee() throws Exception {
        Session session = started().createSession();
        Queue queue = queue();
        Message message = session.createMessage();
        session.createProducer(queue).send(message);
        assertFalse(message.propertyExists("JMSXDeliveryCount"));
        assertTrue(next(session.createConsumer(queue)).propertyExists("JMSXDeliveryCount"));
    }
}
