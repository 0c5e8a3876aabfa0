package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.jms.Connection;
import jakarta.jms.IllegalStateException;
import jakarta.jms.IllegalStateRuntimeException;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.Session;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.TextMessage;
import jakarta.jms.Topic;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Section 6.1.8, Closing a connection. */
@DisplayName("6.1.8 Closing a connection")
final class Section060108ClosingAConnectionTest extends SpecificationTest {
    @Test
    void closingTwiceIsNoError() throws Exception {
        Connection connection = started();
        connection.close();
        connection.close();
        JMSContext context = context();
        context.close();
        context.close();
    }

    @Test
    void afterwardsAllOfItsObjectsAreClosed() throws Exception {
        Connection connection = started();
        Session session = connection.createSession();
        Session transacted = connection.createSession(Session.SESSION_TRANSACTED);
        Queue queue = queue();
        Topic topic = topic();
        MessageProducer producer = session.createProducer(queue);
        MessageConsumer consumer = session.createConsumer(queue);
        QueueBrowser browser = session.createBrowser(queue);
        Message message = session.createMessage();
        connection.close();
        assertAll(Stream.<Executable>of(
                        connection::createSession,
                        () -> connection.createSession(Session.AUTO_ACKNOWLEDGE),
                        () -> connection.createSession(false, Session.AUTO_ACKNOWLEDGE),
                        connection::start,
                        connection::stop,
                        connection::getMetaData,
                        connection::getClientID,
                        () -> connection.setClientID("late"),
                        connection::getExceptionListener,
                        () -> connection.setExceptionListener(null),
                        session::createMessage,
                        session::createTextMessage,
                        () -> session.createTextMessage("x"),
                        session::createMapMessage,
                        session::createBytesMessage,
                        session::createStreamMessage,
                        session::createObjectMessage,
                        () -> session.createProducer(queue),
                        () -> session.createConsumer(queue),
                        () -> session.createConsumer(topic),
                        () -> session.createSharedConsumer(topic, "n"),
                        () -> session.createSharedDurableConsumer(topic, "n"),
                        () -> session.createBrowser(queue),
                        session::createTemporaryQueue,
                        session::createTemporaryTopic,
                        session::recover,
                        session::getTransacted,
                        session::getAcknowledgeMode,
                        () -> session.unsubscribe("n"),
                        transacted::commit,
                        transacted::rollback,
                        () -> producer.send(message),
                        producer::getDeliveryMode,
                        producer::getPriority,
                        producer::getTimeToLive,
                        producer::getDestination,
                        () -> producer.setPriority(1),
                        consumer::receiveNoWait,
                        () -> consumer.receive(1),
                        consumer::getMessageSelector,
                        consumer::getMessageListener,
                        () -> consumer.setMessageListener(ignored -> {}),
                        browser::getEnumeration)
                .map(use -> () -> assertThrows(IllegalStateException.class, use)));
        session.close();
        producer.close();
        consumer.close();
        browser.close();
    }

    @Test
    void aClosedContextIsClosedThroughout() throws Exception {
        JMSContext context = context();
        Queue queue = queue();
        JMSProducer producer = context.createProducer();
        JMSConsumer consumer = context.createConsumer(queue);
        context.close();
        assertAll(Stream.<Executable>of(
                        context::createMessage,
                        context::createTextMessage,
                        context::createProducer,
                        () -> context.createConsumer(queue),
                        () -> context.createBrowser(queue),
                        context::createTemporaryQueue,
                        () -> context.createContext(JMSContext.AUTO_ACKNOWLEDGE),
                        context::start,
                        context::stop,
                        context::getMetaData,
                        context::getClientID,
                        context::recover,
                        () -> producer.send(queue, "x"),
                        consumer::receiveNoWait,
                        () -> consumer.receiveBodyNoWait(String.class))
                .map(use -> () -> assertThrows(IllegalStateRuntimeException.class, use)));
        consumer.close();
    }

    @Test
    void messagesStayUsableExceptForAcknowledge() throws Exception {
        Connection connection = started();
        Session session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
        Queue queue = queue();
        send(session, queue, "m");
        Message message = next(session.createConsumer(queue));
        TextMessage made = session.createTextMessage("made");
        connection.close();
        assertEquals("m", text(message));
        made.setText("changed");
        made.setIntProperty("n", 1);
        assertEquals("changed", text(made));
        assertThrows(IllegalStateException.class, message::acknowledge);
        Session other = started().createSession();
        other.createProducer(queue).send(made);
        assertTexts(other.createConsumer(queue), "m", "changed");
    }

    @Test
    void closeEndsAReceiveThatWaits() throws Exception {
        Connection connection = started();
        MessageConsumer consumer = connection.createSession().createConsumer(queue());
        Background<Message> receive = Background.call(consumer::receive);
        receive.assertBlocked("nothing was sent");
        Background.run(connection::close).result();
        assertNull(receive.result());
    }

    @Test
    void closeEndsAReceiveOnAStoppedConnection() throws Exception {
        Connection connection = connection();
        Queue queue = queue();
        MessageConsumer consumer = connection.createSession().createConsumer(queue);
        send(started().createSession(), queue, "m");
        Background<Message> receive = Background.call(() -> consumer.receive(soon()));
        receive.assertBlocked("the connection is not started");
        Background.run(connection::close).result();
        assertNull(receive.result());
        assertTexts(started().createSession().createConsumer(queue), "m");
    }

    @Test
    void closeWaitsForAListenerWhoseConnectionStaysUsable() throws Exception {
        Connection connection = started();
        Session session = connection.createSession();
        Queue queue = queue();
        Queue replies = queue();
        Gate gate = afterwards(new Gate());
        Inbox<String> inbox = new Inbox<>();
        session.createConsumer(queue).setMessageListener(message -> {
            gate.pass();
            try {
                send(session, replies, "reply");
                inbox.add("sent");
            } catch (JMSException e) {
                inbox.add(e.toString());
            }
        });
        send(connection().createSession(), queue, "m0", "m1");
        gate.awaitSomebody();
        Background<Boolean> closing = Background.run(connection::close);
        closing.assertBlocked("close while a listener runs");
        gate.open();
        closing.result();
        assertEquals("sent", inbox.rest().get(0));
        inbox.assertNothing();
        assertEquals("reply", text(next(started().createSession().createConsumer(replies))));
    }

    @Test
    void closeWaitsForAListenerThatUsesAnotherSessionOfTheConnection() throws Exception {
        Connection connection = started();
        Session session = connection.createSession();
        Session replying = connection.createSession(Session.SESSION_TRANSACTED);
        Queue queue = queue();
        Queue replies = queue();
        Gate gate = afterwards(new Gate());
        Inbox<String> inbox = new Inbox<>();
        session.createConsumer(queue).setMessageListener(message -> {
            gate.pass();
            try {
                send(replying, replies, "reply");
                replying.commit();
                inbox.add(connection.getMetaData().getJMSVersion());
            } catch (JMSException e) {
                inbox.add(e.toString());
            }
        });
        send(connection().createSession(), queue, "m");
        gate.awaitSomebody();
        Background<Boolean> closing = Background.run(connection::close);
        closing.assertBlocked("close while a listener runs");
        gate.open();
        closing.result();
        assertEquals(
                1,
                inbox.rest().stream()
                        .filter(each -> each.matches("\\d+\\.\\d+"))
                        .count());
        assertEquals("reply", text(next(started().createSession().createConsumer(replies))));
    }

    @Test
    void closingAContextWaitsForAListenerWhichMayUseIt() throws Exception {
        JMSContext context = context();
        Queue queue = queue();
        Queue replies = queue();
        Gate gate = afterwards(new Gate());
        Inbox<String> inbox = new Inbox<>();
        context.createConsumer(queue).setMessageListener(message -> {
            gate.pass();
            inbox.add(String.valueOf(thrownBy(() -> context.createProducer().send(replies, "reply"))));
        });
        context().createProducer().send(queue, "m");
        gate.awaitSomebody();
        Background<Boolean> closing = Background.run(context::close);
        closing.assertBlocked("close while a listener runs");
        gate.open();
        closing.result();
        assertEquals(List.of("null"), inbox.rest());
        assertEquals("reply", text(next(context().createConsumer(replies))));
    }

    @Test
    void aListenerThatClosesItsOwnConnectionIsToldOrObeyedAndItsMessageIsAcknowledged() throws Exception {
        Connection connection = started();
        Queue queue = queue();
        Inbox<String> inbox = new Inbox<>();
        connection.createSession().createConsumer(queue).setMessageListener(message -> {
            Throwable thrown = thrownBy(connection::close);
            inbox.add(thrown == null || thrown instanceof IllegalStateException ? "as specified" : thrown.toString());
        });
        send(connection().createSession(), queue, "m");
        assertEquals("as specified", inbox.next());
        Background.run(connection::close).result();
        assertNothing(started().createSession().createConsumer(queue));
    }

    @Test
    void aListenerMayCloseAnotherConnection() throws Exception {
        Connection connection = started();
        Connection other = started();
        other.createSession().createConsumer(queue());
        Queue queue = queue();
        Inbox<String> inbox = new Inbox<>();
        connection
                .createSession()
                .createConsumer(queue)
                .setMessageListener(message -> inbox.add(String.valueOf(thrownBy(other::close))));
        send(connection().createSession(), queue, "m");
        inbox.assertTold("null");
        assertThrows(IllegalStateException.class, other::createSession);
    }

    @Test
    void transactionsInProgressAreRolledBack() throws Exception {
        Connection connection = started();
        Queue queue = queue();
        send(connection.createSession(), queue, "consumed");
        Session session = connection.createSession(Session.SESSION_TRANSACTED);
        assertEquals("consumed", text(next(session.createConsumer(queue))));
        send(session, queue, "sent");
        connection.close();
        Session other = started().createSession(Session.SESSION_TRANSACTED);
        MessageConsumer consumer = other.createConsumer(queue);
        Message again = next(consumer);
        assertEquals("consumed", text(again));
        assertTrue(again.getJMSRedelivered());
        assertNothing(consumer);
    }

    @Test
    void nothingIsAcknowledgedForTheClient() throws Exception {
        Connection connection = started();
        Session session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
        Queue queue = queue();
        send(session, queue, numbered(3));
        next(session.createConsumer(queue), 3);
        connection.close();
        assertTexts(started().createSession().createConsumer(queue), numbered(3));
    }

    @Test
    void closingAContextClosesItsConnectionOnlyWithTheLastOne() throws Exception {
        JMSContext first = context();
        JMSContext second = afterwards(first.createContext(JMSContext.AUTO_ACKNOWLEDGE));
        TemporaryQueue queue = second.createTemporaryQueue();
        first.close();
        second.createProducer().send(queue, "m");
        assertEquals("m", text(next(second.createConsumer(queue))));
        second.close();
        Session session = connection().createSession();
        assertThrows(JMSException.class, () -> send(session, queue, "too late"));
    }
}
