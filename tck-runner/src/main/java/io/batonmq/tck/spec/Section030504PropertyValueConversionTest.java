package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.Message;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageFormatRuntimeException;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 3.5.4, Property value conversion. */
@DisplayName("3.5.4 Property value conversion")
final class Section030504PropertyValueConversionTest extends SpecificationTest {
    private static final String TABLE_3_2 = """
        boolean: boolean String
        byte: byte short int long String
        short: short int long String
        int: int long String
        long: long String
        float: float double String
        double: double String
        String: boolean byte short int long float double String
        """;

    private static Conversions conversions(Message message) {
        return new Conversions(
                TABLE_3_2,
                Map.of(
                        "boolean", message::getBooleanProperty,
                        "byte", message::getByteProperty,
                        "short", message::getShortProperty,
                        "int", message::getIntProperty,
                        "long", message::getLongProperty,
                        "float", message::getFloatProperty,
                        "double", message::getDoubleProperty,
                        "String", message::getStringProperty));
    }

    private static Message message(Session session) throws JMSException {
        Message message = session.createMessage();
        message.setBooleanProperty("boolean", true);
        message.setByteProperty("byte", (byte) 17);
        message.setShortProperty("short", (short) 17);
        message.setIntProperty("int", 17);
        message.setLongProperty("long", 17);
        message.setFloatProperty("float", 17);
        message.setDoubleProperty("double", 17);
        message.setStringProperty("String", "17");
        return message;
    }

    @Test
    void theTableHoldsForANewMessage() throws Exception {
        assertAll(conversions(message(connection().createSession())).checks());
    }

    @Test
    void theTableHoldsForAReceivedMessage() throws Exception {
        Session session = started().createSession();
        Queue queue = queue();
        session.createProducer(queue).send(message(session));
        assertAll(conversions(next(session.createConsumer(queue))).checks());
    }

    @Test
    void theTableHoldsForWhatWasSetAsAnObject() throws Exception {
        Message message = connection().createSession().createMessage();
        for (Map.Entry<String, Object> each : Conversions.values(false).entrySet()) {
            message.setObjectProperty(each.getKey(), each.getValue());
        }
        assertAll(conversions(message).checks());
    }

    @Test
    void aTextThatIsNoNumberIsANumberFormatException() throws Exception {
        Message message = connection().createSession().createMessage();
        for (String text : List.of("", "x", "1 ", "999999999999999999999999", "1.5.")) {
            message.setStringProperty("p", text);
            assertAll(
                    "\"" + text + "\"",
                    () -> assertThrows(NumberFormatException.class, () -> message.getByteProperty("p")),
                    () -> assertThrows(NumberFormatException.class, () -> message.getShortProperty("p")),
                    () -> assertThrows(NumberFormatException.class, () -> message.getIntProperty("p")),
                    () -> assertThrows(NumberFormatException.class, () -> message.getLongProperty("p")));
        }
        for (String text : List.of("", "x", "1.5.")) {
            message.setStringProperty("p", text);
            assertThrows(NumberFormatException.class, () -> message.getFloatProperty("p"));
            assertThrows(NumberFormatException.class, () -> message.getDoubleProperty("p"));
        }
    }

    @Test
    void aTextIsABooleanAsBooleanValueOfSays() throws Exception {
        Message message = connection().createSession().createMessage();
        for (String text : List.of("true", "TRUE", "True", "false", "1", "yes", "")) {
            message.setStringProperty("p", text);
            assertEquals(Boolean.valueOf(text), message.getBooleanProperty("p"), text);
        }
    }

    @Test
    void nullIsReadAsTheConversionOfANullTextSays() throws Exception {
        Message message = connection().createSession().createMessage();
        message.setStringProperty("p", null);
        assertAll(
                () -> assertFalse(message.getBooleanProperty("p")),
                () -> assertThrows(NumberFormatException.class, () -> message.getByteProperty("p")),
                () -> assertThrows(NumberFormatException.class, () -> message.getShortProperty("p")),
                () -> assertThrows(NumberFormatException.class, () -> message.getIntProperty("p")),
                () -> assertThrows(NumberFormatException.class, () -> message.getLongProperty("p")),
                () -> assertThrows(NullPointerException.class, () -> message.getFloatProperty("p")),
                () -> assertThrows(NullPointerException.class, () -> message.getDoubleProperty("p")),
                () -> assertNull(message.getStringProperty("p")),
                () -> assertNull(message.getObjectProperty("p")));
    }

    @Test
    void theTableHoldsForWhatAJmsProducerWasGiven() throws Exception {
        JMSProducer producer = context().createProducer();
        for (Map.Entry<String, Object> each : Conversions.values(false).entrySet()) {
            producer.setProperty(each.getKey(), each.getValue());
        }
        Map<String, Conversions.Read> reads = new HashMap<>();
        reads.put("boolean", producer::getBooleanProperty);
        reads.put("byte", producer::getByteProperty);
        reads.put("short", producer::getShortProperty);
        reads.put("int", producer::getIntProperty);
        reads.put("long", producer::getLongProperty);
        reads.put("float", producer::getFloatProperty);
        reads.put("double", producer::getDoubleProperty);
        reads.put("String", producer::getStringProperty);
        reads.replaceAll((type, read) -> name -> {
            try {
                return read.from(name);
            } catch (MessageFormatRuntimeException e) {
                throw new MessageFormatException(e.getMessage());
            }
        });
        assertAll(new Conversions(TABLE_3_2, reads).checks());
    }
}
