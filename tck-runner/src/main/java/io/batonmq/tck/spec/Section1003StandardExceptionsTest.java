package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.InvalidDestinationRuntimeException;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import jakarta.jms.MessageEOFException;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.StreamMessage;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.TextMessage;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Section 10.3, Standard exceptions. The cases in which one of them must be thrown and that no other section tests. */
@DisplayName("10.3 Standard exceptions")
final class Section1003StandardExceptionsTest extends SpecificationTest {
    @Test
    void anUnexpectedEndIsAMessageEofException() throws Exception {
        Session session = connection().createSession();
        StreamMessage stream = session.createStreamMessage();
        stream.reset();
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
                        stream::readObject,
                        () -> stream.readBytes(new byte[1]))
                .map(read -> () -> assertThrows(MessageEOFException.class, read)));
        BytesMessage bytes = session.createBytesMessage();
        bytes.writeByte((byte) 1);
        bytes.reset();
        assertAll(Stream.<Executable>of(
                        bytes::readShort, bytes::readChar, bytes::readInt, bytes::readLong, bytes::readDouble)
                .map(read -> () -> assertThrows(MessageEOFException.class, read)));
    }

    @Test
    void aWrongTypeIsAMessageFormatException() throws Exception {
        StreamMessage stream = connection().createSession().createStreamMessage();
        assertThrows(MessageFormatException.class, () -> stream.writeObject(new Object()));
        stream.writeBoolean(true);
        stream.reset();
        assertThrows(MessageFormatException.class, stream::readShort);
    }

    @Test
    void aBodyOfAnotherTypeIsAMessageFormatException() throws Exception {
        Session session = connection().createSession();
        TextMessage text = session.createTextMessage("x");
        assertThrows(MessageFormatException.class, () -> text.getBody(Integer.class));
        assertThrows(MessageFormatException.class, () -> text.getBody(Map.class));
        assertTrue(text.isBodyAssignableTo(String.class));
        assertFalse(text.isBodyAssignableTo(Map.class));
        StreamMessage stream = session.createStreamMessage();
        assertThrows(MessageFormatException.class, () -> stream.getBody(Object.class));
        assertFalse(stream.isBodyAssignableTo(Object.class));
        assertNull(session.createMessage().getBody(String.class));
    }

    @Test
    void aDestinationThatIsNoLongerValidIsAnInvalidDestinationException() throws Exception {
        Session session = connection().createSession();
        TemporaryQueue queue = session.createTemporaryQueue();
        MessageProducer producer = session.createProducer(null);
        queue.delete();
        Message message = session.createMessage();
        assertThrows(InvalidDestinationException.class, () -> producer.send(queue, message));
        JMSContext context = context();
        TemporaryQueue other = context.createTemporaryQueue();
        other.delete();
        assertThrows(
                InvalidDestinationRuntimeException.class,
                () -> context.createProducer().send(other, "m"));
    }

    @Test
    void aWrongSessionModeIsRefused() throws Exception {
        Connection connection = connection();
        assertThrows(JMSException.class, () -> connection.createSession(17));
        assertThrows(JMSException.class, () -> connection.createSession(-1));
        assertThrows(
                JMSRuntimeException.class, () -> factory().createContext(17).close());
    }
}
