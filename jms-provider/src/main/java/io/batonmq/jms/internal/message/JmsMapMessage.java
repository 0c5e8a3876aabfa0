package io.batonmq.jms.internal.message;

import io.batonmq.wire.BodyKind;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Names and values, in the order they were set (3.11.3). One thread at a time. */
final class JmsMapMessage extends JmsMessage implements MapMessage {
    private Map<String, @Nullable Object> values = new LinkedHashMap<>();

    JmsMapMessage(MessageSettings settings) {
        super(settings);
    }

    private void put(@Nullable String name, @Nullable Object value) throws JMSException {
        if (name == null || name.isEmpty()) {
            throw new IllegalArgumentException("a name in a MapMessage must not be null or empty");
        }
        checkBodyWritable();
        values.put(name, value);
    }

    @Override
    public boolean getBoolean(@Nullable String name) throws JMSException {
        return Conversions.toBoolean(values.get(name));
    }

    @Override
    public byte getByte(@Nullable String name) throws JMSException {
        return Conversions.toByte(values.get(name));
    }

    @Override
    public short getShort(@Nullable String name) throws JMSException {
        return Conversions.toShort(values.get(name));
    }

    @Override
    public char getChar(@Nullable String name) throws JMSException {
        return Conversions.toChar(values.get(name));
    }

    @Override
    public int getInt(@Nullable String name) throws JMSException {
        return Conversions.toInt(values.get(name));
    }

    @Override
    public long getLong(@Nullable String name) throws JMSException {
        return Conversions.toLong(values.get(name));
    }

    @Override
    public float getFloat(@Nullable String name) throws JMSException {
        return Conversions.toFloat(values.get(name));
    }

    @Override
    public double getDouble(@Nullable String name) throws JMSException {
        return Conversions.toDouble(values.get(name));
    }

    @Override
    public @Nullable String getString(@Nullable String name) throws JMSException {
        return Conversions.toText(values.get(name));
    }

    @Override
    public byte @Nullable [] getBytes(@Nullable String name) throws JMSException {
        byte[] bytes = Conversions.toBytes(values.get(name));
        return bytes == null ? null : bytes.clone();
    }

    @Override
    public @Nullable Object getObject(@Nullable String name) {
        return BodyValues.copyOf(values.get(name));
    }

    @Override
    @SuppressWarnings("rawtypes")
    public Enumeration getMapNames() {
        return Collections.enumeration(List.copyOf(values.keySet()));
    }

    @Override
    public boolean itemExists(@Nullable String name) {
        return values.containsKey(name);
    }

    @Override
    public void setBoolean(@Nullable String name, boolean value) throws JMSException {
        put(name, value);
    }

    @Override
    public void setByte(@Nullable String name, byte value) throws JMSException {
        put(name, value);
    }

    @Override
    public void setShort(@Nullable String name, short value) throws JMSException {
        put(name, value);
    }

    @Override
    public void setChar(@Nullable String name, char value) throws JMSException {
        put(name, value);
    }

    @Override
    public void setInt(@Nullable String name, int value) throws JMSException {
        put(name, value);
    }

    @Override
    public void setLong(@Nullable String name, long value) throws JMSException {
        put(name, value);
    }

    @Override
    public void setFloat(@Nullable String name, float value) throws JMSException {
        put(name, value);
    }

    @Override
    public void setDouble(@Nullable String name, double value) throws JMSException {
        put(name, value);
    }

    @Override
    public void setString(@Nullable String name, @Nullable String value) throws JMSException {
        put(name, value);
    }

    @Override
    public void setBytes(@Nullable String name, byte @Nullable [] value) throws JMSException {
        put(name, value == null ? null : value.clone());
    }

    @Override
    public void setBytes(@Nullable String name, byte[] value, int offset, int length) throws JMSException {
        put(name, BodyValues.part(value, offset, length));
    }

    @Override
    public void setObject(@Nullable String name, @Nullable Object value) throws JMSException {
        put(name, BodyValues.checked(value));
    }

    @Override
    BodyKind kind() {
        return BodyKind.MAP;
    }

    @Override
    byte[] encodeBody() {
        BodyWriter out = new BodyWriter();
        values.forEach((name, value) -> {
            out.writeText(name);
            out.writeValue(value);
        });
        return out.toByteArray();
    }

    @Override
    void decodeBody(byte[] body) throws JMSException {
        BodyReader in = new BodyReader(body);
        Map<String, @Nullable Object> decoded = new LinkedHashMap<>();
        while (in.hasMore()) {
            String name = in.readText();
            decoded.put(name, in.readValue());
        }
        values = decoded;
    }

    @Override
    void dropBody() {
        values.clear();
    }

    /** A copy: what the application does to it does not reach the message. */
    @Override
    @Nullable
    Object bodyValue() {
        if (values.isEmpty()) {
            return null;
        }
        Map<String, @Nullable Object> copy = new LinkedHashMap<>();
        values.forEach((name, value) -> copy.put(name, BodyValues.copyOf(value)));
        return copy;
    }
}
