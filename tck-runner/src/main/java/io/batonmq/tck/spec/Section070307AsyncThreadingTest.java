package io.batonmq.tck.spec;

import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 7.3.7, Restrictions on threading. */
@DisplayName("7.3.7 Restrictions on threading")
final class Section070307AsyncThreadingTest extends SpecificationTest {
    @Test
    void theSessionStaysUsableAfterAnAsynchronousSend() throws Exception {
        Session session = started().createSession();
        Queue queue = queue();
        MessageProducer producer = session.createProducer(queue);
        Gate gate = afterwards(new Gate());
        producer.send(session.createTextMessage("m0"), new Completions(message -> gate.pass()));
        gate.awaitSomebody();
        producer.send(session.createTextMessage("m1"));
        assertTexts(session.createConsumer(queue), "m0", "m1");
        gate.open();
    }
}
