package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.jms.Message;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 3.5.2, Property values. */
@DisplayName("3.5.2 Property values")
final class Section030502PropertyValuesTest extends SpecificationTest {
    @Test
    void allTypesArriveWithAllTheirValues() throws Exception {
        Session session = started().createSession();
        Queue queue = queue();
        Map<String, Object> values = new HashMap<>();
        int number = 0;
        for (Object value : List.<Object>of(
                Byte.MIN_VALUE,
                Byte.MAX_VALUE,
                Short.MIN_VALUE,
                Short.MAX_VALUE,
                Integer.MIN_VALUE,
                Integer.MAX_VALUE,
                Long.MIN_VALUE,
                Long.MAX_VALUE,
                Float.MIN_VALUE,
                Float.MAX_VALUE,
                Float.NaN,
                Float.NEGATIVE_INFINITY,
                -0.0f,
                Double.MIN_VALUE,
                Double.MAX_VALUE,
                Double.NaN,
                Double.POSITIVE_INFINITY,
                -0.0,
                "",
                "\u00e9\u20ac\ud83d\ude00")) {
            values.put("v" + number, value);
            number++;
        }
        Message message = session.createMessage();
        for (Map.Entry<String, Object> each : values.entrySet()) {
            message.setObjectProperty(each.getKey(), each.getValue());
        }
        message.setBooleanProperty("yes", true);
        message.setBooleanProperty("no", false);
        session.createProducer(queue).send(message);
        Message received = next(session.createConsumer(queue));
        for (Map.Entry<String, Object> each : values.entrySet()) {
            assertEquals(each.getValue(), received.getObjectProperty(each.getKey()));
        }
        assertTrue(received.getBooleanProperty("yes"));
        assertFalse(received.getBooleanProperty("no"));
    }
}
