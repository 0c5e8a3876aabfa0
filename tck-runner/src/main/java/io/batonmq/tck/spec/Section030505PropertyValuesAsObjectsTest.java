package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import jakarta.jms.JMSProducer;
import jakarta.jms.Message;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageFormatRuntimeException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 3.5.5, Property values as objects. */
@DisplayName("3.5.5 Property values as objects")
final class Section030505PropertyValuesAsObjectsTest extends SpecificationTest {
    @Test
    void anObjectIsAsGoodAsThePrimitiveValue() throws Exception {
        Message message = connection().createSession().createMessage();
        for (Map.Entry<String, Object> each : Conversions.values(false).entrySet()) {
            message.setObjectProperty(each.getKey(), each.getValue());
            assertEquals(each.getValue(), message.getObjectProperty(each.getKey()));
        }
        message.setIntProperty("n", 5);
        assertEquals(5, message.getObjectProperty("n"));
        assertNull(message.getObjectProperty("unset"));
    }

    @Test
    void anyOtherClassIsRefused() throws Exception {
        Message message = connection().createSession().createMessage();
        for (Object wrong :
                List.of('c', new byte[1], new AtomicInteger(), List.of(), new Object(), java.math.BigDecimal.ONE)) {
            assertThrows(
                    MessageFormatException.class,
                    () -> message.setObjectProperty("p", wrong),
                    wrong.getClass().toString());
        }
        assertFalse(message.propertyExists("p"));
    }

    @Test
    void aJmsProducerRefusesAnyOtherClassToo() throws Exception {
        JMSProducer producer = context().createProducer();
        for (Object wrong : List.of('c', new byte[1], List.of())) {
            assertThrows(
                    MessageFormatRuntimeException.class,
                    () -> producer.setProperty("p", wrong),
                    wrong.getClass().toString());
        }
    }
}
