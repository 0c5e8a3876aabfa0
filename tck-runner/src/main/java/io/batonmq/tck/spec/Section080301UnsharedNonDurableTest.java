package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.jms.Connection;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import jakarta.jms.TopicConnection;
import jakarta.jms.TopicConnectionFactory;
import jakarta.jms.TopicSession;
import jakarta.jms.TopicSubscriber;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 8.3.1, Unshared non-durable subscriptions. */
@DisplayName("8.3.1 Unshared non-durable subscriptions")
final class Section080301UnsharedNonDurableTest extends SpecificationTest {
    @Test
    void eachConsumerHasASubscriptionOfItsOwn() throws Exception {
        Session session = started().createSession();
        Topic topic = topic();
        MessageConsumer one = session.createConsumer(topic);
        MessageConsumer two = session.createConsumer(topic);
        send(session, topic, "m");
        assertTexts(one, "m");
        assertTexts(two, "m");
    }

    @Test
    void itEndsWithItsConsumerAndItsMessagesWithIt() throws Exception {
        Session session = started().createSession();
        Topic topic = topic();
        MessageConsumer consumer = session.createConsumer(topic);
        send(session, topic, "undelivered");
        consumer.close();
        send(session, topic, "missed");
        assertNothing(session.createConsumer(topic));
    }

    @Test
    void noLocalLeavesOutWhatItsOwnConnectionPublishes() throws Exception {
        Connection connection = started();
        Session session = connection.createSession();
        Topic topic = topic();
        MessageConsumer consumer = session.createConsumer(topic, null, true);
        MessageConsumer all = session.createConsumer(topic);
        send(connection.createSession(), topic, "own");
        send(started().createSession(), topic, "other");
        assertTexts(consumer, "other");
        assertTexts(all, "own", "other");
    }

    @Test
    void aTopicSubscriberKnowsItsTopicSelectorAndNoLocal() throws Exception {
        TopicConnection connection = afterwards(
                find("MyTopicConnectionFactory", TopicConnectionFactory.class).createTopicConnection());
        connection.start();
        TopicSession session = connection.createTopicSession(false, Session.AUTO_ACKNOWLEDGE);
        Topic topic = topic();
        TopicSubscriber plain = session.createSubscriber(topic);
        TopicSubscriber other = session.createSubscriber(topic, "n = 1", true);
        assertEquals(topic, plain.getTopic());
        assertFalse(plain.getNoLocal());
        assertTrue(other.getNoLocal());
        assertEquals("n = 1", other.getMessageSelector());
        send(session, topic, "m");
        assertTexts(plain, "m");
        assertNothing(other);
    }
}
