package io.batonmq.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.batonmq.jms.BatonConnectionFactory;
import io.batonmq.store.testing.H2Fixture;
import io.batonmq.store.testing.PostgresFixture;
import io.batonmq.store.testing.TestDatabase;
import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageEOFException;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageNotWriteableException;
import jakarta.jms.MessageProducer;
import jakarta.jms.ObjectMessage;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.StreamMessage;
import jakarta.jms.TextMessage;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Messages are after storage, takeover and redelivery what they were when sent, on either database (C80, C81, C92). */
class MessageFidelityTest {
    private static final long SOON = 10_000;
    private static final AtomicInteger DESERIALIZED = new AtomicInteger();

    @TempDir
    Path folder;

    /** A gadget, but harmless. */
    static final class Canary implements Serializable {
        private static final long serialVersionUID = 1L;

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            DESERIALIZED.incrementAndGet();
            in.defaultReadObject();
        }
    }

    @Test
    void onH2() throws Exception {
        check(H2Fixture.freshDatabase());
    }

    @Test
    void onPostgres() throws Exception {
        check(PostgresFixture.freshDatabase());
    }

    private void check(TestDatabase database) throws Exception {
        try (Nodes nodes = Nodes.start(2, database, folder, Map.of("maxDeliveries", "3"))) {
            BatonConnectionFactory factory = nodes.factory();
            try (Connection connection = factory.createConnection()) {
                send(connection);
            }
            nodes.takeOver();
            try (Connection connection = factory.createConnection()) {
                connection.start();
                Session session = connection.createSession(Session.SESSION_TRANSACTED);
                for (int delivery = 1; delivery <= 2; delivery++) {
                    read(session.createConsumer(session.createQueue("fidelity")), delivery);
                    if (delivery == 1) {
                        session.rollback();
                    }
                }
                session.commit();
            }
            forbidden(nodes, factory);
        }
    }

    private static void send(Connection connection) throws JMSException {
        Session session = connection.createSession();
        MessageProducer producer = session.createProducer(session.createQueue("fidelity"));
        TextMessage text = session.createTextMessage("é€😀 \0 \uD800 end");
        text.setBooleanProperty("$_ok1", true);
        text.setByteProperty("byte", Byte.MIN_VALUE);
        text.setShortProperty("short", Short.MIN_VALUE);
        text.setIntProperty("int", Integer.MIN_VALUE);
        text.setLongProperty("long", Long.MIN_VALUE);
        text.setFloatProperty("float", -0.0f);
        text.setDoubleProperty("double", -0.0);
        text.setDoubleProperty("nan", Double.NaN);
        text.setStringProperty("empty", "");
        text.setStringProperty("nothing", null);
        text.setStringProperty("nul", "a\0b");
        text.setJMSType("type \0 é");
        text.setJMSReplyTo(session.createTopic("replies"));
        text.setJMSCorrelationID("");
        producer.send(text);
        producer.send(session.createTextMessage(null));
        producer.send(session.createTextMessage(""));

        MapMessage map = session.createMapMessage();
        map.setBoolean("boolean", true);
        map.setChar("char", '\0');
        map.setDouble("double", Double.NEGATIVE_INFINITY);
        map.setBytes("bytes", new byte[0]);
        map.setObject("null", null);
        map.setString("number", "12");
        producer.send(map);

        StreamMessage stream = session.createStreamMessage();
        stream.writeString("no number");
        stream.writeBytes(new byte[] {1, 2, 3, 4, 5});
        stream.writeObject(null);
        producer.send(stream);

        BytesMessage bytes = session.createBytesMessage();
        bytes.writeUTF("é\0");
        bytes.writeDouble(Double.NaN);
        producer.send(bytes);

        producer.send(session.createObjectMessage(new HashMap<>(Map.of("list", new ArrayList<>(List.of(1, "a"))))));
    }

    private static void read(MessageConsumer consumer, int delivery) throws JMSException {
        TextMessage text = (TextMessage) consumer.receive(SOON);
        assertThat(text.getIntProperty("JMSXDeliveryCount")).isEqualTo(delivery);
        assertThat(text.getText()).isEqualTo("é€😀 \0 \uD800 end");
        checkProperties(text);
        checkReadOnly(text);
        assertThat(((TextMessage) consumer.receive(SOON)).getText()).isNull();
        assertThat(((TextMessage) consumer.receive(SOON)).getText()).isEmpty();
        checkMap((MapMessage) consumer.receive(SOON));
        checkStream((StreamMessage) consumer.receive(SOON));
        BytesMessage bytes = (BytesMessage) consumer.receive(SOON);
        assertThat(bytes.readUTF()).isEqualTo("é\0");
        assertThat(bytes.readDouble()).isNaN();
        assertThatThrownBy(bytes::readByte).isInstanceOf(MessageEOFException.class);
        Object object = ((ObjectMessage) consumer.receive(SOON)).getObject();
        assertThat(object).isEqualTo(Map.of("list", List.of(1, "a")));
        consumer.close();
    }

    private static void checkProperties(Message message) throws JMSException {
        assertThat(message.getBooleanProperty("$_ok1")).isTrue();
        assertThat(message.getObjectProperty("byte")).isEqualTo(Byte.MIN_VALUE);
        assertThat(message.getObjectProperty("short")).isEqualTo(Short.MIN_VALUE);
        assertThat(message.getObjectProperty("int")).isEqualTo(Integer.MIN_VALUE);
        assertThat(message.getObjectProperty("long")).isEqualTo(Long.MIN_VALUE);
        assertThat(message.getObjectProperty("float")).isEqualTo(-0.0f);
        assertThat(message.getObjectProperty("double")).isEqualTo(-0.0);
        assertThat(message.getObjectProperty("nan")).isEqualTo(Double.NaN);
        assertThat(message.getStringProperty("empty")).isEmpty();
        assertThat(message.propertyExists("nothing")).isTrue();
        assertThat(message.getStringProperty("nothing")).isNull();
        assertThat(message.getStringProperty("nul")).isEqualTo("a\0b");
        assertThat(message.getJMSType()).isEqualTo("type \0 é");
        assertThat(message.getJMSReplyTo()).hasToString("topic://replies");
        assertThat(message.getJMSCorrelationID()).isEmpty();
        assertThatThrownBy(() -> message.getIntProperty("long")).isInstanceOf(MessageFormatException.class);
        assertThatThrownBy(() -> message.getIntProperty("empty")).isInstanceOf(NumberFormatException.class);
        assertThat(Collections.list((Enumeration<?>) message.getPropertyNames()))
                .hasSize(12)
                .extracting(Object::toString)
                .contains("JMSXDeliveryCount", "nothing");
    }

    private static void checkReadOnly(TextMessage message) throws JMSException {
        assertThatThrownBy(() -> message.setText("x")).isInstanceOf(MessageNotWriteableException.class);
        assertThatThrownBy(() -> message.setIntProperty("x", 1)).isInstanceOf(MessageNotWriteableException.class);
        message.clearProperties();
        message.setIntProperty("x", 1);
        assertThat(message.propertyExists("nothing")).isFalse();
        message.clearBody();
        message.setText("x");
    }

    private static void checkMap(MapMessage map) throws JMSException {
        assertThat(map.getString("boolean")).isEqualTo("true");
        assertThat(map.getChar("char")).isEqualTo('\0');
        assertThat(map.getDouble("double")).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(map.getBytes("bytes")).isEmpty();
        assertThat(map.itemExists("null")).isTrue();
        assertThat(map.getObject("null")).isNull();
        assertThat(map.getLong("number")).isEqualTo(12);
        assertThat(map.getBoolean("unset")).isFalse();
        assertThatThrownBy(() -> map.getInt("unset")).isInstanceOf(NumberFormatException.class);
        assertThatThrownBy(() -> map.getDouble("unset")).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> map.getChar("unset")).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> map.getInt("double")).isInstanceOf(MessageFormatException.class);
        assertThatThrownBy(() -> map.setInt("x", 1)).isInstanceOf(MessageNotWriteableException.class);
    }

    private static void checkStream(StreamMessage stream) throws JMSException {
        assertThatThrownBy(stream::readInt).isInstanceOf(NumberFormatException.class);
        assertThat(stream.readString()).as("the pointer did not move").isEqualTo("no number");
        byte[] part = new byte[3];
        assertThat(stream.readBytes(part)).isEqualTo(3);
        assertThat(part).containsExactly(1, 2, 3);
        assertThatThrownBy(stream::readString).as("in the middle").isInstanceOf(MessageFormatException.class);
        assertThat(stream.readBytes(part)).isEqualTo(2);
        assertThat(stream.readObject()).isNull();
        assertThatThrownBy(stream::readObject).isInstanceOf(MessageEOFException.class);
        stream.reset();
        assertThat(stream.readString()).isEqualTo("no number");
    }

    /** C92: nobody but an application that allows it turns the bytes into an object, wherever they go. */
    private static void forbidden(Nodes nodes, BatonConnectionFactory factory) throws Exception {
        DESERIALIZED.set(0);
        try (Connection connection = factory.createConnection()) {
            connection.start();
            Session session = connection.createSession();
            Queue queue = session.createQueue("canaries");
            session.createProducer(queue)
                    .send(session.createObjectMessage(
                            new ArrayList<>(List.of(new HashMap<>(Map.of(1, new Canary()))))));
            refused((ObjectMessage)
                    session.createBrowser(queue).getEnumeration().nextElement());
            nodes.takeOver();
            Session transacted = connection.createSession(Session.SESSION_TRANSACTED);
            MessageConsumer consumer = transacted.createConsumer(queue);
            for (int delivery = 1; delivery <= 3; delivery++) {
                refused((ObjectMessage) consumer.receive(SOON));
                transacted.rollback();
            }
            Queue dead = session.createQueue("DLQ");
            // It is moved when the count of its deliveries is durable; the rollback waits for the count alone.
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> session.createBrowser(dead).getEnumeration().hasMoreElements());
            refused((ObjectMessage) session.createBrowser(dead).getEnumeration().nextElement());
            assertThat(DESERIALIZED).as("nobody looked inside").hasValue(0);
        }
        BatonConnectionFactory allowing = nodes.factory();
        allowing.setDeserializationAllow(Canary.class.getName());
        try (Connection connection = allowing.createConnection()) {
            connection.start();
            Session session = connection.createSession();
            MessageConsumer consumer = session.createConsumer(session.createQueue("DLQ"));
            assertThat(Objects.requireNonNull(((ObjectMessage) consumer.receive(SOON)).getObject()))
                    .isInstanceOf(List.class);
            assertThat(DESERIALIZED).hasValue(1);
        }
    }

    private static void refused(ObjectMessage message) {
        assertThat(message.toString()).isNotEmpty();
        assertThatThrownBy(message::getObject)
                .isInstanceOfSatisfying(
                        JMSException.class, e -> assertThat(e.getErrorCode()).isEqualTo("BATON-OBJECT-FORBIDDEN"));
        assertThatThrownBy(() -> message.getBody(List.class)).isInstanceOf(JMSException.class);
    }
}
