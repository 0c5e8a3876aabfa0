package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import jakarta.jms.Connection;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageListener;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 8.7, Receiving messages asynchronously. A listener that notes what comes with its count, and throws on the first delivery of the first message. */
@DisplayName("8.7 Receiving messages asynchronously")
final class Section0807ReceivingAsynchronouslyTest extends SpecificationTest {
    private static Inbox<String> failingOnce(Session session, Queue queue) throws JMSException {
        Inbox<String> inbox = new Inbox<>();
        session.createConsumer(queue).setMessageListener(message -> {
            try {
                String seen = text(message) + " " + message.getIntProperty("JMSXDeliveryCount")
                        + (message.getJMSRedelivered() ? " again" : "");
                inbox.add(seen);
                if (seen.equals("m0 1")) {
                    throw new UnsupportedOperationException("thrown by a test's listener, on purpose");
                }
            } catch (JMSException e) {
                inbox.add(e.toString());
            }
        });
        return inbox;
    }

    @Test
    void aMessageWhoseListenerThrowsComesAgainAtOnceWhereTheSessionAcknowledges() throws Exception {
        for (int mode : new int[] {Session.AUTO_ACKNOWLEDGE, Session.DUPS_OK_ACKNOWLEDGE}) {
            Connection connection = connection();
            Queue queue = queue();
            send(connection.createSession(), queue, "m0", "m1");
            Inbox<String> inbox = failingOnce(connection.createSession(mode), queue);
            connection.start();
            inbox.assertTold("m0 1", "m0 2 again", "m1 1");
        }
    }

    @Test
    void theNextMessageComesWhereTheClientAcknowledges() throws Exception {
        Connection connection = connection();
        Queue queue = queue();
        send(connection.createSession(), queue, "m0", "m1");
        Inbox<String> inbox = failingOnce(connection.createSession(Session.CLIENT_ACKNOWLEDGE), queue);
        connection.start();
        inbox.assertTold("m0 1", "m1 1");
        connection.close();
        assertTexts(started().createSession().createConsumer(queue), "m0", "m1");
    }

    @Test
    void theNextMessageComesInATransactionWhichIsNotRolledBack() throws Exception {
        Connection connection = connection();
        Session session = connection.createSession(Session.SESSION_TRANSACTED);
        Queue queue = queue();
        send(connection.createSession(), queue, numbered(3));
        Inbox<String> inbox = new Inbox<>();
        session.createConsumer(queue).setMessageListener(message -> {
            inbox.add(text(message));
            if (text(message).equals("m0")) {
                throw new UnsupportedOperationException("thrown by a test's listener, on purpose");
            }
            try {
                session.commit();
            } catch (JMSException e) {
                inbox.add(e.toString());
            }
        });
        connection.start();
        inbox.assertTold("m0", "m1", "m2");
        connection.close();
        assertNothing(started().createSession().createConsumer(queue));
    }

    @Test
    void theListenerIsTheOneThatWasSet() throws Exception {
        MessageConsumer consumer = connection().createSession().createConsumer(queue());
        assertNull(consumer.getMessageListener());
        MessageListener listener = message -> {};
        consumer.setMessageListener(listener);
        assertSame(listener, consumer.getMessageListener());
        consumer.setMessageListener(null);
        assertNull(consumer.getMessageListener());
    }

    @Test
    void messagesThatWaitAreDeliveredWhenAListenerIsSet() throws Exception {
        Connection connection = started();
        Session session = connection.createSession();
        Queue queue = queue();
        MessageConsumer consumer = session.createConsumer(queue);
        send(connection().createSession(), queue, numbered(3));
        Inbox<String> inbox = new Inbox<>();
        consumer.setMessageListener(message -> inbox.add(text(message)));
        inbox.assertTold(numbered(3));
    }

    @Test
    void aContextsConsumerHasListenersToo() throws Exception {
        JMSContext context = context();
        Queue queue = queue();
        Inbox<String> inbox = new Inbox<>();
        JMSConsumer consumer = context.createConsumer(queue);
        MessageListener listener = message -> inbox.add(text(message));
        consumer.setMessageListener(listener);
        assertSame(listener, consumer.getMessageListener());
        context().createProducer().send(queue, "m");
        inbox.assertTold("m");
    }
}
