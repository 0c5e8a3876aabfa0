package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import jakarta.jms.Message;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 3.4.5, JMSCorrelationID. */
@DisplayName("3.4.5 JMSCorrelationID")
final class Section030405CorrelationIdTest extends SpecificationTest {
    private Message sentAndReceived(Message message, Session session) throws Exception {
        Queue queue = queue();
        session.createProducer(queue).send(message);
        return next(session.createConsumer(queue));
    }

    @Test
    void carriesAMessageIdOrAText() throws Exception {
        Session session = started().createSession();
        for (String id : List.of("ID:of-a-request", "order 17 \u20ac")) {
            Message message = session.createMessage();
            message.setJMSCorrelationID(id);
            assertEquals(id, sentAndReceived(message, session).getJMSCorrelationID());
        }
        assertNull(sentAndReceived(session.createMessage(), session).getJMSCorrelationID());
    }

    @Test
    void carriesBytesOrSaysThatItCannot() throws Exception {
        Session session = started().createSession();
        Message message = session.createMessage();
        byte[] id = {1, 0, -1};
        if (thrownBy(() -> message.setJMSCorrelationIDAsBytes(id)) instanceof UnsupportedOperationException) {
            return;
        }
        message.setJMSCorrelationIDAsBytes(id);
        assertArrayEquals(id, sentAndReceived(message, session).getJMSCorrelationIDAsBytes());
    }
}
