package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.jms.BytesMessage;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageEOFException;
import jakarta.jms.MessageProducer;
import jakarta.jms.ObjectMessage;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.StreamMessage;
import jakarta.jms.TextMessage;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 3.11.4, Messages for non-Jakarta Messaging clients. */
@DisplayName("3.11.4 Messages for non-Jakarta Messaging clients")
final class Section031104MessagesKeepTheirFormTest extends SpecificationTest {
    @Test
    void eachKindOfMessageArrivesAsThatKind() throws Exception {
        Session session = started().createSession();
        Queue queue = queue();
        MessageProducer producer = session.createProducer(queue);
        producer.send(session.createMessage());
        producer.send(session.createTextMessage("t"));
        MapMessage map = session.createMapMessage();
        map.setInt("n", 1);
        map.setString("s", "x");
        producer.send(map);
        StreamMessage stream = session.createStreamMessage();
        stream.writeInt(1);
        stream.writeString("x");
        producer.send(stream);
        BytesMessage bytes = session.createBytesMessage();
        bytes.writeBytes(new byte[] {1, 2});
        producer.send(bytes);
        producer.send(session.createObjectMessage("o"));
        MessageConsumer consumer = session.createConsumer(queue);
        Message plain = next(consumer);
        for (Class<?> kind : List.of(
                TextMessage.class, MapMessage.class, StreamMessage.class, BytesMessage.class, ObjectMessage.class)) {
            assertFalse(kind.isInstance(plain), kind.toString());
        }
        assertEquals("t", assertInstanceOf(TextMessage.class, next(consumer)).getText());
        MapMessage gotMap = assertInstanceOf(MapMessage.class, next(consumer));
        assertEquals(Set.of("n", "s"), new HashSet<>(Collections.list((Enumeration<?>) gotMap.getMapNames())));
        assertEquals(1, gotMap.getObject("n"));
        assertEquals("x", gotMap.getObject("s"));
        StreamMessage gotStream = assertInstanceOf(StreamMessage.class, next(consumer));
        assertEquals(1, gotStream.readObject());
        assertEquals("x", gotStream.readObject());
        BytesMessage gotBytes = assertInstanceOf(BytesMessage.class, next(consumer));
        assertEquals(2, gotBytes.getBodyLength());
        assertEquals("o", assertInstanceOf(ObjectMessage.class, next(consumer)).getObject());
    }

    @Test
    void bodiesWithoutContentArriveWithout() throws Exception {
        Session session = started().createSession();
        Queue queue = queue();
        MessageProducer producer = session.createProducer(queue);
        producer.send(session.createTextMessage());
        producer.send(session.createTextMessage(""));
        producer.send(session.createMapMessage());
        producer.send(session.createStreamMessage());
        producer.send(session.createBytesMessage());
        producer.send(session.createObjectMessage());
        MessageConsumer consumer = session.createConsumer(queue);
        assertNull(((TextMessage) next(consumer)).getText());
        assertEquals("", ((TextMessage) next(consumer)).getText());
        assertFalse(((MapMessage) next(consumer)).getMapNames().hasMoreElements());
        assertThrows(MessageEOFException.class, ((StreamMessage) next(consumer))::readObject);
        assertEquals(0, ((BytesMessage) next(consumer)).getBodyLength());
        assertNull(((ObjectMessage) next(consumer)).getObject());
    }

    @Test
    void bytesArriveAsTheyWereWritten() throws Exception {
        Session session = started().createSession();
        Queue queue = queue();
        BytesMessage bytes = session.createBytesMessage();
        bytes.writeBoolean(true);
        bytes.writeByte((byte) -1);
        bytes.writeShort((short) -2);
        bytes.writeChar('\u20ac');
        bytes.writeInt(Integer.MIN_VALUE);
        bytes.writeLong(Long.MIN_VALUE);
        bytes.writeFloat(Float.MIN_VALUE);
        bytes.writeDouble(Double.MAX_VALUE);
        bytes.writeUTF("\u00e9\u0000");
        bytes.writeBytes(new byte[] {9, 8, 7}, 1, 2);
        bytes.writeObject(5);
        session.createProducer(queue).send(bytes);
        BytesMessage received = (BytesMessage) next(session.createConsumer(queue));
        assertTrue(received.readBoolean());
        assertEquals(255, received.readUnsignedByte());
        assertEquals(65534, received.readUnsignedShort());
        assertEquals('\u20ac', received.readChar());
        assertEquals(Integer.MIN_VALUE, received.readInt());
        assertEquals(Long.MIN_VALUE, received.readLong());
        assertEquals(Float.MIN_VALUE, received.readFloat());
        assertEquals(Double.MAX_VALUE, received.readDouble());
        assertEquals("\u00e9\u0000", received.readUTF());
        byte[] rest = new byte[2];
        assertEquals(2, received.readBytes(rest));
        assertArrayEquals(new byte[] {8, 7}, rest);
        assertEquals(5, received.readInt());
        assertEquals(-1, received.readBytes(rest));
        assertThrows(MessageEOFException.class, received::readByte);
        received.reset();
        assertTrue(received.readBoolean());
    }

    @Test
    void textsArriveWhole() throws Exception {
        Session session = started().createSession();
        Queue queue = queue();
        MessageConsumer consumer = session.createConsumer(queue);
        for (String text : List.of("\u00e9\u20ac\ud83d\ude00", "a\nb\tc\r\n", "x".repeat(300_000))) {
            send(session, queue, text);
            assertEquals(text, text(next(consumer)));
        }
    }
}
