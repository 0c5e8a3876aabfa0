package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.jms.Connection;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 3.4.9, JMSExpiration. */
@DisplayName("3.4.9 JMSExpiration")
final class Section030409ExpirationTest extends SpecificationTest {
    @Test
    void isTheTimeOfTheSendAndTheTimeToLive() throws Exception {
        Session session = started().createSession();
        Queue queue = queue();
        MessageConsumer consumer = session.createConsumer(queue);
        MessageProducer producer = session.createProducer(queue);
        producer.setTimeToLive(100_000);
        Message message = session.createMessage();
        message.setJMSExpiration(1);
        long before = now();
        producer.send(message);
        long expiration = message.getJMSExpiration();
        assertTrue(before + 100_000 <= expiration && expiration <= now() + 100_000, "expiration " + expiration);
        assertEquals(expiration, next(consumer).getJMSExpiration());
    }

    @Test
    void isZeroForAMessageThatDoesNotExpire() throws Exception {
        Session session = started().createSession();
        Queue queue = queue();
        Message message = session.createMessage();
        message.setJMSExpiration(now() + 100_000);
        session.createProducer(queue).send(message);
        assertEquals(0, message.getJMSExpiration());
        assertEquals(0, next(session.createConsumer(queue)).getJMSExpiration());
    }

    @Test
    void countsFromTheSendNotFromTheCommit() throws Exception {
        Session session = started().createSession(Session.SESSION_TRANSACTED);
        Queue queue = queue();
        MessageProducer producer = session.createProducer(queue);
        producer.setTimeToLive(200);
        Message message = session.createTextMessage("stale");
        long before = now();
        producer.send(message);
        assertTrue(message.getJMSExpiration() <= now() + 200 && before + 200 <= message.getJMSExpiration());
        awaitTime(message.getJMSExpiration());
        producer.setTimeToLive(0);
        producer.send(session.createTextMessage("fresh"));
        session.commit();
        assertTexts(session.createConsumer(queue), "fresh");
        session.commit();
    }

    @Test
    void anExpiredMessageIsNotReceived() throws Exception {
        Session session = started().createSession();
        Queue queue = queue();
        MessageProducer producer = session.createProducer(queue);
        producer.setTimeToLive(100);
        Message message = session.createTextMessage("stale");
        producer.send(message);
        producer.setTimeToLive(0);
        producer.send(session.createTextMessage("fresh"));
        awaitTime(message.getJMSExpiration());
        assertTexts(session.createConsumer(queue), "fresh");
    }

    @Test
    void aMessageThatExpiresWhileItWaitsInAConsumerIsNotReceived() throws Exception {
        Connection connection = started();
        Session session = connection.createSession();
        Queue queue = queue();
        MessageConsumer consumer = session.createConsumer(queue);
        send(session, queue, "first");
        MessageProducer producer = session.createProducer(queue);
        producer.setTimeToLive(200);
        Message message = session.createTextMessage("stale");
        producer.send(message);
        send(session, queue, "last");
        assertEquals("first", text(next(consumer)));
        awaitTime(message.getJMSExpiration());
        assertEquals("last", text(next(consumer)));
    }
}
