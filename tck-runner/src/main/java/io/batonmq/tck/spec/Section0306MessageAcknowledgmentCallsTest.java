package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;

import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 3.6, Message acknowledgment. */
@DisplayName("3.6 Message acknowledgment")
final class Section0306MessageAcknowledgmentCallsTest extends SpecificationTest {
    @Test
    void isIgnoredWhereTheSessionAcknowledges() throws Exception {
        for (int mode : new int[] {Session.AUTO_ACKNOWLEDGE, Session.DUPS_OK_ACKNOWLEDGE}) {
            Session session = started().createSession(mode);
            Queue queue = queue();
            send(session, queue, "m0", "m1");
            MessageConsumer consumer = session.createConsumer(queue);
            next(consumer).acknowledge();
            assertTexts(consumer, "m1");
        }
    }

    @Test
    void isIgnoredInATransaction() throws Exception {
        Session session = started().createSession(Session.SESSION_TRANSACTED);
        Queue queue = queue();
        send(session, queue, "m");
        session.commit();
        MessageConsumer consumer = session.createConsumer(queue);
        next(consumer).acknowledge();
        session.rollback();
        assertEquals("m", text(next(consumer)));
    }

    @Test
    void mayBeRepeated() throws Exception {
        Session session = started().createSession(Session.CLIENT_ACKNOWLEDGE);
        Queue queue = queue();
        send(session, queue, "m0", "m1");
        MessageConsumer consumer = session.createConsumer(queue);
        Message message = next(consumer);
        message.acknowledge();
        message.acknowledge();
        assertTexts(consumer, "m1");
        session.recover();
        assertTexts(consumer, "m1");
    }
}
