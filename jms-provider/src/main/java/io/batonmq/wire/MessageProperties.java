package io.batonmq.wire;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A message's properties on the wire: a count, then name, type and value of each. Values come back exactly as they were,
 * NaN bits and all. Stateless.
 */
final class MessageProperties {
    private static final int NULL = 0;
    private static final int FALSE = 1;
    private static final int TRUE = 2;
    private static final int BYTE = 3;
    private static final int SHORT = 4;
    private static final int INTEGER = 5;
    private static final int LONG = 6;
    private static final int FLOAT = 7;
    private static final int DOUBLE = 8;
    private static final int STRING = 9;

    private MessageProperties() {}

    static void write(WireWriter out, Map<String, ? extends @Nullable Object> properties) {
        out.varint(properties.size());
        for (Map.Entry<String, ? extends @Nullable Object> property : properties.entrySet()) {
            out.text(property.getKey());
            writeValue(out, property.getKey(), property.getValue());
        }
    }

    private static void writeValue(WireWriter out, String name, @Nullable Object value) {
        if (value == null) {
            out.unsignedByte(NULL);
        } else if (value instanceof Boolean flag) {
            out.unsignedByte(flag ? TRUE : FALSE);
        } else if (value instanceof Byte number) {
            out.unsignedByte(BYTE);
            out.unsignedByte(number & 0xFF);
        } else if (value instanceof Short number) {
            out.unsignedByte(SHORT);
            out.int16(number);
        } else if (value instanceof Integer number) {
            out.unsignedByte(INTEGER);
            out.int32(number);
        } else if (value instanceof Long number) {
            out.unsignedByte(LONG);
            out.int64(number);
        } else if (value instanceof Float number) {
            out.unsignedByte(FLOAT);
            out.int32(Float.floatToRawIntBits(number));
        } else if (value instanceof Double number) {
            out.unsignedByte(DOUBLE);
            out.int64(Double.doubleToRawLongBits(number));
        } else if (value instanceof String text) {
            out.unsignedByte(STRING);
            out.text(text);
        } else {
            throw new IllegalArgumentException("property " + name + " is a " + value.getClass());
        }
    }

    static Map<String, @Nullable Object> read(WireReader in) {
        int count = in.varint();
        Map<String, @Nullable Object> properties = new LinkedHashMap<>();
        for (int i = 0; i < count; i++) {
            String name = in.text();
            if (properties.containsKey(name)) {
                throw in.malformed("a message has property " + name + " twice");
            }
            properties.put(name, readValue(in));
        }
        in.end();
        return properties;
    }

    static @Nullable Object readValue(WireReader in) {
        int type = in.unsignedByte();
        return switch (type) {
            case NULL -> null;
            case FALSE -> false;
            case TRUE -> true;
            case BYTE -> in.signedByte();
            case SHORT -> in.int16();
            case INTEGER -> in.int32();
            case LONG -> in.int64();
            case FLOAT -> Float.intBitsToFloat(in.int32());
            case DOUBLE -> Double.longBitsToDouble(in.int64());
            case STRING -> in.text();
            default -> throw in.malformed("a message has a property of type " + type);
        };
    }

    /** The value of one property; the others are stepped over. */
    static @Nullable Object find(WireReader in, String wanted) {
        byte[] name = new byte[WireText.length(wanted)];
        WireText.write(wanted, name, 0);
        int count = in.varint();
        for (int i = 0; i < count; i++) {
            if (in.nextIs(name)) {
                return readValue(in);
            }
            skipValue(in);
        }
        return null;
    }

    static void skipValue(WireReader in) {
        int type = in.unsignedByte();
        switch (type) {
            case NULL, FALSE, TRUE -> {}
            case BYTE -> in.skip(1);
            case SHORT -> in.skip(2);
            case INTEGER, FLOAT -> in.skip(4);
            case LONG, DOUBLE -> in.skip(8);
            case STRING -> in.skip(in.varint());
            default -> throw in.malformed("a message has a property of type " + type);
        }
    }
}
