package io.batonmq.jms.internal.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.batonmq.wire.EncodedMessage;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageEOFException;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageNotReadableException;
import jakarta.jms.MessageNotWriteableException;
import jakarta.jms.StreamMessage;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;

/** C81: table 3.11.3 for map and stream messages, before and after the wire; chunks, ends and pointers. */
class BodyConversionTest {
    private static final byte[] BYTES = {1, 2, 3};
    private static final List<String> COLUMNS =
            List.of("boolean", "byte", "short", "char", "int", "long", "float", "double", "String", "byte[]");

    /** Rows: what was written; columns as above; X = MessageFormatException, N = NumberFormatException. */
    private static final Object[][] TABLE = {
        {true, true, "X", "X", "X", "X", "X", "X", "X", "true", "X"},
        {(byte) -3, "X", (byte) -3, (short) -3, "X", -3, -3L, "X", "X", "-3", "X"},
        {(short) 300, "X", "X", (short) 300, "X", 300, 300L, "X", "X", "300", "X"},
        {'c', "X", "X", "X", 'c', "X", "X", "X", "X", "c", "X"},
        {70_000, "X", "X", "X", "X", 70_000, 70_000L, "X", "X", "70000", "X"},
        {Long.MIN_VALUE, "X", "X", "X", "X", "X", Long.MIN_VALUE, "X", "X", "-9223372036854775808", "X"},
        {Float.NaN, "X", "X", "X", "X", "X", "X", Float.NaN, Double.NaN, "NaN", "X"},
        {-0.0d, "X", "X", "X", "X", "X", "X", "X", -0.0d, "-0.0", "X"},
        {"7", false, (byte) 7, (short) 7, "X", 7, 7L, 7f, 7d, "7", "X"},
        {"a\uD800", false, "N", "N", "X", "N", "N", "N", "N", "a\uD800", "X"},
        {BYTES, "X", "X", "X", "X", "X", "X", "X", "X", "X", BYTES},
    };

    private final MessageFactory factory = TestDestinations.factory(MessageSettings.DEFAULT);

    private static @Nullable Object read(MapMessage map, String column, String name) throws JMSException {
        return switch (column) {
            case "boolean" -> map.getBoolean(name);
            case "byte" -> map.getByte(name);
            case "short" -> map.getShort(name);
            case "char" -> map.getChar(name);
            case "int" -> map.getInt(name);
            case "long" -> map.getLong(name);
            case "float" -> map.getFloat(name);
            case "double" -> map.getDouble(name);
            case "String" -> map.getString(name);
            default -> map.getBytes(name);
        };
    }

    private static @Nullable Object read(StreamMessage stream, String column) throws JMSException {
        return switch (column) {
            case "boolean" -> stream.readBoolean();
            case "byte" -> stream.readByte();
            case "short" -> stream.readShort();
            case "char" -> stream.readChar();
            case "int" -> stream.readInt();
            case "long" -> stream.readLong();
            case "float" -> stream.readFloat();
            case "double" -> stream.readDouble();
            case "String" -> stream.readString();
            default -> {
                byte[] buffer = new byte[10];
                int length = stream.readBytes(buffer);
                yield length < 0 ? null : java.util.Arrays.copyOf(buffer, length);
            }
        };
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void everyCellOfTheTableInAMap(boolean overTheWire) throws JMSException {
        MapMessage map = factory.map();
        for (int row = 0; row < TABLE.length; row++) {
            map.setObject("v" + row, TABLE[row][0]);
        }
        MapMessage read = overTheWire ? (MapMessage) received(map) : map;
        for (int row = 0; row < TABLE.length; row++) {
            String name = "v" + row;
            for (int column = 0; column < COLUMNS.size(); column++) {
                String type = COLUMNS.get(column);
                check(row, column, () -> read(read, type, name));
            }
            assertThat(read.getObject(name)).isEqualTo(TABLE[row][0]);
        }
        assertThat(Collections.list((java.util.Enumeration<?>) read.getMapNames()))
                .hasSize(TABLE.length);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void everyCellOfTheTableInAStreamAndAFailedReadMovesNothing(boolean overTheWire) throws JMSException {
        StreamMessage stream = factory.stream();
        for (Object[] row : TABLE) {
            stream.writeObject(row[0]);
        }
        StreamMessage read = overTheWire ? (StreamMessage) received(stream) : stream;
        for (int row = 0; row < TABLE.length; row++) {
            for (int column = 0; column < COLUMNS.size(); column++) {
                String type = COLUMNS.get(column);
                read.reset();
                for (int skipped = 0; skipped < row; skipped++) {
                    read.readObject();
                }
                check(row, column, () -> read(read, type));
                boolean failed = TABLE[row][column + 1].equals("X") || TABLE[row][column + 1].equals("N");
                if (failed) {
                    assertThat(read.readObject()).as("after a failed read").isEqualTo(TABLE[row][0]);
                } else if (row + 1 < TABLE.length) {
                    assertThat(read.readObject()).as("after a good read").isEqualTo(TABLE[row + 1][0]);
                }
            }
        }
    }

    private interface Read {
        @Nullable
        Object now() throws JMSException;
    }

    private static void check(int row, int column, Read read) throws JMSException {
        Object expected = TABLE[row][column + 1];
        String cell = TABLE[row][0] + " as " + COLUMNS.get(column);
        if (expected.equals("X")) {
            assertThatThrownBy(read::now).as(cell).isInstanceOf(MessageFormatException.class);
        } else if (expected.equals("N")) {
            assertThatThrownBy(read::now).as(cell).isInstanceOf(NumberFormatException.class);
        } else {
            assertThat(read.now()).as(cell).isEqualTo(expected);
        }
    }

    @Test
    void anUnsetNameAndANullValueReadAsNull() throws JMSException {
        MapMessage map = factory.map();
        map.setObject("null", null);
        map.setString("text", null);
        map.setBytes("bytes", null);
        for (String name : List.of("unset", "null", "text", "bytes")) {
            assertThat(map.getBoolean(name)).isFalse();
            assertThat(map.getString(name)).isNull();
            assertThat(map.getObject(name)).isNull();
            assertThat(map.getBytes(name)).isNull();
            assertThat(map.itemExists(name)).isEqualTo(!name.equals("unset"));
            for (String number : List.of("byte", "short", "int", "long")) {
                assertThatThrownBy(() -> read(map, number, name), number).isInstanceOf(NumberFormatException.class);
            }
            for (String other : List.of("float", "double", "char")) {
                assertThatThrownBy(() -> read(map, other, name), other).isInstanceOf(NullPointerException.class);
            }
        }
    }

    @ParameterizedTest
    @NullAndEmptySource
    void aMapNameMustNotBeNullOrEmpty(@Nullable String name) {
        MapMessage map = factory.map();
        assertThatThrownBy(() -> map.setInt(name, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> map.setObject(name, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> map.setBytes(name, BYTES, 0, 1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aMapTakesNoOtherClassesAndKeepsItsOwnCopies() throws JMSException {
        MapMessage map = factory.map();
        assertThatThrownBy(() -> map.setObject("o", List.of())).isInstanceOf(MessageFormatException.class);
        byte[] mine = {9, 8, 7};
        map.setBytes("all", mine);
        map.setBytes("part", mine, 1, 2);
        mine[0] = 0;
        assertThat(map.getBytes("all")).containsExactly(9, 8, 7);
        assertThat(map.getBytes("part")).containsExactly(8, 7);
        byte[] given = map.getBytes("all");
        given[0] = 1;
        assertThat(map.getBytes("all")).containsExactly(9, 8, 7);
        Map<?, ?> body = map.getBody(Map.class);
        assertThat(body).hasSize(2);
        body.clear();
        assertThat(map.itemExists("all")).isTrue();
    }

    @Test
    void nullValuesInAStream() throws JMSException {
        StreamMessage stream = factory.stream();
        stream.writeObject(null);
        stream.writeString(null);
        stream.writeBytes(null);
        StreamMessage read = (StreamMessage) received(stream);
        assertThatThrownBy(read::readInt).isInstanceOf(NumberFormatException.class);
        assertThatThrownBy(read::readChar).isInstanceOf(NullPointerException.class);
        assertThat(read.readBoolean()).isFalse();
        assertThat(read.readString()).isNull();
        assertThat(read.readBytes(new byte[3])).isEqualTo(-1);
        assertThatThrownBy(read::readObject).isInstanceOf(MessageEOFException.class);
    }

    @Test
    void aByteArrayIsReadInChunksToItsEnd() throws JMSException {
        StreamMessage stream = factory.stream();
        stream.writeBytes(new byte[] {1, 2, 3, 4});
        stream.writeBytes(new byte[0]);
        stream.writeBytes(new byte[] {5, 6, 7}, 1, 1);
        stream.writeInt(8);
        stream.reset();
        byte[] two = new byte[2];
        assertThat(stream.readBytes(two)).isEqualTo(2);
        assertThatThrownBy(stream::readString).isInstanceOf(MessageFormatException.class);
        assertThatThrownBy(stream::readObject).isInstanceOf(MessageFormatException.class);
        assertThat(stream.readBytes(two)).isEqualTo(2);
        assertThat(two).containsExactly(3, 4);
        assertThatThrownBy(stream::readInt).as("the end was not seen").isInstanceOf(MessageFormatException.class);
        assertThat(stream.readBytes(two)).isEqualTo(-1);
        assertThat(stream.readBytes(two)).as("an empty array").isZero();
        assertThat(stream.readBytes(two)).as("less than asked ends it").isEqualTo(1);
        assertThat(two[0]).isEqualTo((byte) 6);
        assertThatThrownBy(() -> stream.readBytes(two)).isInstanceOf(MessageFormatException.class);
        assertThat(stream.readInt()).isEqualTo(8);
        assertThatThrownBy(() -> stream.readBytes(two)).isInstanceOf(MessageEOFException.class);
        stream.reset();
        assertThat(stream.readBytes(two)).as("reset in the middle starts over").isEqualTo(2);
    }

    @Test
    void modesOfAStream() throws JMSException {
        StreamMessage stream = factory.stream();
        assertThatThrownBy(stream::readInt).isInstanceOf(MessageNotReadableException.class);
        assertThatThrownBy(() -> stream.readBytes(new byte[1])).isInstanceOf(MessageNotReadableException.class);
        stream.writeInt(1);
        stream.reset();
        assertThatThrownBy(() -> stream.writeInt(1)).isInstanceOf(MessageNotWriteableException.class);
        assertThatThrownBy(() -> stream.writeObject(List.of())).isInstanceOf(MessageNotWriteableException.class);
        stream.clearBody();
        assertThatThrownBy(stream::readInt).isInstanceOf(MessageNotReadableException.class);
        stream.reset();
        assertThatThrownBy(stream::readInt).isInstanceOf(MessageEOFException.class);
        assertThatThrownBy(() -> stream.getBody(Object.class)).isInstanceOf(MessageFormatException.class);
        assertThat(stream.isBodyAssignableTo(Object.class)).isFalse();
    }

    @Test
    void aReceivedMapIsReadOnlyUntilCleared() throws JMSException {
        MapMessage map = factory.map();
        map.setInt("a", 1);
        MapMessage read = (MapMessage) received(map);
        assertThatThrownBy(() -> read.setInt("b", 1)).isInstanceOf(MessageNotWriteableException.class);
        read.clearBody();
        assertThat(read.itemExists("a")).isFalse();
        read.setInt("b", 2);
        assertThat(read.getInt("b")).isEqualTo(2);
    }

    @Test
    void aDamagedBodyIsAFormatException() throws JMSException {
        MapMessage map = factory.map();
        map.setBytes("name", new byte[20]);
        map.setJMSDestination(new TestDestinations().queue("q"));
        var wire = factory.encode(factory.adopt(map));
        byte[] body = wire.body();
        for (int length = 1; length < body.length; length++) {
            var cut = new io.batonmq.wire.WireMessage(
                    wire.head(), wire.properties(), java.util.Arrays.copyOf(body, length));
            assertThatThrownBy(() -> factory.decode(cut, 1)).isInstanceOf(MessageFormatException.class);
        }
        for (int at = 0; at < body.length; at++) {
            byte[] changed = body.clone();
            changed[at] = (byte) 0xFF;
            var bad = new io.batonmq.wire.WireMessage(wire.head(), wire.properties(), changed);
            try {
                factory.decode(bad, 1);
            } catch (MessageFormatException e) {
                assertThat(e.getErrorCode()).isEqualTo("BATON-MESSAGE-MALFORMED");
            }
        }
    }

    private Message received(Message sent) throws JMSException {
        sent.setJMSDestination(new TestDestinations().queue("q"));
        EncodedMessage encoded = EncodedMessage.encode(factory.encode(factory.adopt(sent)));
        return factory.decode(encoded.decode(), 1);
    }
}
