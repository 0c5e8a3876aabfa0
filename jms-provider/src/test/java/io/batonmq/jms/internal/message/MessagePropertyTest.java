package io.batonmq.jms.internal.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.batonmq.wire.EncodedMessage;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageNotWriteableException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;

/** C80: names, values and the whole conversion table 3.5.4. */
class MessagePropertyTest {
    private final MessageFactory factory = TestDestinations.factory(MessageSettings.DEFAULT);
    private final Message message = factory.message();

    interface Getter {
        @Nullable
        Object get(Message message, String name) throws JMSException;
    }

    static final Map<String, Getter> GETTERS = new LinkedHashMap<>();

    static {
        GETTERS.put("boolean", Message::getBooleanProperty);
        GETTERS.put("byte", Message::getByteProperty);
        GETTERS.put("short", Message::getShortProperty);
        GETTERS.put("int", Message::getIntProperty);
        GETTERS.put("long", Message::getLongProperty);
        GETTERS.put("float", Message::getFloatProperty);
        GETTERS.put("double", Message::getDoubleProperty);
        GETTERS.put("String", Message::getStringProperty);
    }

    /** Rows: what was set; columns in the order of GETTERS; X = MessageFormatException, N = NumberFormatException. */
    static final Object[][] TABLE = {
        {true, true, "X", "X", "X", "X", "X", "X", "true"},
        {(byte) -3, "X", (byte) -3, (short) -3, -3, -3L, "X", "X", "-3"},
        {(short) 300, "X", "X", (short) 300, 300, 300L, "X", "X", "300"},
        {70_000, "X", "X", "X", 70_000, 70_000L, "X", "X", "70000"},
        {Long.MIN_VALUE, "X", "X", "X", "X", Long.MIN_VALUE, "X", "X", "-9223372036854775808"},
        {1.5f, "X", "X", "X", "X", "X", 1.5f, 1.5d, "1.5"},
        {-0.0d, "X", "X", "X", "X", "X", "X", -0.0d, "-0.0"},
        {"7", false, (byte) 7, (short) 7, 7, 7L, 7f, 7d, "7"},
        {"TRUE", true, "N", "N", "N", "N", "N", "N", "TRUE"},
        {"", false, "N", "N", "N", "N", "N", "N", ""},
        {"300", false, "N", (short) 300, 300, 300L, 300f, 300d, "300"},
    };

    @Test
    void everyCellOfTheConversionTable() throws JMSException {
        for (Object[] row : TABLE) {
            message.setObjectProperty("p", row[0]);
            int column = 1;
            for (Map.Entry<String, Getter> getter : GETTERS.entrySet()) {
                Object expected = row[column++];
                String cell = row[0].getClass().getSimpleName() + " " + row[0] + " as " + getter.getKey();
                if (expected.equals("X")) {
                    assertThatThrownBy(() -> getter.getValue().get(message, "p"), cell)
                            .isInstanceOf(MessageFormatException.class);
                } else if (expected.equals("N")) {
                    assertThatThrownBy(() -> getter.getValue().get(message, "p"), cell)
                            .isInstanceOf(NumberFormatException.class);
                } else {
                    assertThat(getter.getValue().get(message, "p")).as(cell).isEqualTo(expected);
                }
            }
            assertThat(message.getObjectProperty("p")).isEqualTo(row[0]);
        }
    }

    private static Getter getter(String type) {
        return java.util.Objects.requireNonNull(GETTERS.get(type));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anUnsetOrNullPropertyReadsAsNullOfItsType(boolean set) throws JMSException {
        if (set) {
            message.setObjectProperty("p", null);
        }
        assertThat(message.propertyExists("p")).isEqualTo(set);
        assertThat(message.getBooleanProperty("p")).isFalse();
        for (String integral : List.of("byte", "short", "int", "long")) {
            assertThatThrownBy(() -> getter(integral).get(message, "p"), integral)
                    .isInstanceOf(NumberFormatException.class);
        }
        assertThatThrownBy(() -> message.getFloatProperty("p")).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> message.getDoubleProperty("p")).isInstanceOf(NullPointerException.class);
        assertThat(message.getStringProperty("p")).isNull();
        assertThat(message.getObjectProperty("p")).isNull();
    }

    @ParameterizedTest
    @NullAndEmptySource
    @ValueSource(
            strings = {"a b", "1a", "a-b", "a.b", "NOT", "AND", "NULL", "TRUE", "ESCAPE", "JMSfoo", "JMSXfoo", " "})
    void anIllegalNameIsRefusedByEverySetter(@Nullable String name) {
        assertThatThrownBy(() -> message.setBooleanProperty(name, true)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> message.setByteProperty(name, (byte) 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> message.setShortProperty(name, (short) 1))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> message.setIntProperty(name, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> message.setLongProperty(name, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> message.setFloatProperty(name, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> message.setDoubleProperty(name, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> message.setStringProperty(name, "")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> message.setObjectProperty(name, 1)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "$_ok1",
                "_",
                "été",
                "JMS_IBM_Format",
                "JMSXGroupID",
                "JMSXGroupSeq",
                "nothing",
                "jmsfoo",
                "true",
                "in"
            })
    void aLegalNameIsAccepted(String name) throws JMSException {
        message.setIntProperty(name, 5);
        assertThat(message.getIntProperty(name)).isEqualTo(5);
        assertThat(names(message)).containsExactly(name);
    }

    @Test
    void namesOfOlderSystemsAreAcceptedOnRequest() throws JMSException {
        Message lenient = TestDestinations.factory(new MessageSettings(DeserializationPolicy.PLAIN_VALUES, false))
                .message();
        lenient.setStringProperty("a-b.c", "x");
        assertThat(lenient.getStringProperty("a-b.c")).isEqualTo("x");
        assertThatThrownBy(() -> lenient.setStringProperty("", "x")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aValueOfAnotherClassIsRefused() {
        for (Object value : new Object[] {List.of(), new byte[1], 'c', new Object(), java.util.Locale.ROOT}) {
            assertThatThrownBy(() -> message.setObjectProperty("p", value))
                    .as(value.getClass().getName())
                    .isInstanceOf(MessageFormatException.class);
        }
    }

    @Test
    void theNamesAreASnapshotThatChangesDoNotDisturb() throws JMSException {
        message.setIntProperty("a", 1);
        var names = message.getPropertyNames();
        message.setIntProperty("b", 1);
        assertThat(Collections.list((java.util.Enumeration<?>) names).toString())
                .isEqualTo("[a]");
    }

    @Test
    void receivedPropertiesAreReadOnlyUntilCleared() throws JMSException {
        message.setIntProperty("a", 1);
        Message received = received(message, 1);
        assertThatThrownBy(() -> received.setIntProperty("b", 1)).isInstanceOf(MessageNotWriteableException.class);
        assertThatThrownBy(() -> received.setObjectProperty("b", 1)).isInstanceOf(MessageNotWriteableException.class);
        received.clearProperties();
        assertThat(names(received)).isEmpty();
        received.setIntProperty("b", 2);
        assertThat(received.getIntProperty("b")).isEqualTo(2);
    }

    @Test
    void theDeliveryCountIsTheHoldersAndAlwaysThere() throws JMSException {
        message.setIntProperty("JMSXDeliveryCount", 77);
        Message first = received(message, 1);
        assertThat(names(first)).containsExactly("JMSXDeliveryCount");
        assertThat(first.getIntProperty("JMSXDeliveryCount")).isEqualTo(1);
        assertThat(first.getStringProperty("JMSXDeliveryCount")).isEqualTo("1");
        assertThat(first.propertyExists("JMSXDeliveryCount")).isTrue();
        assertThat(first.getJMSRedelivered()).isFalse();
        Message third = received(first, 3);
        assertThat(third.getIntProperty("JMSXDeliveryCount")).isEqualTo(3);
        assertThat(third.getJMSRedelivered()).isTrue();
        assertThat(factory.message().propertyExists("JMSXDeliveryCount")).isFalse();
    }

    @Test
    void everyValueSurvivesTheWireExactly() throws JMSException {
        Object[] values = {
            true,
            false,
            Byte.MIN_VALUE,
            Short.MAX_VALUE,
            Integer.MIN_VALUE,
            Long.MIN_VALUE,
            Float.NaN,
            -0.0f,
            Float.MIN_VALUE,
            Double.NaN,
            -0.0d,
            Double.NEGATIVE_INFINITY,
            "",
            "\0",
            "a\uD800b",
            "é€😀",
            null
        };
        for (int i = 0; i < values.length; i++) {
            message.setObjectProperty("p" + i, values[i]);
        }
        Message received = received(message, 1);
        for (int i = 0; i < values.length; i++) {
            assertThat(received.getObjectProperty("p" + i)).as("p" + i).isEqualTo(values[i]);
            assertThat(received.propertyExists("p" + i)).isTrue();
        }
    }

    private Message received(Message sent, int deliveryCount) throws JMSException {
        sent.setJMSDestination(new TestDestinations().queue("q"));
        EncodedMessage encoded = EncodedMessage.encode(factory.encode(factory.adopt(sent)));
        return factory.decode(encoded.decode(), deliveryCount);
    }

    private static List<String> names(Message message) throws JMSException {
        List<String> names = new ArrayList<>();
        for (Object name : Collections.list((java.util.Enumeration<?>) message.getPropertyNames())) {
            names.add((String) name);
        }
        return names;
    }
}
