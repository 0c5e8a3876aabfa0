package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;

import jakarta.jms.JMSContext;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 7.8, Message time-to-live. */
@DisplayName("7.8 Message time-to-live")
final class Section0708TimeToLiveTest extends SpecificationTest {
    @Test
    void isNotIgnoredByAQueueATopicOrABrowser() throws Exception {
        Session session = started().createSession();
        Queue queue = queue();
        Topic topic = topic();
        MessageConsumer subscriber = session.createSharedConsumer(topic, unique());
        MessageProducer producer = session.createProducer(null);
        producer.setTimeToLive(100);
        assertEquals(100, producer.getTimeToLive());
        producer.send(queue, session.createTextMessage("stale"));
        Message last = session.createTextMessage("stale");
        producer.send(topic, last);
        send(session, queue, "fresh");
        send(session, topic, "fresh");
        awaitTime(last.getJMSExpiration());
        List<String> browsed = new ArrayList<>();
        for (Enumeration<?> all = session.createBrowser(queue).getEnumeration(); all.hasMoreElements(); ) {
            browsed.add(text((Message) all.nextElement()));
        }
        assertEquals(List.of("fresh"), browsed);
        assertTexts(session.createConsumer(queue), "fresh");
        assertTexts(subscriber, "fresh");
    }

    @Test
    void aMessageIsThereUntilItExpires() throws Exception {
        Session session = started().createSession();
        Queue queue = queue();
        MessageProducer producer = session.createProducer(queue);
        producer.setTimeToLive(100_000);
        producer.send(session.createTextMessage("m"));
        assertTexts(session.createConsumer(queue), "m");
    }

    @Test
    void aJmsProducersCountsToo() throws Exception {
        JMSContext context = context();
        Queue queue = queue();
        Message message = context.createTextMessage("stale");
        context.createProducer().setTimeToLive(100).send(queue, message);
        context.createProducer().send(queue, "fresh");
        awaitTime(message.getJMSExpiration());
        assertEquals("fresh", text(next(context.createConsumer(queue))));
    }

    @Test
    void aDelayedMessageMayExpireBeforeItIsDue() throws Exception {
        Session session = started().createSession();
        Queue queue = queue();
        MessageProducer producer = session.createProducer(queue);
        producer.setTimeToLive(50);
        producer.setDeliveryDelay(150);
        Message message = session.createTextMessage("stale");
        producer.send(message);
        awaitTime(message.getJMSDeliveryTime());
        send(session, queue, "fresh");
        assertEquals("fresh", text(next(session.createConsumer(queue))));
    }
}
