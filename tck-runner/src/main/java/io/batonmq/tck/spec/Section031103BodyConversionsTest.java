package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.MessageEOFException;
import jakarta.jms.MessageFormatException;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.StreamMessage;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Section 3.11.3, Conversions provided by StreamMessage and MapMessage. */
@DisplayName("3.11.3 Conversions provided by StreamMessage and MapMessage")
final class Section031103BodyConversionsTest extends SpecificationTest {
    private static final String TABLE_3_7 = """
        boolean: boolean String
        byte: byte short int long String
        short: short int long String
        char: char String
        int: int long String
        long: long String
        float: float double String
        double: double String
        String: boolean byte short int long float double String
        byte[]: byte[]
        """;

    private static byte[] bytes(StreamMessage stream) throws JMSException {
        byte[] bytes = new byte[2];
        int read = stream.readBytes(bytes);
        assertEquals(2, read);
        return bytes;
    }

    private static Conversions conversions(StreamMessage stream, List<String> order) {
        Map<String, Conversions.Read> reads = new HashMap<>();
        reads.put("boolean", name -> stream.readBoolean());
        reads.put("byte", name -> stream.readByte());
        reads.put("short", name -> stream.readShort());
        reads.put("char", name -> stream.readChar());
        reads.put("int", name -> stream.readInt());
        reads.put("long", name -> stream.readLong());
        reads.put("float", name -> stream.readFloat());
        reads.put("double", name -> stream.readDouble());
        reads.put("String", name -> stream.readString());
        reads.put("byte[]", name -> bytes(stream));
        reads.replaceAll((type, read) -> name -> {
            stream.reset();
            for (int i = 0; i < order.indexOf(name); i++) {
                stream.readObject();
            }
            return read.from(name);
        });
        return new Conversions(TABLE_3_7, reads);
    }

    private static Conversions conversions(MapMessage map) {
        return new Conversions(
                TABLE_3_7,
                Map.of(
                        "boolean", map::getBoolean,
                        "byte", map::getByte,
                        "short", map::getShort,
                        "char", map::getChar,
                        "int", map::getInt,
                        "long", map::getLong,
                        "float", map::getFloat,
                        "double", map::getDouble,
                        "String", map::getString,
                        "byte[]", map::getBytes));
    }

    private static MapMessage map(Session session) throws JMSException {
        MapMessage map = session.createMapMessage();
        map.setBoolean("boolean", true);
        map.setByte("byte", (byte) 17);
        map.setShort("short", (short) 17);
        map.setChar("char", 'x');
        map.setInt("int", 17);
        map.setLong("long", 17);
        map.setFloat("float", 17);
        map.setDouble("double", 17);
        map.setString("String", "17");
        map.setBytes("byte[]", new byte[] {1, 7});
        return map;
    }

    @Test
    void theTableHoldsForAMapMessage() throws Exception {
        Session session = started().createSession();
        Queue queue = queue();
        MapMessage map = map(session);
        assertAll("new", conversions(map).checks());
        session.createProducer(queue).send(map);
        assertAll(
                "received",
                conversions((MapMessage) next(session.createConsumer(queue))).checks());
    }

    @Test
    void theTableHoldsForAStreamMessage() throws Exception {
        Session session = started().createSession();
        Queue queue = queue();
        StreamMessage stream = session.createStreamMessage();
        stream.writeBoolean(true);
        stream.writeByte((byte) 17);
        stream.writeShort((short) 17);
        stream.writeChar('x');
        stream.writeInt(17);
        stream.writeLong(17);
        stream.writeFloat(17);
        stream.writeDouble(17);
        stream.writeString("17");
        stream.writeBytes(new byte[] {1, 7});
        List<String> order = List.copyOf(Conversions.values(true).keySet());
        session.createProducer(queue).send(stream);
        StreamMessage received = (StreamMessage) next(session.createConsumer(queue));
        assertAll("received", conversions(received, order).checks());
        stream.reset();
        assertAll("sent", conversions(stream, order).checks());
    }

    @Test
    void theTableHoldsForWhatWasWrittenAsAnObject() throws Exception {
        Session session = connection().createSession();
        MapMessage map = session.createMapMessage();
        StreamMessage stream = session.createStreamMessage();
        Map<String, Object> values = Conversions.values(true);
        for (Map.Entry<String, Object> each : values.entrySet()) {
            map.setObject(each.getKey(), each.getValue());
            stream.writeObject(each.getValue());
        }
        stream.reset();
        assertAll("map", conversions(map).checks());
        assertAll("stream", conversions(stream, List.copyOf(values.keySet())).checks());
    }

    @Test
    void anObjectOfAnyOtherClassIsRefused() throws Exception {
        Session session = connection().createSession();
        for (Object wrong : List.of(List.of(), Map.of(), new Object(), java.math.BigInteger.ONE, new int[1])) {
            String what = wrong.getClass().toString();
            assertThrows(
                    MessageFormatException.class,
                    () -> session.createMapMessage().setObject("n", wrong),
                    what);
            assertThrows(
                    MessageFormatException.class,
                    () -> session.createStreamMessage().writeObject(wrong),
                    what);
            assertThrows(
                    MessageFormatException.class,
                    () -> session.createBytesMessage().writeObject(wrong),
                    what);
        }
    }

    @Test
    void anUnsetNameIsReadAsNull() throws Exception {
        Session session = connection().createSession();
        MapMessage map = session.createMapMessage();
        map.setString("null", null);
        for (String name : List.of("unset", "null")) {
            assertAll(
                    name,
                    () -> assertEquals(name.equals("null"), map.itemExists(name)),
                    () -> assertFalse(map.getBoolean(name)),
                    () -> assertThrows(NumberFormatException.class, () -> map.getByte(name)),
                    () -> assertThrows(NumberFormatException.class, () -> map.getShort(name)),
                    () -> assertThrows(NumberFormatException.class, () -> map.getInt(name)),
                    () -> assertThrows(NumberFormatException.class, () -> map.getLong(name)),
                    () -> assertThrows(NullPointerException.class, () -> map.getFloat(name)),
                    () -> assertThrows(NullPointerException.class, () -> map.getDouble(name)),
                    () -> assertThrows(NullPointerException.class, () -> map.getChar(name)),
                    () -> assertNull(map.getString(name)),
                    () -> assertNull(map.getBytes(name)),
                    () -> assertNull(map.getObject(name)));
        }
    }

    @Test
    void aNullInAStreamIsReadAsNull() throws Exception {
        StreamMessage stream = connection().createSession().createStreamMessage();
        stream.writeString(null);
        for (Executable number :
                List.<Executable>of(stream::readByte, stream::readShort, stream::readInt, stream::readLong)) {
            stream.reset();
            assertThrows(NumberFormatException.class, number);
        }
        for (Executable other : List.<Executable>of(stream::readFloat, stream::readDouble, stream::readChar)) {
            stream.reset();
            assertThrows(NullPointerException.class, other);
        }
        stream.reset();
        assertFalse(stream.readBoolean());
        stream.reset();
        assertNull(stream.readString());
        stream.reset();
        assertNull(stream.readObject());
    }

    @Test
    void aTextIsABooleanAsBooleanValueOfSaysAndNoNumberUnlessItIsOne() throws Exception {
        Session session = connection().createSession();
        MapMessage map = session.createMapMessage();
        StreamMessage stream = session.createStreamMessage();
        for (String text : List.of("true", "TRUE", "no", "", "1")) {
            map.setString("t", text);
            assertEquals(Boolean.valueOf(text), map.getBoolean("t"), text);
            stream.clearBody();
            stream.writeString(text);
            stream.reset();
            assertEquals(Boolean.valueOf(text), stream.readBoolean(), text);
        }
        map.setString("t", "x");
        assertThrows(NumberFormatException.class, () -> map.getByte("t"));
        assertThrows(NumberFormatException.class, () -> map.getShort("t"));
        assertThrows(NumberFormatException.class, () -> map.getInt("t"));
        assertThrows(NumberFormatException.class, () -> map.getLong("t"));
        assertThrows(NumberFormatException.class, () -> map.getFloat("t"));
        assertThrows(NumberFormatException.class, () -> map.getDouble("t"));
    }

    @Test
    void aFailedReadDoesNotMoveThePosition() throws Exception {
        Session session = connection().createSession();
        StreamMessage stream = session.createStreamMessage();
        stream.writeString("text");
        stream.writeBoolean(true);
        stream.reset();
        assertThrows(NumberFormatException.class, stream::readInt);
        assertThrows(NumberFormatException.class, stream::readDouble);
        assertThrows(MessageFormatException.class, stream::readChar);
        assertThrows(MessageFormatException.class, () -> stream.readBytes(new byte[1]));
        assertEquals("text", stream.readString());
        assertThrows(MessageFormatException.class, stream::readLong);
        assertTrue(stream.readBoolean());
        assertThrows(MessageEOFException.class, stream::readBoolean);
    }

    @Test
    void aByteArrayIsReadInPieces() throws Exception {
        StreamMessage stream = connection().createSession().createStreamMessage();
        stream.writeBytes(new byte[] {1, 2, 3, 4, 5});
        stream.writeBytes(new byte[] {1, 2});
        stream.writeInt(9);
        stream.reset();
        byte[] piece = new byte[3];
        assertEquals(3, stream.readBytes(piece));
        assertThrows(MessageFormatException.class, stream::readInt, "in the middle of an array");
        assertEquals(2, stream.readBytes(piece));
        assertEquals(2, stream.readBytes(piece), "the next array: a short read was the end of the first");
        assertEquals(9, stream.readInt());
    }

    @Test
    void aByteArrayThatFillsThePieceIsFollowedByItsEnd() throws Exception {
        StreamMessage stream = connection().createSession().createStreamMessage();
        stream.writeBytes(new byte[] {1, 2, 3});
        stream.writeInt(9);
        stream.reset();
        assertEquals(3, stream.readBytes(new byte[3]));
        assertEquals(-1, stream.readBytes(new byte[3]));
        assertEquals(9, stream.readInt());
    }
}
