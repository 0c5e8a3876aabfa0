package io.batonmq.tck.spec;

import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 7.3.3, Message order. */
@DisplayName("7.3.3 Message order")
final class Section070303AsyncMessageOrderTest extends SpecificationTest {
    @Test
    void asynchronousSendsKeepTheirOrder() throws Exception {
        Session session = started().createSession();
        Queue queue = queue();
        MessageProducer producer = session.createProducer(queue);
        Completions listener = new Completions(message -> {});
        for (String text : numbered(100)) {
            producer.send(session.createTextMessage(text), listener);
        }
        assertTexts(started().createSession().createConsumer(queue), numbered(100));
    }

    @Test
    void synchronousOnesBetweenThemKeepTheOrderToo() throws Exception {
        Session session = started().createSession();
        Queue queue = queue();
        MessageProducer producer = session.createProducer(queue);
        Completions listener = new Completions(message -> {});
        for (int i = 0; i < 40; i++) {
            if (i % 4 == 3) {
                producer.send(session.createTextMessage("m" + i));
            } else {
                producer.send(session.createTextMessage("m" + i), listener);
            }
        }
        assertTexts(started().createSession().createConsumer(queue), numbered(40));
    }
}
