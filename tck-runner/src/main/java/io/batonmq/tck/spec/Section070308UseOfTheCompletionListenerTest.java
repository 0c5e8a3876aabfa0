package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;

import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSContext;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 7.3.8, Use of the CompletionListener by the Jakarta Messaging provider. */
@DisplayName("7.3.8 Use of the CompletionListener by the Jakarta Messaging provider")
final class Section070308UseOfTheCompletionListenerTest extends SpecificationTest {
    @Test
    void callbacksComeInTheOrderOfTheSends() throws Exception {
        Session session = connection().createSession();
        MessageProducer producer = session.createProducer(queue());
        Inbox<String> inbox = new Inbox<>();
        Completions listener = new Completions(message -> inbox.add(text(message)));
        for (int i = 0; i < 60; i++) {
            int mode = i % 3 == 0 ? DeliveryMode.PERSISTENT : DeliveryMode.NON_PERSISTENT;
            producer.send(session.createTextMessage("m" + i), mode, 4, 0, listener);
        }
        inbox.assertTold(numbered(60));
    }

    @Test
    void aContextsCallbacksComeInTheOrderOfTheSends() throws Exception {
        JMSContext context = context();
        Queue one = queue();
        Queue two = queue();
        Inbox<String> inbox = new Inbox<>();
        Completions listener = new Completions(message -> inbox.add(text(message)));
        for (int i = 0; i < 30; i++) {
            context.createProducer().setAsync(listener).send(i % 2 == 0 ? one : two, "m" + i);
        }
        inbox.assertTold(numbered(30));
    }

    @Test
    void aSessionRunsOneCallbackAtATime() throws Exception {
        Session session = connection().createSession();
        Gate gate = afterwards(new Gate());
        Inbox<String> inbox = new Inbox<>();
        Completions listener = new Completions(message -> {
            inbox.add("in");
            gate.pass();
            inbox.add("out");
        });
        for (int i = 0; i < 2; i++) {
            session.createProducer(queue()).send(session.createMessage(), listener);
        }
        gate.awaitSomebody();
        assertEquals("in", inbox.next());
        inbox.assertNothing();
        gate.open();
        inbox.assertTold("out", "in", "out");
    }

    @Test
    void theSendingThreadIsNeverUsed() throws Exception {
        Session session = connection().createSession();
        MessageProducer producer = session.createProducer(queue());
        Inbox<Thread> inbox = new Inbox<>();
        for (int i = 0; i < 5; i++) {
            producer.send(session.createMessage(), new Completions(message -> inbox.add(Thread.currentThread())));
        }
        for (int i = 0; i < 5; i++) {
            assertNotSame(Thread.currentThread(), inbox.next());
        }
    }
}
