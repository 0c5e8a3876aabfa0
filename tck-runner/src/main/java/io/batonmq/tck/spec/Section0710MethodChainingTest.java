package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertSame;

import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSProducer;
import jakarta.jms.Queue;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 7.10, JMSProducer method chaining. */
@DisplayName("7.10 JMSProducer method chaining")
final class Section0710MethodChainingTest extends SpecificationTest {
    @Test
    void everySetterReturnsTheProducer() throws Exception {
        JMSProducer producer = context().createProducer();
        Queue queue = queue();
        Completions listener = new Completions(message -> {});
        assertAll(Stream.of(
                        producer.setAsync(listener),
                        producer.setAsync(null),
                        producer.setDeliveryDelay(0),
                        producer.setDeliveryMode(DeliveryMode.NON_PERSISTENT),
                        producer.setDisableMessageID(false),
                        producer.setDisableMessageTimestamp(true),
                        producer.setJMSCorrelationID("c"),
                        producer.setJMSCorrelationID(null),
                        producer.setJMSReplyTo(queue),
                        producer.setJMSType("t"),
                        producer.setPriority(5),
                        producer.setTimeToLive(10_000),
                        producer.setProperty("foo", "bar"),
                        producer.setProperty("b", true),
                        producer.setProperty("y", (byte) 1),
                        producer.setProperty("s", (short) 1),
                        producer.setProperty("i", 1),
                        producer.setProperty("l", 1L),
                        producer.setProperty("f", 1f),
                        producer.setProperty("d", 1d),
                        producer.setProperty("o", (Object) 1),
                        producer.clearProperties(),
                        producer.send(queue, "body"))
                .map(returned -> () -> assertSame(producer, returned)));
    }
}
