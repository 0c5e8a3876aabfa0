package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertThrows;

import jakarta.jms.Connection;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.TemporaryTopic;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 6.2.2, Creating temporary destinations. */
@DisplayName("6.2.2 Creating temporary destinations")
final class Section060202TemporaryDestinationsTest extends SpecificationTest {
    @Test
    void allSessionsOfTheConnectionMayConsumeAndNoOther() throws Exception {
        Connection connection = started();
        Session making = connection.createSession();
        TemporaryQueue queue = making.createTemporaryQueue();
        TemporaryTopic topic = making.createTemporaryTopic();
        making.close();
        Session session = connection.createSession();
        MessageConsumer consumer = session.createConsumer(queue);
        MessageConsumer subscriber = session.createConsumer(topic);
        Session stranger = started().createSession();
        send(stranger, queue, "m");
        send(stranger, topic, "m");
        assertTexts(consumer, "m");
        assertTexts(subscriber, "m");
        assertThrows(JMSException.class, () -> stranger.createConsumer(queue));
        assertThrows(JMSException.class, () -> stranger.createConsumer(topic));
        JMSContext context = context();
        assertThrows(JMSRuntimeException.class, () -> context.createConsumer(queue));
    }

    @Test
    void theyGoWithTheirConnection() throws Exception {
        Connection connection = started();
        Session session = connection.createSession();
        TemporaryQueue queue = session.createTemporaryQueue();
        Session other = started().createSession();
        send(other, queue, "in time");
        connection.close();
        assertThrows(JMSException.class, () -> send(other, queue, "too late"));
    }

    @Test
    void aDeletedOneIsNoLongerValid() throws Exception {
        Session session = started().createSession();
        TemporaryQueue queue = session.createTemporaryQueue();
        TemporaryTopic topic = session.createTemporaryTopic();
        queue.delete();
        topic.delete();
        assertThrows(InvalidDestinationException.class, () -> session.createConsumer(queue));
        assertThrows(InvalidDestinationException.class, () -> send(session, queue, "m"));
        assertThrows(InvalidDestinationException.class, () -> session.createConsumer(topic));
    }

    @Test
    void oneInUseIsNotDeleted() throws Exception {
        Session session = started().createSession();
        TemporaryQueue queue = session.createTemporaryQueue();
        MessageConsumer consumer = session.createConsumer(queue);
        assertThrows(JMSException.class, queue::delete);
        send(session, queue, "m");
        assertTexts(consumer, "m");
        consumer.close();
        queue.delete();
        TemporaryTopic topic = session.createTemporaryTopic();
        MessageConsumer subscriber = session.createConsumer(topic);
        assertThrows(JMSException.class, topic::delete);
        subscriber.close();
        topic.delete();
    }
}
