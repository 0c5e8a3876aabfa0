package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertThrows;

import jakarta.jms.BytesMessage;
import jakarta.jms.MapMessage;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageNotReadableException;
import jakarta.jms.MessageNotWriteableException;
import jakarta.jms.MessageProducer;
import jakarta.jms.ObjectMessage;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.StreamMessage;
import jakarta.jms.TextMessage;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Section 3.11.2, Read-only message body. */
@DisplayName("3.11.2 Read-only message body")
final class Section031102ReadOnlyMessageBodyTest extends SpecificationTest {
    @Test
    void aReceivedBodyCannotBeChanged() throws Exception {
        Session session = started().createSession();
        Queue queue = queue();
        MessageProducer producer = session.createProducer(queue);
        producer.send(session.createTextMessage("x"));
        producer.send(session.createMapMessage());
        producer.send(session.createObjectMessage("x"));
        producer.send(session.createStreamMessage());
        producer.send(session.createBytesMessage());
        MessageConsumer consumer = session.createConsumer(queue);
        TextMessage text = (TextMessage) next(consumer);
        MapMessage map = (MapMessage) next(consumer);
        ObjectMessage object = (ObjectMessage) next(consumer);
        StreamMessage stream = (StreamMessage) next(consumer);
        BytesMessage bytes = (BytesMessage) next(consumer);
        assertAll(Stream.<Executable>of(
                        () -> text.setText("y"),
                        () -> map.setBoolean("n", true),
                        () -> map.setByte("n", (byte) 1),
                        () -> map.setShort("n", (short) 1),
                        () -> map.setChar("n", 'c'),
                        () -> map.setInt("n", 1),
                        () -> map.setLong("n", 1),
                        () -> map.setFloat("n", 1),
                        () -> map.setDouble("n", 1),
                        () -> map.setString("n", "x"),
                        () -> map.setBytes("n", new byte[1]),
                        () -> map.setBytes("n", new byte[2], 0, 1),
                        () -> map.setObject("n", 1),
                        () -> object.setObject("y"),
                        () -> stream.writeBoolean(true),
                        () -> stream.writeByte((byte) 1),
                        () -> stream.writeShort((short) 1),
                        () -> stream.writeChar('c'),
                        () -> stream.writeInt(1),
                        () -> stream.writeLong(1),
                        () -> stream.writeFloat(1),
                        () -> stream.writeDouble(1),
                        () -> stream.writeString("x"),
                        () -> stream.writeBytes(new byte[1]),
                        () -> stream.writeObject(1),
                        () -> bytes.writeBoolean(true),
                        () -> bytes.writeByte((byte) 1),
                        () -> bytes.writeShort((short) 1),
                        () -> bytes.writeChar('c'),
                        () -> bytes.writeInt(1),
                        () -> bytes.writeLong(1),
                        () -> bytes.writeFloat(1),
                        () -> bytes.writeDouble(1),
                        () -> bytes.writeUTF("x"),
                        () -> bytes.writeBytes(new byte[1]),
                        () -> bytes.writeBytes(new byte[2], 0, 1),
                        () -> bytes.writeObject(1))
                .map(write -> () -> assertThrows(MessageNotWriteableException.class, write)));
    }

    @Test
    void aBodyBeingWrittenCannotBeRead() throws Exception {
        Session session = connection().createSession();
        StreamMessage stream = session.createStreamMessage();
        BytesMessage bytes = session.createBytesMessage();
        assertAll(Stream.<Executable>of(
                        stream::readBoolean,
                        stream::readByte,
                        stream::readShort,
                        stream::readChar,
                        stream::readInt,
                        stream::readLong,
                        stream::readFloat,
                        stream::readDouble,
                        stream::readString,
                        () -> stream.readBytes(new byte[1]),
                        stream::readObject,
                        bytes::readBoolean,
                        bytes::readByte,
                        bytes::readUnsignedByte,
                        bytes::readShort,
                        bytes::readUnsignedShort,
                        bytes::readChar,
                        bytes::readInt,
                        bytes::readLong,
                        bytes::readFloat,
                        bytes::readDouble,
                        bytes::readUTF,
                        () -> bytes.readBytes(new byte[1]),
                        () -> bytes.readBytes(new byte[1], 1),
                        bytes::getBodyLength)
                .map(read -> () -> assertThrows(MessageNotReadableException.class, read)));
    }
}
