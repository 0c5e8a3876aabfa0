package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSProducer;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 7.3.1, Quality of service. */
@DisplayName("7.3.1 Quality of service")
final class Section070301AsyncQualityOfServiceTest extends SpecificationTest {
    @Test
    void theListenerIsToldOncePerSendAndTheMessageIsThere() throws Exception {
        Session session = started().createSession();
        Queue queue = queue();
        MessageConsumer consumer = started().createSession().createConsumer(queue);
        Inbox<Message> inbox = new Inbox<>();
        Message message = session.createTextMessage("m");
        session.createProducer(queue).send(message, new Completions(inbox::add));
        assertSame(message, inbox.next());
        inbox.assertNothing();
        assertTexts(consumer, "m");
    }

    @Test
    void eachFormOfTheCallHasItsListener() throws Exception {
        Session session = started().createSession();
        Queue queue = queue();
        Inbox<String> inbox = new Inbox<>();
        Completions listener = new Completions(message -> inbox.add(text(message)));
        MessageProducer fixed = session.createProducer(queue);
        MessageProducer anonymous = session.createProducer(null);
        fixed.send(session.createTextMessage("m0"), listener);
        fixed.send(session.createTextMessage("m1"), DeliveryMode.NON_PERSISTENT, 4, 0, listener);
        anonymous.send(queue, session.createTextMessage("m2"), listener);
        anonymous.send(queue, session.createTextMessage("m3"), DeliveryMode.PERSISTENT, 4, 0, listener);
        List<String> told = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            told.add(inbox.next());
        }
        Collections.sort(told);
        assertEquals(List.of(numbered(4)), told);
        inbox.assertNothing();
    }

    @Test
    void aJmsProducerSendsAsynchronouslyOnceItHasAListener() throws Exception {
        JMSContext context = context();
        Queue queue = queue();
        Inbox<String> inbox = new Inbox<>();
        Completions listener = new Completions(message -> inbox.add(text(message)));
        JMSProducer producer = context.createProducer().setAsync(listener);
        assertSame(listener, producer.getAsync());
        producer.send(queue, "m0").send(queue, "m1");
        inbox.assertTold("m0", "m1");
        producer.setAsync(null);
        assertNull(producer.getAsync());
        producer.send(queue, "m2");
        inbox.assertNothing();
    }
}
