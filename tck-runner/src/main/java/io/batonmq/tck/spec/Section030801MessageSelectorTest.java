package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import jakarta.jms.Connection;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 3.8.1, Message selector. */
@DisplayName("3.8.1 Message selector")
final class Section030801MessageSelectorTest extends SpecificationTest {
    private static void sendColours(Session session, Destination destination) throws JMSException {
        MessageProducer producer = session.createProducer(destination);
        for (String colour : List.of("red", "blue", "green", "blue")) {
            Message message = session.createTextMessage(colour);
            message.setStringProperty("colour", colour);
            producer.send(message);
        }
    }

    @Test
    void aConsumerOfAQueueIsDeliveredWhatMatchesAndTheRestStays() throws Exception {
        Session session = started().createSession();
        Queue queue = queue();
        sendColours(session, queue);
        MessageConsumer blue = session.createConsumer(queue, "colour = 'blue'");
        assertEquals("colour = 'blue'", blue.getMessageSelector());
        assertTexts(blue, "blue", "blue");
        assertTexts(session.createConsumer(queue), "red", "green");
    }

    @Test
    void aListenerIsDeliveredWhatMatches() throws Exception {
        Connection connection = started();
        Queue queue = queue();
        Inbox<String> inbox = new Inbox<>();
        connection
                .createSession()
                .createConsumer(queue, "colour <> 'blue'")
                .setMessageListener(message -> inbox.add(text(message)));
        sendColours(connection.createSession(), queue);
        inbox.assertTold("red", "green");
    }

    @Test
    void aSubscriptionGetsWhatMatches() throws Exception {
        Session session = started().createSession();
        Topic topic = topic();
        String name = unique();
        unsubscribeAfterwards("", name);
        session.createSharedDurableConsumer(topic, name, "colour = 'green'").close();
        MessageConsumer plain = session.createConsumer(topic, "colour = 'blue'");
        MessageConsumer shared = session.createSharedConsumer(topic, name, "colour = 'red'");
        sendColours(session, topic);
        assertTexts(plain, "blue", "blue");
        assertTexts(shared, "red");
        MessageConsumer durable = session.createSharedDurableConsumer(topic, name, "colour = 'green'");
        assertTexts(durable, "green");
        durable.close();
    }

    @Test
    void aBrowserShowsWhatMatches() throws Exception {
        Session session = started().createSession();
        Queue queue = queue();
        sendColours(session, queue);
        QueueBrowser browser = session.createBrowser(queue, "colour = 'blue'");
        assertEquals("colour = 'blue'", browser.getMessageSelector());
        assertEquals(
                2, Collections.list((Enumeration<?>) browser.getEnumeration()).size());
    }

    @Test
    void theBodyIsNotSeen() throws Exception {
        Session session = started().createSession();
        Queue queue = queue();
        MapMessage message = session.createMapMessage();
        message.setString("colour", "blue");
        session.createProducer(queue).send(message);
        assertNothing(session.createConsumer(queue, "colour = 'blue'"));
        assertNotNull(next(session.createConsumer(queue, "colour IS NULL")));
    }

    @Test
    void whatASelectorLeavesOutReachesAnotherConsumerAtOnce() throws Exception {
        Session session = started().createSession();
        Queue queue = queue();
        MessageConsumer none = session.createConsumer(queue, "colour = 'white'");
        MessageConsumer green = session.createConsumer(queue, "colour = 'green'");
        sendColours(session, queue);
        assertTexts(green, "green");
        assertNothing(none);
    }
}
