package io.batonmq.jms.internal.message;

import io.batonmq.wire.BodyKind;
import jakarta.jms.JMSException;
import jakarta.jms.MessageEOFException;
import jakarta.jms.MessageFormatException;
import jakarta.jms.StreamMessage;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A sequence of values (3.11.3). A read that fails leaves the pointer where it was. A byte[] value is read in chunks; until
 * its end was read no other value can be. One thread at a time.
 */
final class JmsStreamMessage extends JmsMessage implements StreamMessage {
    private static final int NO_CHUNK = -1;

    private List<@Nullable Object> values = new ArrayList<>();
    private int position;
    /** How much of the byte[] at {@link #position} was read; {@link #NO_CHUNK} if none is being read. */
    private int chunkOffset = NO_CHUNK;

    JmsStreamMessage(MessageSettings settings) {
        super(settings);
    }

    /** One of {@link Conversions}' ways to read a value that can't be null. */
    private interface Conversion<T> {
        T apply(@Nullable Object value) throws MessageFormatException;
    }

    private <T> T read(Conversion<T> conversion) throws JMSException {
        T converted = conversion.apply(whole());
        position++;
        return converted;
    }

    /** The value at the pointer, which no chunk was read of. */
    private @Nullable Object whole() throws JMSException {
        Object value = current();
        if (chunkOffset != NO_CHUNK) {
            throw new MessageFormatException(
                    "a byte[] value is being read: read it to its end (readBytes returns -1 or less than asked) first");
        }
        return value;
    }

    private @Nullable Object current() throws JMSException {
        checkBodyReadable();
        if (position >= values.size()) {
            throw new MessageEOFException("the end of the stream was reached");
        }
        return values.get(position);
    }

    private void write(@Nullable Object value) throws JMSException {
        checkBodyWritable();
        values.add(value);
    }

    @Override
    public boolean readBoolean() throws JMSException {
        return read(Conversions::toBoolean);
    }

    @Override
    public byte readByte() throws JMSException {
        return read(Conversions::toByte);
    }

    @Override
    public short readShort() throws JMSException {
        return read(Conversions::toShort);
    }

    @Override
    public char readChar() throws JMSException {
        return read(Conversions::toChar);
    }

    @Override
    public int readInt() throws JMSException {
        return read(Conversions::toInt);
    }

    @Override
    public long readLong() throws JMSException {
        return read(Conversions::toLong);
    }

    @Override
    public float readFloat() throws JMSException {
        return read(Conversions::toFloat);
    }

    @Override
    public double readDouble() throws JMSException {
        return read(Conversions::toDouble);
    }

    @Override
    public @Nullable String readString() throws JMSException {
        String text = Conversions.toText(whole());
        position++;
        return text;
    }

    @Override
    public @Nullable Object readObject() throws JMSException {
        Object value = BodyValues.copyOf(whole());
        position++;
        return value;
    }

    @Override
    public int readBytes(byte[] buffer) throws JMSException {
        byte[] bytes = Conversions.toBytes(current());
        if (bytes == null) {
            position++;
            return -1;
        }
        boolean first = chunkOffset == NO_CHUNK;
        int from = first ? 0 : chunkOffset;
        int length = Math.min(bytes.length - from, buffer.length);
        if (!first && from == bytes.length) {
            chunkOffset = NO_CHUNK;
            position++;
            return -1;
        }
        System.arraycopy(bytes, from, buffer, 0, length);
        if (length < buffer.length) {
            chunkOffset = NO_CHUNK;
            position++;
        } else {
            // Exactly full: the reader can't know that nothing follows, so it must ask once more.
            chunkOffset = from + length;
        }
        return length;
    }

    @Override
    public void writeBoolean(boolean value) throws JMSException {
        write(value);
    }

    @Override
    public void writeByte(byte value) throws JMSException {
        write(value);
    }

    @Override
    public void writeShort(short value) throws JMSException {
        write(value);
    }

    @Override
    public void writeChar(char value) throws JMSException {
        write(value);
    }

    @Override
    public void writeInt(int value) throws JMSException {
        write(value);
    }

    @Override
    public void writeLong(long value) throws JMSException {
        write(value);
    }

    @Override
    public void writeFloat(float value) throws JMSException {
        write(value);
    }

    @Override
    public void writeDouble(double value) throws JMSException {
        write(value);
    }

    @Override
    public void writeString(@Nullable String value) throws JMSException {
        write(value);
    }

    @Override
    public void writeBytes(byte @Nullable [] value) throws JMSException {
        write(value == null ? null : value.clone());
    }

    @Override
    public void writeBytes(byte[] value, int offset, int length) throws JMSException {
        write(BodyValues.part(value, offset, length));
    }

    @Override
    public void writeObject(@Nullable Object value) throws JMSException {
        checkBodyWritable();
        write(BodyValues.checked(value));
    }

    @Override
    public void reset() {
        readOnlyBody(true);
        position = 0;
        chunkOffset = NO_CHUNK;
    }

    @Override
    public <T> @Nullable T getBody(Class<T> wanted) throws JMSException {
        throw new MessageFormatException("getBody can't be called on a StreamMessage");
    }

    @Override
    @SuppressWarnings("rawtypes")
    public boolean isBodyAssignableTo(Class wanted) {
        return false;
    }

    @Override
    BodyKind kind() {
        return BodyKind.STREAM;
    }

    @Override
    byte[] encodeBody() {
        BodyWriter out = new BodyWriter();
        values.forEach(out::writeValue);
        return out.toByteArray();
    }

    @Override
    void decodeBody(byte[] body) throws JMSException {
        BodyReader in = new BodyReader(body);
        List<@Nullable Object> decoded = new ArrayList<>();
        while (in.hasMore()) {
            decoded.add(in.readValue());
        }
        values = decoded;
        position = 0;
        chunkOffset = NO_CHUNK;
    }

    @Override
    void dropBody() {
        values.clear();
        position = 0;
        chunkOffset = NO_CHUNK;
    }
}
