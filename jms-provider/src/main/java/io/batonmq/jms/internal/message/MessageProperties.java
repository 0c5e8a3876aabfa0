package io.batonmq.jms.internal.message;

import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageNotWriteableException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The application's properties of one message, and JMSXDeliveryCount, which the holder counts. Owned by its message:
 * one thread at a time.
 */
final class MessageProperties {
    private final boolean strictNames;
    private Map<String, @Nullable Object> values = new LinkedHashMap<>();
    private boolean readOnly;
    private int deliveryCount;

    MessageProperties(boolean strictNames) {
        this.strictNames = strictNames;
    }

    /** As received: read-only, and counted. */
    void received(Map<String, Object> received, int count) {
        values = new LinkedHashMap<>(received);
        values.remove(PropertyNames.DELIVERY_COUNT);
        readOnly = true;
        deliveryCount = count;
    }

    /** What travels with the message: everything but the count, which is the holder's. */
    Map<String, Object> forWire() {
        Map<String, Object> copy = new LinkedHashMap<>(values);
        copy.remove(PropertyNames.DELIVERY_COUNT);
        return copy;
    }

    void set(@Nullable String name, @Nullable Object value) throws MessageNotWriteableException {
        PropertyNames.check(name, strictNames);
        if (readOnly) {
            throw new MessageNotWriteableException(
                    "the properties of a received message are read-only until clearProperties()");
        }
        values.put(name, value);
    }

    void setObject(@Nullable String name, @Nullable Object value)
            throws MessageNotWriteableException, MessageFormatException {
        PropertyNames.check(name, strictNames);
        if (value != null && !isAllowed(value)) {
            throw new MessageFormatException("property '" + name + "': a value of "
                    + value.getClass().getName() + " is not one of Boolean, Byte, Short, Integer, Long, Float, Double,"
                    + " String");
        }
        set(name, value);
    }

    private static boolean isAllowed(Object value) {
        return value instanceof String
                || value instanceof Boolean
                || value instanceof Byte
                || value instanceof Short
                || value instanceof Integer
                || value instanceof Long
                || value instanceof Float
                || value instanceof Double;
    }

    @Nullable
    Object get(@Nullable String name) {
        if (deliveryCount > 0 && PropertyNames.DELIVERY_COUNT.equals(name)) {
            return deliveryCount;
        }
        return values.get(name);
    }

    boolean exists(@Nullable String name) {
        return values.containsKey(name) || (deliveryCount > 0 && PropertyNames.DELIVERY_COUNT.equals(name));
    }

    Enumeration<String> names() {
        List<String> names = new ArrayList<>(values.keySet());
        if (deliveryCount > 0) {
            names.add(PropertyNames.DELIVERY_COUNT);
        }
        return Collections.enumeration(names);
    }

    void clear() {
        values.clear();
        deliveryCount = 0;
        readOnly = false;
    }
}
