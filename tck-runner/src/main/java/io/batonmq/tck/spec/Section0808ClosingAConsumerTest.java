package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import jakarta.jms.Connection;
import jakarta.jms.IllegalStateRuntimeException;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 8.8, Closing a consumer. */
@DisplayName("8.8 Closing a consumer")
final class Section0808ClosingAConsumerTest extends SpecificationTest {
    @Test
    void closeEndsAReceiveThatWaits() throws Exception {
        MessageConsumer consumer = started().createSession().createConsumer(queue());
        Background<Message> receive = Background.call(consumer::receive);
        receive.assertBlocked("nothing was sent");
        Background.run(consumer::close).result();
        assertNull(receive.result());
    }

    @Test
    void closeWaitsForItsListener() throws Exception {
        Connection connection = started();
        Queue queue = queue();
        Gate gate = afterwards(new Gate());
        Inbox<String> inbox = new Inbox<>();
        MessageConsumer consumer = connection.createSession().createConsumer(queue);
        consumer.setMessageListener(message -> {
            gate.pass();
            inbox.add(text(message));
        });
        send(connection.createSession(), queue, "m0", "m1");
        gate.awaitSomebody();
        Background<Boolean> closing = Background.run(consumer::close);
        closing.assertBlocked("close while its listener runs");
        gate.open();
        closing.result();
        assertEquals(List.of("m0"), inbox.rest());
        assertTexts(connection.createSession().createConsumer(queue), "m1");
    }

    @Test
    void aListenerMayCloseItsOwnConsumer() throws Exception {
        Connection connection = started();
        Queue queue = queue();
        Inbox<String> inbox = new Inbox<>();
        MessageConsumer consumer = connection.createSession().createConsumer(queue);
        consumer.setMessageListener(message -> inbox.add(text(message) + " " + thrownBy(consumer::close)));
        send(connection.createSession(), queue, "m0", "m1");
        inbox.assertTold("m0 null");
        assertTexts(connection.createSession().createConsumer(queue), "m1");
    }

    @Test
    void acknowledgeCountsAfterwards() throws Exception {
        Connection connection = started();
        Session session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
        Queue queue = queue();
        send(session, queue, numbered(3));
        MessageConsumer consumer = session.createConsumer(queue);
        next(consumer);
        Message message = next(consumer);
        consumer.close();
        message.acknowledge();
        session.close();
        assertTexts(connection.createSession().createConsumer(queue), "m2");
    }

    @Test
    void soDoesRecover() throws Exception {
        Session session = started().createSession(Session.CLIENT_ACKNOWLEDGE);
        Queue queue = queue();
        send(session, queue, numbered(3));
        MessageConsumer consumer = session.createConsumer(queue);
        next(consumer);
        next(consumer);
        consumer.close();
        session.recover();
        assertTexts(session.createConsumer(queue), numbered(3));
    }

    @Test
    void soDoCommitAndRollback() throws Exception {
        Session session = started().createSession(Session.SESSION_TRANSACTED);
        Queue queue = queue();
        send(session, queue, numbered(3));
        session.commit();
        for (boolean commit : new boolean[] {false, true}) {
            MessageConsumer consumer = session.createConsumer(queue);
            assertEquals(List.of("m0", "m1"), next(consumer, 2));
            consumer.close();
            if (commit) {
                session.commit();
            } else {
                session.rollback();
            }
        }
        assertTexts(session.createConsumer(queue), "m2");
    }

    @Test
    void whatWasDeliveredIsAcknowledgedAsUsual() throws Exception {
        for (int mode : new int[] {Session.AUTO_ACKNOWLEDGE, Session.DUPS_OK_ACKNOWLEDGE}) {
            Connection connection = started();
            Session session = connection.createSession(mode);
            Queue queue = queue();
            send(session, queue, numbered(3));
            MessageConsumer consumer = session.createConsumer(queue);
            assertEquals(List.of("m0", "m1"), next(consumer, 2));
            consumer.close();
            connection.close();
            assertTexts(started().createSession().createConsumer(queue), "m2");
        }
    }

    @Test
    void aContextsConsumerIsClosedToo() throws Exception {
        JMSContext context = context();
        Queue queue = queue();
        JMSConsumer consumer = context.createConsumer(queue);
        consumer.close();
        consumer.close();
        assertThrows(IllegalStateRuntimeException.class, consumer::receiveNoWait);
        assertThrows(IllegalStateRuntimeException.class, () -> consumer.receiveBody(String.class, 1));
        assertThrows(IllegalStateRuntimeException.class, consumer::getMessageListener);
        context.createProducer().send(queue, "m");
        assertEquals("m", text(next(context.createConsumer(queue))));
    }
}
