package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.jms.Connection;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 6.2.10, Message acknowledgment. What is left on the queue for somebody else. */
@DisplayName("6.2.10 Message acknowledgment")
final class Section060210MessageAcknowledgmentTest extends SpecificationTest {
    private void assertLeft(Queue queue, String... texts) throws Exception {
        try (Connection other = started()) {
            Session session = other.createSession(Session.CLIENT_ACKNOWLEDGE);
            assertTexts(session.createConsumer(queue), texts);
        }
    }

    @Test
    void withAutoAcknowledgeWhatReceiveReturnedIsAcknowledged() throws Exception {
        Connection connection = started();
        Session session = connection.createSession();
        Queue queue = queue();
        send(session, queue, numbered(4));
        assertEquals(List.of("m0", "m1"), next(session.createConsumer(queue), 2));
        connection.close();
        assertLeft(queue, "m2", "m3");
    }

    @Test
    void withAutoAcknowledgeAMessageIsAcknowledgedWhenItsListenerHasReturned() throws Exception {
        Connection connection = started();
        Queue queue = queue();
        send(connection.createSession(), queue, numbered(2));
        Session session = connection.createSession();
        Gate gate = afterwards(new Gate());
        session.createConsumer(queue).setMessageListener(message -> gate.pass());
        gate.awaitSomebody();
        Background<Boolean> closing = Background.run(connection::close);
        closing.assertBlocked("close waits for the listener");
        gate.open();
        closing.result();
        assertLeft(queue, "m1");
    }

    @Test
    void withDupsOkAcknowledgeWhatWasReceivedIsAcknowledgedInTheEnd() throws Exception {
        Connection connection = started();
        Session session = connection.createSession(Session.DUPS_OK_ACKNOWLEDGE);
        Queue queue = queue();
        send(session, queue, numbered(4));
        assertEquals(List.of("m0", "m1"), next(session.createConsumer(queue), 2));
        connection.close();
        assertLeft(queue, "m2", "m3");
    }

    @Test
    void acknowledgingOneMessageAcknowledgesAllThatTheSessionDelivered() throws Exception {
        Connection connection = started();
        Session session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
        Queue one = queue();
        Queue two = queue();
        send(session, one, numbered(4));
        send(session, two, numbered(4));
        MessageConsumer first = session.createConsumer(one);
        MessageConsumer second = session.createConsumer(two);
        Message message = next(first);
        next(second);
        next(second);
        next(first);
        message.acknowledge();
        connection.close();
        assertLeft(one, "m2", "m3");
        assertLeft(two, "m2", "m3");
    }

    @Test
    void withClientAcknowledgeWhatWasNotAcknowledgedIsDeliveredAgain() throws Exception {
        Connection connection = started();
        Session session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
        Queue queue = queue();
        send(session, queue, numbered(4));
        MessageConsumer consumer = session.createConsumer(queue);
        next(consumer);
        next(consumer).acknowledge();
        next(consumer);
        connection.close();
        assertLeft(queue, "m2", "m3");
    }

    @Test
    void recoverBeginsAgainAfterTheLastAcknowledgedMessage() throws Exception {
        Session session = started().createSession(Session.CLIENT_ACKNOWLEDGE);
        Queue queue = queue();
        send(session, queue, numbered(10));
        MessageConsumer consumer = session.createConsumer(queue);
        next(consumer);
        next(consumer).acknowledge();
        assertEquals(List.of("m2", "m3", "m4"), next(consumer, 3));
        session.recover();
        assertEquals(List.of("m2", "m3", "m4", "m5"), next(consumer, 4));
    }

    @Test
    void whatIsRedeliveredByARecoverIsFlaggedAndCounted() throws Exception {
        Session session = started().createSession(Session.CLIENT_ACKNOWLEDGE);
        Queue queue = queue();
        send(session, queue, numbered(3));
        MessageConsumer consumer = session.createConsumer(queue);
        next(consumer);
        next(consumer);
        session.recover();
        for (int i = 0; i < 2; i++) {
            Message message = next(consumer);
            assertTrue(message.getJMSRedelivered(), "redelivered");
            assertEquals(2, message.getIntProperty("JMSXDeliveryCount"));
        }
        Message unseen = next(consumer);
        assertFalse(unseen.getJMSRedelivered(), "redelivered, though never seen");
        assertEquals(1, unseen.getIntProperty("JMSXDeliveryCount"));
    }

    @Test
    void aRecoverReachesTheMessagesOfAllConsumers() throws Exception {
        Session session = started().createSession(Session.CLIENT_ACKNOWLEDGE);
        Queue one = queue();
        Queue two = queue();
        send(session, one, numbered(2));
        send(session, two, numbered(2));
        MessageConsumer first = session.createConsumer(one);
        MessageConsumer second = session.createConsumer(two);
        next(first);
        next(second);
        session.recover();
        assertTexts(first, "m0", "m1");
        assertTexts(second, "m0", "m1");
    }

    @Test
    void aTransactedSessionCannotBeRecovered() throws Exception {
        Session session = connection().createSession(Session.SESSION_TRANSACTED);
        assertThrows(IllegalStateException.class, session::recover);
    }

    @Test
    void aContextAcknowledgesAllThatItsSessionDelivered() throws Exception {
        JMSContext context = context(JMSContext.CLIENT_ACKNOWLEDGE);
        Queue queue = queue();
        for (String text : numbered(3)) {
            context.createProducer().send(queue, text);
        }
        JMSConsumer consumer = context.createConsumer(queue);
        next(consumer);
        next(consumer);
        context.acknowledge();
        context.close();
        assertLeft(queue, "m2");
    }
}
