package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import jakarta.jms.Connection;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Section 6.2.15, Closing a session. */
@DisplayName("6.2.15 Closing a session")
final class Section060215ClosingASessionTest extends SpecificationTest {
    @Test
    void afterwardsItAndItsObjectsAreClosed() throws Exception {
        Connection connection = started();
        Session session = connection.createSession();
        Queue queue = queue();
        MessageProducer producer = session.createProducer(queue);
        MessageConsumer consumer = session.createConsumer(queue);
        Message message = session.createMessage();
        session.close();
        assertAll(Stream.<Executable>of(
                        session::createMessage,
                        () -> session.createProducer(queue),
                        () -> session.createConsumer(queue),
                        session::getTransacted,
                        session::recover,
                        () -> producer.send(message),
                        consumer::receiveNoWait)
                .map(use -> () -> assertThrows(IllegalStateException.class, use)));
        session.close();
        producer.close();
        consumer.close();
        assertNotNull(connection.createSession(), "the connection lives on");
    }

    @Test
    void closeEndsAReceiveThatWaits() throws Exception {
        Session session = started().createSession();
        MessageConsumer consumer = session.createConsumer(queue());
        Background<Message> receive = Background.call(consumer::receive);
        receive.assertBlocked("nothing was sent");
        Background.run(session::close).result();
        assertNull(receive.result());
    }

    @Test
    void closeWaitsForAListenerWhoseSessionStaysUsable() throws Exception {
        Connection connection = started();
        Session session = connection.createSession(Session.SESSION_TRANSACTED);
        Queue queue = queue();
        Queue replies = queue();
        Gate gate = afterwards(new Gate());
        Inbox<String> inbox = new Inbox<>();
        session.createConsumer(queue).setMessageListener(message -> {
            gate.pass();
            try {
                send(session, replies, "reply");
                session.commit();
                inbox.add("committed");
            } catch (JMSException e) {
                inbox.add(e.toString());
            }
        });
        send(connection.createSession(), queue, "m0", "m1");
        gate.awaitSomebody();
        Background<Boolean> closing = Background.run(session::close);
        closing.assertBlocked("close while a listener runs");
        gate.open();
        closing.result();
        assertEquals("committed", inbox.rest().get(0));
        inbox.assertNothing();
        Session other = started().createSession();
        assertEquals("reply", text(next(other.createConsumer(replies))));
    }

    @Test
    void aListenerThatClosesItsOwnSessionIsToldOrObeyedAndItsMessageIsAcknowledged() throws Exception {
        Connection connection = started();
        Session session = connection.createSession();
        Queue queue = queue();
        Inbox<String> inbox = new Inbox<>();
        session.createConsumer(queue).setMessageListener(message -> {
            Throwable thrown = thrownBy(session::close);
            inbox.add(thrown == null || thrown instanceof IllegalStateException ? "as specified" : thrown.toString());
        });
        send(connection.createSession(), queue, "m");
        assertEquals("as specified", inbox.next());
        Background.run(session::close).result();
        assertNothing(connection.createSession().createConsumer(queue));
    }

    @Test
    void aTransactionInProgressIsRolledBack() throws Exception {
        Connection connection = started();
        Session session = connection.createSession(Session.SESSION_TRANSACTED);
        Queue queue = queue();
        send(connection.createSession(), queue, "consumed");
        assertEquals("consumed", text(next(session.createConsumer(queue))));
        send(session, queue, "sent");
        session.close();
        MessageConsumer consumer = connection.createSession().createConsumer(queue);
        assertTexts(consumer, "consumed");
    }

    @Test
    void nothingIsAcknowledgedForTheClientNorCanItBeLater() throws Exception {
        Connection connection = started();
        Session session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
        Queue queue = queue();
        send(session, queue, "m0", "m1");
        Message message = next(session.createConsumer(queue));
        session.close();
        assertThrows(IllegalStateException.class, message::acknowledge);
        assertEquals("m0", text(message));
        assertTexts(connection.createSession().createConsumer(queue), "m0", "m1");
    }

    @Test
    void closingItEndsItsNonDurableSubscriptions() throws Exception {
        Connection connection = started();
        Topic topic = topic();
        String name = unique();
        Session session = connection.createSession();
        session.createSharedConsumer(topic, name);
        session.close();
        Session other = connection.createSession();
        send(other, topic, "missed");
        assertNothing(other.createSharedConsumer(topic, name));
    }
}
