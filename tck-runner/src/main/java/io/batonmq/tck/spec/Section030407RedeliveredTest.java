package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.jms.Connection;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 3.4.7, JMSRedelivered. */
@DisplayName("3.4.7 JMSRedelivered")
final class Section030407RedeliveredTest extends SpecificationTest {
    @Test
    void isNotSetOnTheFirstDeliveryWhateverTheSenderSet() throws Exception {
        Session session = started().createSession();
        Queue queue = queue();
        Message message = session.createMessage();
        message.setJMSRedelivered(true);
        session.createProducer(queue).send(message);
        assertFalse(next(session.createConsumer(queue)).getJMSRedelivered());
    }

    @Test
    void isSetAfterARollback() throws Exception {
        Session session = started().createSession(Session.SESSION_TRANSACTED);
        Queue queue = queue();
        send(session, queue, "m");
        session.commit();
        MessageConsumer consumer = session.createConsumer(queue);
        assertFalse(next(consumer).getJMSRedelivered());
        session.rollback();
        assertTrue(next(consumer).getJMSRedelivered());
    }

    @Test
    void isSetForTheNextConsumerAfterASessionEndedWithoutAcknowledging() throws Exception {
        Connection connection = started();
        Session session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
        Queue queue = queue();
        send(session, queue, "m");
        next(session.createConsumer(queue));
        connection.close();
        Message again = next(started().createSession().createConsumer(queue));
        assertTrue(again.getJMSRedelivered());
    }
}
