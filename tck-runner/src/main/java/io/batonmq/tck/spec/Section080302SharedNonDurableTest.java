package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.jms.Connection;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 8.3.2, Shared non-durable subscriptions. */
@DisplayName("8.3.2 Shared non-durable subscriptions")
final class Section080302SharedNonDurableTest extends SpecificationTest {
    @Test
    void itsConsumersShareItsMessages() throws Exception {
        Topic topic = topic();
        String name = unique();
        Connection connection = connection();
        Connection other = connection();
        Inbox<String> inbox = new Inbox<>();
        for (Connection each : List.of(connection, connection, other)) {
            each.createSession()
                    .createSharedConsumer(topic, name)
                    .setMessageListener(message -> inbox.add(text(message)));
        }
        connection.start();
        other.start();
        send(connection.createSession(), topic, numbered(30));
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < 30; i++) {
            assertTrue(seen.add(inbox.next()), "twice");
        }
        inbox.assertNothing();
    }

    @Test
    void itLivesUntilItsLastConsumerIsClosed() throws Exception {
        Session session = started().createSession();
        Topic topic = topic();
        String name = unique();
        MessageConsumer first = session.createSharedConsumer(topic, name);
        MessageConsumer second = session.createSharedConsumer(topic, name);
        first.close();
        send(session, topic, "kept");
        assertTexts(second, "kept");
        second.close();
        send(session, topic, "missed");
        assertNothing(session.createSharedConsumer(topic, name));
    }

    @Test
    void anotherTopicOrSelectorIsRefusedWhileItHasAConsumer() throws Exception {
        Session session = started().createSession();
        Topic topic = topic();
        Topic other = topic();
        String name = unique();
        MessageConsumer consumer = session.createSharedConsumer(topic, name, "n = 1");
        assertThrows(JMSException.class, () -> session.createSharedConsumer(other, name, "n = 1"));
        assertThrows(JMSException.class, () -> session.createSharedConsumer(topic, name, "n = 2"));
        assertThrows(JMSException.class, () -> session.createSharedConsumer(topic, name));
        JMSContext context = context();
        assertThrows(JMSRuntimeException.class, () -> context.createSharedConsumer(topic, name));
        session.createSharedConsumer(topic, name, "n = 1").close();
        consumer.close();
        MessageConsumer anew = session.createSharedConsumer(other, name);
        send(session, other, "m");
        assertTexts(anew, "m");
    }

    @Test
    void theClientIdentifierIsPartOfItsName() throws Exception {
        Topic topic = topic();
        String name = unique();
        Connection one = connection(unique());
        Connection two = connection(unique());
        Connection none = connection();
        Session publishing = none.createSession();
        List<MessageConsumer> consumers = new ArrayList<>();
        for (Connection each : List.of(one, two, none)) {
            each.start();
            consumers.add(each.createSession().createSharedConsumer(topic, name));
        }
        send(publishing, topic, "m");
        for (MessageConsumer consumer : consumers) {
            assertTexts(consumer, "m");
        }
    }

    @Test
    void aDurableSubscriptionMayHaveTheSameName() throws Exception {
        String id = unique();
        String name = unique();
        unsubscribeAfterwards(id, name);
        Connection connection = connection(id);
        connection.start();
        Session session = connection.createSession();
        Topic topic = topic();
        Topic other = topic();
        MessageConsumer shared = session.createSharedConsumer(topic, name);
        MessageConsumer durable = session.createDurableConsumer(other, name);
        send(session, topic, "m");
        send(session, other, "n");
        assertTexts(shared, "m");
        assertTexts(durable, "n");
    }

    @Test
    void itNeedsATopic() throws Exception {
        Session session = connection().createSession();
        assertThrows(InvalidDestinationException.class, () -> session.createSharedConsumer(null, "n"));
    }
}
