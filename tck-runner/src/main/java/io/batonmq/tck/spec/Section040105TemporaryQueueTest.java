package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import jakarta.jms.TemporaryQueue;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 4.1.5, TemporaryQueue. */
@DisplayName("4.1.5 TemporaryQueue")
final class Section040105TemporaryQueueTest extends SpecificationTest {
    @Test
    void isUniqueAndOnlyItsConnectionConsumesFromIt() throws Exception {
        Connection connection = started();
        Session session = connection.createSession();
        TemporaryQueue one = session.createTemporaryQueue();
        TemporaryQueue two = session.createTemporaryQueue();
        assertNotEquals(one, two);
        assertNotEquals(one.getQueueName(), two.getQueueName());
        MessageConsumer consumer = connection.createSession().createConsumer(one);
        Session stranger = started().createSession();
        send(stranger, one, "m");
        assertTexts(consumer, "m");
        assertThrows(JMSException.class, () -> stranger.createConsumer(one));
    }
}
