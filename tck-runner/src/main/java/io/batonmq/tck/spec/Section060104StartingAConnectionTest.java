package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.jms.Connection;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 6.1.4, Starting a connection. */
@DisplayName("6.1.4 Starting a connection")
final class Section060104StartingAConnectionTest extends SpecificationTest {
    @Test
    void aNewConnectionDeliversNothingUntilItIsStarted() throws Exception {
        Connection connection = connection();
        Session session = connection.createSession();
        Queue queue = queue();
        send(session, queue, "m0", "m1");
        MessageConsumer consumer = session.createConsumer(queue);
        assertNothing(consumer);
        assertNull(consumer.receiveNoWait());
        connection.start();
        assertTexts(consumer, "m0", "m1");
    }

    @Test
    void aListenerIsNotCalledUntilTheConnectionIsStarted() throws Exception {
        Connection connection = connection();
        Queue queue = queue();
        send(connection.createSession(), queue, "m");
        Inbox<String> inbox = new Inbox<>();
        connection.createSession().createConsumer(queue).setMessageListener(message -> inbox.add(text(message)));
        inbox.assertNothing();
        connection.start();
        inbox.assertTold("m");
    }

    @Test
    void aReceiveThatWaitsIsAnsweredOnceTheConnectionIsStarted() throws Exception {
        Connection connection = connection();
        Session session = connection.createSession();
        Queue queue = queue();
        send(session, queue, "m");
        MessageConsumer consumer = session.createConsumer(queue);
        Background<Message> receive = Background.call(consumer::receive);
        receive.assertBlocked("receive on a connection that is not started");
        connection.start();
        assertEquals("m", text(receive.result()));
    }

    @Test
    void aConsumerOfAConnectionThatWasNeverStartedKeepsNothingFromOthers() throws Exception {
        Session idle = connection().createSession();
        Queue queue = queue();
        idle.createConsumer(queue);
        Session session = started().createSession();
        send(session, queue, numbered(3));
        assertTexts(session.createConsumer(queue), numbered(3));
    }

    @Test
    void aContextStartsItselfWithItsFirstConsumer() throws Exception {
        JMSContext context = context();
        Queue queue = queue();
        context.createProducer().send(queue, "m");
        assertTrue(context.getAutoStart());
        assertEquals("m", text(next(context.createConsumer(queue))));
    }

    @Test
    void aContextDoesNotIfItIsToldNotTo() throws Exception {
        JMSContext context = context();
        context.setAutoStart(false);
        assertFalse(context.getAutoStart());
        Queue queue = queue();
        context.createProducer().send(queue, "m");
        JMSConsumer consumer = context.createConsumer(queue);
        assertNothing(consumer);
        context.start();
        assertEquals("m", text(next(consumer)));
    }
}
