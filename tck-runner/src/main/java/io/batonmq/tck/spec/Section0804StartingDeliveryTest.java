package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;

import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.Queue;
import jakarta.jms.Topic;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 8.4, Starting message delivery. */
@DisplayName("8.4 Starting message delivery")
final class Section0804StartingDeliveryTest extends SpecificationTest {
    @Test
    void aContextStartsWithAnyKindOfConsumer() throws Exception {
        Topic topic = topic();
        String name = unique();
        String id = unique();
        unsubscribeAfterwards("", name);
        unsubscribeAfterwards(id, name);
        JMSContext withId = context();
        withId.setClientID(id);
        List<JMSConsumer> consumers = List.of(
                context().createConsumer(topic),
                context().createSharedConsumer(topic, name),
                context().createSharedDurableConsumer(topic, name),
                withId.createDurableConsumer(topic, name));
        send(connection().createSession(), topic, "m");
        for (JMSConsumer consumer : consumers) {
            assertEquals("m", text(next(consumer)));
            consumer.close();
        }
    }

    @Test
    void aContextMadeFromAnotherIsStartedByItsOwnConsumer() throws Exception {
        JMSContext first = context();
        JMSContext second = afterwards(first.createContext(JMSContext.AUTO_ACKNOWLEDGE));
        Queue queue = queue();
        first.createProducer().send(queue, "m");
        assertEquals("m", text(next(second.createConsumer(queue))));
    }
}
