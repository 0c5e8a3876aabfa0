package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.jms.Connection;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 4.2.8, Recovery and redelivery. */
@DisplayName("4.2.8 Recovery and redelivery")
final class Section040208RecoveryAndRedeliveryTest extends SpecificationTest {
    @Test
    void aNonDurableSubscribersMessagesAreRecoveredWhileItLives() throws Exception {
        Session session = started().createSession(Session.CLIENT_ACKNOWLEDGE);
        Topic topic = topic();
        MessageConsumer consumer = session.createConsumer(topic);
        send(started().createSession(), topic, numbered(3));
        assertEquals(List.of("m0", "m1"), next(consumer, 2));
        session.recover();
        assertTexts(consumer, numbered(3));
    }

    @Test
    void aDurableSubscriptionGivesBackWhatWasNotAcknowledged() throws Exception {
        String name = unique();
        unsubscribeAfterwards("", name);
        Topic topic = topic();
        try (Connection connection = started()) {
            Session session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
            MessageConsumer consumer = session.createSharedDurableConsumer(topic, name);
            send(session, topic, numbered(3));
            next(consumer).acknowledge();
            next(consumer);
        }
        try (Connection connection = started()) {
            MessageConsumer consumer = connection.createSession().createSharedDurableConsumer(topic, name);
            Message again = next(consumer);
            assertEquals("m1", text(again));
            assertTrue(again.getJMSRedelivered());
            assertTexts(consumer, "m2");
        }
    }
}
