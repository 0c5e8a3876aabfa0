package io.batonmq.jms.internal.message;

import io.batonmq.wire.BodyKind;
import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.MessageEOFException;
import jakarta.jms.MessageFormatException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Raw bytes, written until {@link #reset}, then read. A read that fails leaves the pointer where it was. One thread at a
 * time.
 */
final class JmsBytesMessage extends JmsMessage implements BytesMessage {
    private ByteArrayOutputStream written = new ByteArrayOutputStream();
    /** The body while it is readable. */
    private byte[] body = new byte[0];
    /** Reads {@link #body}. */
    private ByteBuffer in = ByteBuffer.wrap(body);

    JmsBytesMessage(MessageSettings settings) {
        super(settings);
    }

    private ByteBuffer readable(int bytes) throws JMSException {
        checkBodyReadable();
        if (in.remaining() < bytes) {
            throw endOfBody();
        }
        return in;
    }

    private static MessageEOFException endOfBody() {
        return new MessageEOFException("the end of the body was reached");
    }

    @Override
    public long getBodyLength() throws JMSException {
        checkBodyReadable();
        return body.length;
    }

    @Override
    public boolean readBoolean() throws JMSException {
        return readable(1).get() != 0;
    }

    @Override
    public byte readByte() throws JMSException {
        return readable(1).get();
    }

    @Override
    public int readUnsignedByte() throws JMSException {
        return Byte.toUnsignedInt(readable(1).get());
    }

    @Override
    public short readShort() throws JMSException {
        return readable(2).getShort();
    }

    @Override
    public int readUnsignedShort() throws JMSException {
        return Short.toUnsignedInt(readable(2).getShort());
    }

    @Override
    public char readChar() throws JMSException {
        return readable(2).getChar();
    }

    @Override
    public int readInt() throws JMSException {
        return readable(4).getInt();
    }

    @Override
    public long readLong() throws JMSException {
        return readable(8).getLong();
    }

    @Override
    public float readFloat() throws JMSException {
        return readable(4).getFloat();
    }

    @Override
    public double readDouble() throws JMSException {
        return readable(8).getDouble();
    }

    @Override
    public String readUTF() throws JMSException {
        ByteBuffer from = readable(2);
        ByteArrayInputStream rest = new ByteArrayInputStream(body, from.position(), from.remaining());
        try (DataInputStream data = new DataInputStream(rest)) {
            String text = data.readUTF();
            from.position(body.length - rest.available());
            return text;
        } catch (EOFException e) {
            throw Errors.caused(endOfBody(), e);
        } catch (IOException e) {
            throw Errors.caused(new MessageFormatException("no UTF string is here: " + e.getMessage()), e);
        }
    }

    @Override
    public int readBytes(byte[] value) throws JMSException {
        return readBytes(value, value.length);
    }

    @Override
    public int readBytes(byte[] value, int length) throws JMSException {
        checkBodyReadable();
        if (length < 0 || length > value.length) {
            throw new IndexOutOfBoundsException("length " + length + " of an array of " + value.length + " bytes");
        }
        if (!in.hasRemaining()) {
            return -1;
        }
        int read = Math.min(length, in.remaining());
        in.get(value, 0, read);
        return read;
    }

    private ByteArrayOutputStream writable() throws JMSException {
        checkBodyWritable();
        return written;
    }

    /** The lowest {@code bytes} bytes of a value, big endian. */
    private void write(long value, int bytes) throws JMSException {
        ByteArrayOutputStream to = writable();
        for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8) {
            to.write((int) (value >>> shift));
        }
    }

    @Override
    public void writeBoolean(boolean value) throws JMSException {
        writable().write(value ? 1 : 0);
    }

    @Override
    public void writeByte(byte value) throws JMSException {
        writable().write(value);
    }

    @Override
    public void writeShort(short value) throws JMSException {
        write(value, 2);
    }

    @Override
    public void writeChar(char value) throws JMSException {
        write(value, 2);
    }

    @Override
    public void writeInt(int value) throws JMSException {
        write(value, 4);
    }

    @Override
    public void writeLong(long value) throws JMSException {
        write(value, 8);
    }

    @Override
    public void writeFloat(float value) throws JMSException {
        write(Float.floatToRawIntBits(value), 4);
    }

    @Override
    public void writeDouble(double value) throws JMSException {
        write(Double.doubleToRawLongBits(value), 8);
    }

    @Override
    public void writeUTF(String value) throws JMSException {
        ByteArrayOutputStream to = writable();
        try (DataOutputStream data = new DataOutputStream(to)) {
            data.writeUTF(value);
        } catch (IOException e) {
            throw Errors.caused(new MessageFormatException("writeUTF takes at most 65535 bytes: " + e.getMessage()), e);
        }
    }

    @Override
    public void writeBytes(byte[] value) throws JMSException {
        writable().writeBytes(value);
    }

    @Override
    public void writeBytes(byte[] value, int offset, int length) throws JMSException {
        writable().writeBytes(BodyValues.part(value, offset, length));
    }

    @Override
    public void writeObject(Object value) throws JMSException {
        if (value == null) {
            throw new NullPointerException("writeObject takes no null");
        }
        checkBodyWritable();
        if (value instanceof Boolean known) {
            writeBoolean(known);
        } else if (value instanceof Byte known) {
            writeByte(known);
        } else if (value instanceof Short known) {
            writeShort(known);
        } else if (value instanceof Character known) {
            writeChar(known);
        } else if (value instanceof Integer known) {
            writeInt(known);
        } else if (value instanceof Long known) {
            writeLong(known);
        } else if (value instanceof Float known) {
            writeFloat(known);
        } else if (value instanceof Double known) {
            writeDouble(known);
        } else if (value instanceof String known) {
            writeUTF(known);
        } else if (value instanceof byte[] known) {
            writeBytes(known);
        } else {
            throw new MessageFormatException(
                    "a value of " + value.getClass().getName() + " can't be written to a BytesMessage");
        }
    }

    @Override
    public void reset() {
        if (!isBodyReadOnly()) {
            decodeBody(written.toByteArray());
            written = new ByteArrayOutputStream();
        }
        in.position(0);
    }

    @Override
    BodyKind kind() {
        return BodyKind.BYTES;
    }

    @Override
    byte[] encodeBody() {
        return isBodyReadOnly() ? body : written.toByteArray();
    }

    @Override
    void decodeBody(byte[] body) {
        this.body = body;
        in = ByteBuffer.wrap(body);
        readOnlyBody(true);
    }

    @Override
    void dropBody() {
        written = new ByteArrayOutputStream();
        body = new byte[0];
        in = ByteBuffer.wrap(body);
    }

    @Override
    public <T> @Nullable T getBody(Class<T> wanted) throws JMSException {
        T value = super.getBody(wanted);
        // As the Javadoc has it: the message is reset before and after.
        reset();
        return value;
    }

    @Override
    @Nullable
    Object bodyValue() {
        byte[] bytes = encodeBody();
        return bytes.length == 0 ? null : bytes.clone();
    }
}
