package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.jms.BytesMessage;
import jakarta.jms.DeliveryMode;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.ObjectMessage;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.StreamMessage;
import jakarta.jms.TextMessage;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 3.12, Provider implementations of Jakarta Messaging message interfaces. */
@DisplayName("3.12 Provider implementations of Jakarta Messaging message interfaces")
final class Section0312MessageImplementationsTest extends SpecificationTest {
    private Message sentAsForeign(Session session, Message foreign) throws Exception {
        foreign.setIntProperty("n", 17);
        foreign.setStringProperty("s", "text");
        foreign.setJMSCorrelationID("c");
        foreign.setJMSType("t");
        Queue queue = queue();
        session.createProducer(queue).send(foreign);
        assertEquals(queue, foreign.getJMSDestination());
        assertTrue(foreign.getJMSMessageID().startsWith("ID:"));
        assertEquals(DeliveryMode.PERSISTENT, foreign.getJMSDeliveryMode());
        assertEquals(4, foreign.getJMSPriority());
        Message received = next(session.createConsumer(queue));
        assertEquals(17, received.getIntProperty("n"));
        assertEquals("text", received.getStringProperty("s"));
        assertEquals("c", received.getJMSCorrelationID());
        assertEquals("t", received.getJMSType());
        assertEquals(foreign.getJMSMessageID(), received.getJMSMessageID());
        return received;
    }

    @Test
    void aForeignTextMessageIsSent() throws Exception {
        Session session = started().createSession();
        TextMessage foreign = ForeignMessages.foreign(TextMessage.class, session.createTextMessage("x"));
        assertEquals("x", text(sentAsForeign(session, foreign)));
    }

    @Test
    void aForeignMapMessageIsSent() throws Exception {
        Session session = started().createSession();
        MapMessage foreign = ForeignMessages.foreign(MapMessage.class, session.createMapMessage());
        foreign.setInt("i", 1);
        foreign.setBytes("b", new byte[] {1});
        MapMessage received = (MapMessage) sentAsForeign(session, foreign);
        assertEquals(1, received.getObject("i"));
        assertArrayEquals(new byte[] {1}, received.getBytes("b"));
    }

    @Test
    void aForeignStreamMessageIsSent() throws Exception {
        Session session = started().createSession();
        StreamMessage foreign = ForeignMessages.foreign(StreamMessage.class, session.createStreamMessage());
        foreign.writeShort((short) 1);
        foreign.writeString("x");
        StreamMessage received = (StreamMessage) sentAsForeign(session, foreign);
        assertEquals((short) 1, received.readObject());
        assertEquals("x", received.readString());
    }

    @Test
    void aForeignBytesMessageIsSent() throws Exception {
        Session session = started().createSession();
        BytesMessage foreign = ForeignMessages.foreign(BytesMessage.class, session.createBytesMessage());
        foreign.writeInt(5);
        foreign.writeUTF("x");
        BytesMessage received = (BytesMessage) sentAsForeign(session, foreign);
        assertEquals(5, received.readInt());
        assertEquals("x", received.readUTF());
    }

    @Test
    void aForeignObjectMessageIsSent() throws Exception {
        Session session = started().createSession();
        ObjectMessage foreign = ForeignMessages.foreign(ObjectMessage.class, session.createObjectMessage("x"));
        assertEquals("x", ((ObjectMessage) sentAsForeign(session, foreign)).getObject());
    }

    @Test
    void aForeignMessageWithoutBodyIsSent() throws Exception {
        Session session = started().createSession();
        assertNotNull(sentAsForeign(session, ForeignMessages.foreign(Message.class, session.createMessage())));
    }

    @Test
    void whatIsSetIsCopied() throws Exception {
        Session session = connection().createSession();
        byte[] bytes = {1};
        List<String> object = new ArrayList<>(List.of("before"));
        MapMessage map = session.createMapMessage();
        map.setBytes("a", bytes);
        map.setObject("b", bytes);
        StreamMessage stream = session.createStreamMessage();
        stream.writeBytes(bytes);
        stream.writeObject(bytes);
        BytesMessage written = session.createBytesMessage();
        written.writeBytes(bytes);
        ObjectMessage message = session.createObjectMessage((Serializable) object);
        bytes[0] = 2;
        object.set(0, "after");
        assertEquals(1, map.getBytes("a")[0]);
        assertEquals(1, map.getBytes("b")[0]);
        stream.reset();
        assertEquals(1, ((byte[]) stream.readObject())[0]);
        assertEquals(1, ((byte[]) stream.readObject())[0]);
        written.reset();
        assertEquals(1, written.readByte());
        assertEquals(List.of("before"), message.getObject());
    }

    @Test
    void whatIsReadIsACopy() throws Exception {
        Session session = connection().createSession();
        MapMessage map = session.createMapMessage();
        map.setBytes("a", new byte[] {1});
        map.getBytes("a")[0] = 2;
        ((byte[]) map.getObject("a"))[0] = 2;
        assertEquals(1, map.getBytes("a")[0]);
        StreamMessage stream = session.createStreamMessage();
        stream.writeBytes(new byte[] {1});
        stream.reset();
        ((byte[]) stream.readObject())[0] = 2;
        stream.reset();
        assertEquals(1, ((byte[]) stream.readObject())[0]);
        ObjectMessage message = session.createObjectMessage(new ArrayList<>(List.of("x")));
        ((List<?>) message.getObject()).clear();
        assertEquals(List.of("x"), message.getObject());
    }

    @Test
    void nullIsAValueButNotInBytes() throws Exception {
        Session session = connection().createSession();
        MapMessage map = session.createMapMessage();
        map.setString("s", null);
        map.setObject("o", null);
        map.setBytes("b", null);
        assertNull(map.getString("s"));
        assertNull(map.getObject("o"));
        assertNull(map.getBytes("b"));
        StreamMessage stream = session.createStreamMessage();
        stream.writeString(null);
        stream.writeObject(null);
        stream.reset();
        assertNull(stream.readString());
        assertNull(stream.readObject());
        BytesMessage bytes = session.createBytesMessage();
        assertThrows(NullPointerException.class, () -> bytes.writeObject(null));
    }

    @Test
    void aMapsNameIsNeitherNullNorEmpty() throws Exception {
        MapMessage map = connection().createSession().createMapMessage();
        for (String name : new String[] {null, ""}) {
            assertThrows(IllegalArgumentException.class, () -> map.setInt(name, 1));
            assertThrows(IllegalArgumentException.class, () -> map.setString(name, "x"));
            assertThrows(IllegalArgumentException.class, () -> map.setObject(name, 1));
            assertThrows(IllegalArgumentException.class, () -> map.setBytes(name, new byte[1]));
        }
    }
}
