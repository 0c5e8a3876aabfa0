package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.jms.Connection;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 6.2, Sessions. */
@DisplayName("6.2 Sessions")
final class Section0602SessionsTest extends SpecificationTest {
    @Test
    void theMethodsThatMakeOneSayHowItAcknowledges() throws Exception {
        Connection connection = connection();
        int[] modes = {
            Session.AUTO_ACKNOWLEDGE,
            Session.CLIENT_ACKNOWLEDGE,
            Session.DUPS_OK_ACKNOWLEDGE,
            Session.SESSION_TRANSACTED
        };
        for (int mode : modes) {
            Session session = connection.createSession(mode);
            assertEquals(mode, session.getAcknowledgeMode());
            assertEquals(mode == Session.SESSION_TRANSACTED, session.getTransacted());
            assertEquals(mode, context(mode).getSessionMode());
        }
        assertEquals(Session.AUTO_ACKNOWLEDGE, connection.createSession().getAcknowledgeMode());
        assertEquals(
                Session.CLIENT_ACKNOWLEDGE,
                connection.createSession(false, Session.CLIENT_ACKNOWLEDGE).getAcknowledgeMode());
        Session transacted = connection.createSession(true, Session.CLIENT_ACKNOWLEDGE);
        assertTrue(transacted.getTransacted());
        assertEquals(Session.SESSION_TRANSACTED, transacted.getAcknowledgeMode());
    }

    @Test
    void whatWasReceivedButNotAcknowledgedComesToTheQueuesNextConsumer() throws Exception {
        Connection connection = started();
        Queue queue = queue();
        Session session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
        send(session, queue, numbered(3));
        assertEquals(List.of("m0", "m1"), next(session.createConsumer(queue), 2));
        session.close();
        MessageConsumer consumer = connection.createSession().createConsumer(queue);
        Message again = next(consumer);
        assertEquals("m0", text(again));
        assertTrue(again.getJMSRedelivered());
        assertTexts(consumer, "m1", "m2");
    }
}
