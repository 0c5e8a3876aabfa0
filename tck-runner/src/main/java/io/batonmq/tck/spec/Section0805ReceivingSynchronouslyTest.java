package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.jms.IllegalStateException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 8.5, Receiving messages synchronously. */
@DisplayName("8.5 Receiving messages synchronously")
final class Section0805ReceivingSynchronouslyTest extends SpecificationTest {
    @Test
    void receiveWaitsUntilAMessageComes() throws Exception {
        Session session = started().createSession();
        Queue queue = queue();
        MessageConsumer consumer = session.createConsumer(queue);
        Background<Message> receive = Background.call(consumer::receive);
        receive.assertBlocked("nothing was sent");
        send(started().createSession(), queue, "m");
        assertEquals("m", text(receive.result()));
    }

    @Test
    void receiveWithATimeoutOfZeroWaitsAsLong() throws Exception {
        Session session = started().createSession();
        Queue queue = queue();
        MessageConsumer consumer = session.createConsumer(queue);
        Background<Message> receive = Background.call(() -> consumer.receive(0));
        receive.assertBlocked("nothing was sent");
        send(started().createSession(), queue, "m");
        assertEquals("m", text(receive.result()));
    }

    @Test
    void receiveWithATimeoutWaitsThatLong() throws Exception {
        MessageConsumer consumer = started().createSession().createConsumer(queue());
        long before = ticks();
        assertNull(consumer.receive(QUIET));
        assertTrue(ticks() - before >= QUIET - 10, "it returned after " + (ticks() - before) + " ms");
    }

    @Test
    void receiveNoWaitReturnsAtOnceWithWhatIsThere() throws Exception {
        Session session = started().createSession();
        Queue queue = queue();
        MessageConsumer consumer = session.createConsumer(queue);
        Background<Message> nothing = Background.call(consumer::receiveNoWait);
        assertNull(nothing.result());
        send(session, queue, numbered(3));
        assertEquals("m0", text(next(consumer)));
        assertEquals("m1", text(next(consumer)));
        Message last = consumer.receiveNoWait();
        assertTrue(last == null || text(last).equals("m2"));
    }

    @Test
    void aClosedConsumerReceivesNoMore() throws Exception {
        MessageConsumer consumer = started().createSession().createConsumer(queue());
        consumer.close();
        consumer.close();
        assertThrows(IllegalStateException.class, consumer::receive);
        assertThrows(IllegalStateException.class, () -> consumer.receive(1));
        assertThrows(IllegalStateException.class, consumer::receiveNoWait);
        assertThrows(IllegalStateException.class, () -> consumer.setMessageListener(null));
        assertThrows(IllegalStateException.class, consumer::getMessageSelector);
    }
}
