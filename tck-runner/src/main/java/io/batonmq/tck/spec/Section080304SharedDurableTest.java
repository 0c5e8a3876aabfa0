package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.jms.Connection;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 8.3.4, Shared durable subscriptions. */
@DisplayName("8.3.4 Shared durable subscriptions")
final class Section080304SharedDurableTest extends SpecificationTest {
    @Test
    void itsConsumersShareItsMessages() throws Exception {
        Topic topic = topic();
        String name = unique();
        unsubscribeAfterwards("", name);
        Connection connection = connection();
        Connection other = connection();
        Inbox<String> inbox = new Inbox<>();
        for (Connection each : List.of(connection, connection, other)) {
            each.createSession()
                    .createSharedDurableConsumer(topic, name)
                    .setMessageListener(message -> inbox.add(text(message)));
        }
        connection.start();
        other.start();
        send(connection().createSession(), topic, numbered(30));
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < 30; i++) {
            assertTrue(seen.add(inbox.next()), "twice");
        }
        inbox.assertNothing();
    }

    @Test
    void itCollectsWhatIsPublishedUntilItIsDeleted() throws Exception {
        String name = unique();
        unsubscribeAfterwards("", name);
        Topic topic = topic();
        Session session = started().createSession();
        session.createSharedDurableConsumer(topic, name).close();
        send(session, topic, "m");
        MessageConsumer consumer = started().createSession().createSharedDurableConsumer(topic, name);
        assertTexts(consumer, "m");
        assertThrows(JMSException.class, () -> session.unsubscribe(name), "in use");
        consumer.close();
        send(session, topic, "lost");
        session.unsubscribe(name);
        assertNothing(session.createSharedDurableConsumer(topic, name));
    }

    @Test
    void anotherTopicOrSelectorIsRefusedWhileItHasAConsumer() throws Exception {
        Session session = started().createSession();
        Topic topic = topic();
        Topic other = topic();
        String name = unique();
        unsubscribeAfterwards("", name);
        MessageConsumer consumer = session.createSharedDurableConsumer(topic, name, "n IS NULL");
        assertThrows(JMSException.class, () -> session.createSharedDurableConsumer(other, name, "n IS NULL"));
        assertThrows(JMSException.class, () -> session.createSharedDurableConsumer(topic, name, "n = 2"));
        assertThrows(JMSException.class, () -> session.createSharedDurableConsumer(topic, name));
        send(session, topic, "m");
        assertTexts(consumer, "m");
        consumer.close();
    }

    @Test
    void anotherTopicOrSelectorStartsItAnewWhileItHasNone() throws Exception {
        Session session = started().createSession();
        Topic topic = topic();
        Topic other = topic();
        String name = unique();
        unsubscribeAfterwards("", name);
        session.createSharedDurableConsumer(topic, name).close();
        send(session, topic, "of the old topic");
        MessageConsumer consumer = session.createSharedDurableConsumer(other, name);
        send(session, other, "m0");
        assertTexts(consumer, "m0");
        consumer.close();
        send(session, other, "of the old selector");
        MessageConsumer selecting = session.createSharedDurableConsumer(other, name, "n IS NULL");
        send(session, other, "m1");
        assertTexts(selecting, "m1");
        selecting.close();
    }

    @Test
    void anUnsharedOneMayNotHaveTheSameNameAndClientIdentifier() throws Exception {
        String id = unique();
        String name = unique();
        unsubscribeAfterwards(id, name);
        Topic topic = topic();
        Session session = connection(id).createSession();
        MessageConsumer consumer = session.createDurableConsumer(topic, name);
        assertThrows(JMSException.class, () -> session.createSharedDurableConsumer(topic, name), "in use");
        consumer.close();
        assertThrows(JMSException.class, () -> session.createSharedDurableConsumer(topic, name), "not in use");
        session.createDurableConsumer(topic, name).close();
    }

    @Test
    void theClientIdentifierIsOptionalAndPartOfItsName() throws Exception {
        String id = unique();
        String name = unique();
        unsubscribeAfterwards(id, name);
        unsubscribeAfterwards("", name);
        Topic topic = topic();
        Connection with = connection(id);
        with.start();
        MessageConsumer first = with.createSession().createSharedDurableConsumer(topic, name);
        MessageConsumer second = started().createSession().createSharedDurableConsumer(topic, name);
        send(with.createSession(), topic, "m");
        assertTexts(first, "m");
        assertTexts(second, "m");
        first.close();
        second.close();
    }

    @Test
    void aSharedNonDurableOneMayHaveTheSameName() throws Exception {
        String name = unique();
        unsubscribeAfterwards("", name);
        Topic topic = topic();
        Session session = started().createSession();
        MessageConsumer durable = session.createSharedDurableConsumer(topic, name);
        MessageConsumer shared = session.createSharedConsumer(topic, name);
        send(session, topic, "m");
        assertTexts(durable, "m");
        assertTexts(shared, "m");
        durable.close();
    }

    @Test
    void itNeedsATopic() throws Exception {
        Session session = connection().createSession();
        assertThrows(InvalidDestinationException.class, () -> session.createSharedDurableConsumer(null, "n"));
    }
}
