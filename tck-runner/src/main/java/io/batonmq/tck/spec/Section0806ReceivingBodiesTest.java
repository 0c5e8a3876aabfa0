package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSProducer;
import jakarta.jms.Message;
import jakarta.jms.MessageFormatRuntimeException;
import jakarta.jms.Queue;
import java.io.Serializable;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 8.6, Receiving message bodies synchronously. */
@DisplayName("8.6 Receiving message bodies synchronously")
final class Section0806ReceivingBodiesTest extends SpecificationTest {
    private static final Class<?>[] NEVER = {Integer.class, Thread.class};

    @Test
    void eachKindGivesItsBody() throws Exception {
        JMSContext context = context();
        Queue queue = queue();
        JMSConsumer consumer = context.createConsumer(queue);
        JMSProducer producer = context.createProducer();
        producer.send(queue, "text").send(queue, "text").send(queue, "text");
        assertEquals("text", consumer.receiveBody(String.class, soon()));
        assertEquals("text", consumer.receiveBody(Object.class, soon()));
        assertEquals("text", consumer.receiveBody(Comparable.class, soon()));
        producer.send(queue, Map.of("n", 1)).send(queue, Map.of("n", 1));
        assertEquals(Map.of("n", 1), consumer.receiveBody(Map.class, soon()));
        assertEquals(Map.of("n", 1), consumer.receiveBody(Object.class, soon()));
        producer.send(queue, new byte[] {1}).send(queue, new byte[] {2});
        assertArrayEquals(new byte[] {1}, consumer.receiveBody(byte[].class, soon()));
        assertArrayEquals(new byte[] {2}, (byte[]) consumer.receiveBody(Object.class, soon()));
        producer.send(queue, Integer.valueOf(5)).send(queue, Integer.valueOf(6));
        assertEquals(5, consumer.receiveBody(Integer.class, soon()));
        assertEquals(6, consumer.receiveBody(Serializable.class, soon()));
    }

    @Test
    void allThreeFormsReceiveABody() throws Exception {
        JMSContext context = context();
        Queue queue = queue();
        JMSConsumer consumer = context.createConsumer(queue);
        assertNull(consumer.receiveBodyNoWait(String.class));
        assertNull(consumer.receiveBody(String.class, QUIET));
        context.createProducer().send(queue, "m");
        assertEquals(
                "m", Background.call(() -> consumer.receiveBody(String.class)).result());
    }

    @Test
    void whatCannotBeTheBodyIsAFormatException() throws Exception {
        JMSContext context = context(JMSContext.CLIENT_ACKNOWLEDGE);
        Queue queue = queue();
        JMSConsumer consumer = context.createConsumer(queue);
        JMSProducer producer = context.createProducer();
        producer.send(queue, "text");
        assertThrows(MessageFormatRuntimeException.class, () -> consumer.receiveBody(NEVER[0], soon()));
        producer.send(queue, Map.of());
        assertThrows(MessageFormatRuntimeException.class, () -> consumer.receiveBody(String.class, soon()));
        producer.send(queue, new byte[1]);
        assertThrows(MessageFormatRuntimeException.class, () -> consumer.receiveBody(String.class, soon()));
        producer.send(queue, context.createTextMessage());
        assertThrows(MessageFormatRuntimeException.class, () -> consumer.receiveBody(NEVER[0], soon()));
        producer.send(queue, context.createStreamMessage());
        assertThrows(MessageFormatRuntimeException.class, () -> consumer.receiveBody(Object.class, soon()), "stream");
        producer.send(queue, context.createMessage());
        assertThrows(MessageFormatRuntimeException.class, () -> consumer.receiveBody(Object.class, soon()), "plain");
    }

    @Test
    void afterAFailureTheMessageIsDeliveredAsIfNothingHadHappened() throws Exception {
        for (int mode : new int[] {JMSContext.AUTO_ACKNOWLEDGE, JMSContext.DUPS_OK_ACKNOWLEDGE}) {
            JMSContext context = context(mode);
            Queue queue = queue();
            context.createProducer().send(queue, "m0").send(queue, "m1");
            JMSConsumer consumer = context.createConsumer(queue);
            for (int i = 0; i < 2; i++) {
                assertThrows(MessageFormatRuntimeException.class, () -> consumer.receiveBody(NEVER[1], soon()));
            }
            Message message = next(consumer);
            assertEquals("m0", text(message));
            assertFalse(message.getJMSRedelivered());
            assertEquals(1, message.getIntProperty("JMSXDeliveryCount"));
            assertEquals("m1", consumer.receiveBody(String.class, soon()));
        }
    }

    @Test
    void afterAFailureInAnAcknowledgingClientTheNextMessageComes() throws Exception {
        JMSContext context = context(JMSContext.CLIENT_ACKNOWLEDGE);
        Queue queue = queue();
        context.createProducer().send(queue, "m0").send(queue, "m1");
        JMSConsumer consumer = context.createConsumer(queue);
        assertThrows(MessageFormatRuntimeException.class, () -> consumer.receiveBody(NEVER[1], soon()));
        assertEquals("m1", consumer.receiveBody(String.class, soon()));
        context.recover();
        Message again = next(consumer);
        assertEquals("m0", text(again));
        assertTrue(again.getJMSRedelivered());
        assertEquals(2, again.getIntProperty("JMSXDeliveryCount"));
    }

    @Test
    void afterAFailureInATransactionTheNextMessageComes() throws Exception {
        JMSContext context = context(JMSContext.SESSION_TRANSACTED);
        Queue queue = queue();
        context.createProducer().send(queue, "m0").send(queue, "m1");
        context.commit();
        JMSConsumer consumer = context.createConsumer(queue);
        assertThrows(MessageFormatRuntimeException.class, () -> consumer.receiveBody(NEVER[1], soon()));
        assertEquals("m1", consumer.receiveBody(String.class, soon()));
        context.rollback();
        Message again = next(consumer);
        assertEquals("m0", text(again));
        assertTrue(again.getJMSRedelivered());
        assertEquals("m1", consumer.receiveBody(String.class, soon()));
        context.commit();
        assertNothing(consumer);
    }
}
