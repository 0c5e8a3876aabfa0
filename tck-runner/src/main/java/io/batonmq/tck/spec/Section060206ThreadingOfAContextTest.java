package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSProducer;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 6.2.6, Threading restrictions on a JMSContext. */
@DisplayName("6.2.6 Threading restrictions on a JMSContext")
final class Section060206ThreadingOfAContextTest extends SpecificationTest {
    @Test
    void createContextAndCloseMayBeCalledByAnotherThread() throws Exception {
        JMSContext context = context();
        JMSConsumer consumer = context.createConsumer(queue());
        Background<Message> receive = Background.call(consumer::receive);
        receive.assertBlocked("nothing was sent");
        JMSContext second = Background.call(() -> context.createContext(JMSContext.AUTO_ACKNOWLEDGE))
                .result();
        afterwards(second);
        Background.run(consumer::close).result();
        assertNull(receive.result());
        Background.run(context::close).result();
        assertNotNull(second.createMessage());
    }

    @Test
    void aSecondListenerMayBeSetThoughTheConnectionIsStarted() throws Exception {
        JMSContext context = context();
        Queue one = queue();
        Queue two = queue();
        Inbox<String> inbox = new Inbox<>();
        context.createConsumer(one).setMessageListener(message -> inbox.add("one " + text(message)));
        context.createConsumer(two).setMessageListener(message -> inbox.add("two " + text(message)));
        JMSProducer producer = context().createProducer();
        producer.send(one, "m");
        assertEquals("one m", inbox.next());
        producer.send(two, "m");
        assertEquals("two m", inbox.next());
    }
}
