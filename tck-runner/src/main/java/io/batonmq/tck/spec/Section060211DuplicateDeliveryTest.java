package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.jms.Connection;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 6.2.11, Duplicate delivery of messages. */
@DisplayName("6.2.11 Duplicate delivery of messages")
final class Section060211DuplicateDeliveryTest extends SpecificationTest {
    @Test
    void whatIsAcknowledgedIsNeverDeliveredAgain() throws Exception {
        Queue queue = queue();
        send(connection().createSession(), queue, numbered(20));
        int[] modes = {
            Session.AUTO_ACKNOWLEDGE, Session.CLIENT_ACKNOWLEDGE, Session.SESSION_TRANSACTED, Session.AUTO_ACKNOWLEDGE
        };
        Set<String> seen = new HashSet<>();
        for (int mode : modes) {
            try (Connection connection = started()) {
                Session session = connection.createSession(mode);
                MessageConsumer consumer = session.createConsumer(queue);
                for (int i = 0; i < 5; i++) {
                    Message message = next(consumer);
                    assertTrue(seen.add(text(message)), text(message) + " again");
                    if (mode == Session.CLIENT_ACKNOWLEDGE) {
                        message.acknowledge();
                    } else if (mode == Session.SESSION_TRANSACTED) {
                        session.commit();
                    }
                }
            }
        }
        assertNothing(started().createSession().createConsumer(queue));
    }

    @Test
    void neitherRecoverNorRollbackBringsItBack() throws Exception {
        Queue queue = queue();
        Session session = started().createSession(Session.CLIENT_ACKNOWLEDGE);
        send(session, queue, numbered(3));
        MessageConsumer consumer = session.createConsumer(queue);
        next(consumer);
        next(consumer).acknowledge();
        session.recover();
        assertTexts(consumer, "m2");
        session.close();
        Session transacted = started().createSession(Session.SESSION_TRANSACTED);
        MessageConsumer other = transacted.createConsumer(queue);
        assertTexts(other, "m2");
        transacted.commit();
        transacted.rollback();
        assertNothing(other);
    }
}
