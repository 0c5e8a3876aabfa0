package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.jms.Connection;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 6.1.5, Pausing delivery of incoming messages. */
@DisplayName("6.1.5 Pausing delivery of incoming messages")
final class Section060105PausingDeliveryTest extends SpecificationTest {
    @Test
    void aStoppedConnectionDeliversNothingToReceive() throws Exception {
        Connection connection = started();
        Session session = connection.createSession();
        Queue queue = queue();
        send(session, queue, numbered(4));
        MessageConsumer consumer = session.createConsumer(queue);
        assertEquals("m0", text(next(consumer)));
        connection.stop();
        assertNull(consumer.receiveNoWait());
        assertNothing(consumer);
        connection.start();
        assertTexts(consumer, "m1", "m2", "m3");
    }

    @Test
    void aStoppedConnectionCallsNoListener() throws Exception {
        Connection connection = started();
        Queue queue = queue();
        Inbox<String> inbox = new Inbox<>();
        connection.createSession().createConsumer(queue).setMessageListener(message -> inbox.add(text(message)));
        Session sending = connection().createSession();
        send(sending, queue, "m0");
        assertEquals("m0", inbox.next());
        connection.stop();
        send(sending, queue, "m1", "m2");
        inbox.assertNothing();
        connection.start();
        inbox.assertTold("m1", "m2");
    }

    @Test
    void messagesThatWereFetchedAheadStayWhereTheyAre() throws Exception {
        Connection connection = connection();
        Queue queue = queue();
        send(connection.createSession(), queue, numbered(50));
        Inbox<String> inbox = new Inbox<>();
        Gate gate = afterwards(new Gate());
        connection.createSession().createConsumer(queue).setMessageListener(message -> {
            inbox.add(text(message));
            gate.pass();
        });
        connection.start();
        gate.awaitSomebody();
        Background<Boolean> stopping = Background.run(connection::stop);
        stopping.assertBlocked("stop while a listener runs");
        gate.open();
        stopping.result();
        int before = inbox.rest().size();
        inbox.assertNothing();
        connection.start();
        inbox.assertTold(Arrays.copyOfRange(numbered(50), before, 50));
    }

    @Test
    void stopWaitsForAListenerThatHasTheFullServicesOfItsConnection() throws Exception {
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
        send(connection().createSession(), queue, "m");
        gate.awaitSomebody();
        Background<Boolean> stopping = Background.run(connection::stop);
        stopping.assertBlocked("stop while a listener runs");
        gate.open();
        stopping.result();
        assertEquals(List.of("sent"), inbox.rest(), "the listener had not returned");
        assertTexts(started().createSession().createConsumer(replies), "reply");
    }

    @Test
    void sendingGoesOn() throws Exception {
        Connection connection = started();
        connection.stop();
        Queue queue = queue();
        send(connection.createSession(), queue, "m");
        assertTexts(started().createSession().createConsumer(queue), "m");
    }

    @Test
    void stoppingAndStartingTwiceAreIgnored() throws Exception {
        Connection connection = started();
        connection.start();
        connection.stop();
        connection.stop();
        Session session = connection.createSession();
        Queue queue = queue();
        send(session, queue, "m");
        MessageConsumer consumer = session.createConsumer(queue);
        assertNothing(consumer);
        connection.start();
        assertTexts(consumer, "m");
    }

    @Test
    void aReceivesTimerGoesOn() throws Exception {
        Connection connection = started();
        Session session = connection.createSession();
        MessageConsumer consumer = session.createConsumer(queue());
        connection.stop();
        long before = ticks();
        assertNull(consumer.receive(QUIET));
        assertTrue(ticks() - before >= QUIET - 10, "it returned after " + (ticks() - before) + " ms");
    }

    @Test
    void aReceiveThatWaitsGetsNothingBeforeTheRestart() throws Exception {
        Connection connection = started();
        Session session = connection.createSession();
        Queue queue = queue();
        MessageConsumer consumer = session.createConsumer(queue);
        Background<Message> receive = Background.call(consumer::receive);
        receive.assertBlocked("nothing was sent");
        connection.stop();
        send(connection().createSession(), queue, "m");
        receive.assertBlocked("the connection is stopped");
        connection.start();
        assertEquals("m", text(receive.result()));
    }

    @Test
    void aListenerThatStopsItsOwnConnectionIsToldOrObeyed() throws Exception {
        Connection connection = started();
        Queue queue = queue();
        Inbox<String> inbox = new Inbox<>();
        connection.createSession().createConsumer(queue).setMessageListener(message -> {
            Throwable thrown = thrownBy(connection::stop);
            inbox.add(thrown == null || thrown instanceof IllegalStateException ? text(message) : thrown.toString());
        });
        send(connection().createSession(), queue, "m");
        inbox.assertTold("m");
        connection.start();
        send(connection().createSession(), queue, "n");
        inbox.assertTold("n");
    }

    @Test
    void aContextIsPausedToo() throws Exception {
        JMSContext context = context();
        Queue queue = queue();
        JMSConsumer consumer = context.createConsumer(queue);
        context.stop();
        context.createProducer().send(queue, "m");
        assertNothing(consumer);
        context.start();
        assertEquals("m", text(next(consumer)));
    }
}
