package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.jms.Connection;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 7.9, Message delivery delay. */
@DisplayName("7.9 Message delivery delay")
final class Section0709DeliveryDelayTest extends SpecificationTest {
    @Test
    void noConsumerGetsAMessageBeforeItIsDue() throws Exception {
        Connection connection = started();
        Queue queue = queue();
        Inbox<Long> inbox = new Inbox<>();
        connection.createSession().createConsumer(queue).setMessageListener(message -> inbox.add(now()));
        Session session = connection().createSession();
        MessageProducer producer = session.createProducer(queue);
        producer.setDeliveryDelay(200);
        assertEquals(200, producer.getDeliveryDelay());
        Message message = session.createMessage();
        producer.send(message);
        long came = inbox.next();
        assertTrue(came >= message.getJMSDeliveryTime(), (message.getJMSDeliveryTime() - came) + " ms early");
        inbox.assertNothing();
    }

    @Test
    void eachMessageOfATransactionWaitsForItsOwnTime() throws Exception {
        Session session = started().createSession(Session.SESSION_TRANSACTED);
        Queue queue = queue();
        MessageProducer producer = session.createProducer(queue);
        long before = now();
        for (int delay : new int[] {450, 300, 150}) {
            producer.setDeliveryDelay(delay);
            Message message = session.createTextMessage("after " + delay);
            producer.send(message);
            assertTrue(message.getJMSDeliveryTime() >= before + delay, "due without a delay");
        }
        session.commit();
        MessageConsumer consumer = session.createConsumer(queue);
        Set<String> texts = new HashSet<>();
        for (int i = 0; i < 3; i++) {
            Message message = next(consumer);
            long early = message.getJMSDeliveryTime() - now();
            assertTrue(early <= 0, text(message) + " came " + early + " ms too early");
            texts.add(text(message));
        }
        session.commit();
        assertEquals(Set.of("after 150", "after 300", "after 450"), texts);
    }

    @Test
    void aSubscriptionMadeAfterTheSendDoesNotGetIt() throws Exception {
        Session session = started().createSession();
        Topic topic = topic();
        MessageConsumer early = session.createConsumer(topic);
        MessageProducer producer = session.createProducer(topic);
        producer.setDeliveryDelay(200);
        producer.send(session.createTextMessage("m"));
        MessageConsumer late = session.createConsumer(topic);
        assertTexts(early, "m");
        assertNothing(late);
    }

    @Test
    void aDurableSubscriptionThatIsAwayGetsItLater() throws Exception {
        String name = unique();
        unsubscribeAfterwards("", name);
        Session session = started().createSession();
        Topic topic = topic();
        session.createSharedDurableConsumer(topic, name).close();
        MessageProducer producer = session.createProducer(topic);
        producer.setDeliveryDelay(100);
        producer.send(session.createTextMessage("m"));
        MessageConsumer consumer = session.createSharedDurableConsumer(topic, name);
        assertTexts(consumer, "m");
        consumer.close();
    }

    @Test
    void aRollbackTakesBackADelayedMessage() throws Exception {
        Session session = started().createSession(Session.SESSION_TRANSACTED);
        Queue queue = queue();
        MessageProducer producer = session.createProducer(queue);
        producer.setDeliveryDelay(50);
        producer.send(session.createTextMessage("rolled back"));
        session.rollback();
        producer.send(session.createTextMessage("m"));
        session.commit();
        assertTexts(session.createConsumer(queue), "m");
        session.commit();
    }

    @Test
    void aReceiveNoWaitBeforeThatTimeIsNull() throws Exception {
        Session session = started().createSession();
        Queue queue = queue();
        MessageProducer producer = session.createProducer(queue);
        producer.setDeliveryDelay(60_000);
        producer.setTimeToLive(60_001);
        producer.send(session.createTextMessage("much later"));
        assertNull(session.createConsumer(queue).receiveNoWait());
    }

    @Test
    void aJmsProducersCountsToo() throws Exception {
        JMSContext context = context();
        Queue queue = queue();
        JMSConsumer consumer = context.createConsumer(queue);
        Message message = context.createMessage();
        long before = now();
        context.createProducer().setDeliveryDelay(150).send(queue, message);
        assertTrue(message.getJMSDeliveryTime() >= before + 150, "due without a delay");
        next(consumer);
        assertTrue(now() >= message.getJMSDeliveryTime());
    }
}
