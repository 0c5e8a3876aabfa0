package io.batonmq.jms.internal.message;

import io.batonmq.wire.BodyKind;
import jakarta.jms.DeliveryMode;
import jakarta.jms.Destination;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageNotReadableException;
import jakarta.jms.MessageNotWriteableException;
import java.nio.charset.StandardCharsets;
import java.util.Enumeration;
import org.jspecify.annotations.Nullable;

/**
 * A message: header, properties and, in the subclasses, a body; this class itself is the message without a body. One
 * thread at a time, as the specification has it.
 */
public class JmsMessage implements Message {
    private final MessageSettings settings;
    private final MessageProperties properties;
    private boolean bodyReadOnly;

    private @Nullable String messageId;
    private long timestamp;
    private @Nullable Object correlationId;
    private @Nullable Destination replyTo;
    private @Nullable Destination destination;
    private int deliveryMode = DEFAULT_DELIVERY_MODE;
    private boolean redelivered;
    private @Nullable String type;
    private long expiration;
    private long deliveryTime;
    private int priority = DEFAULT_PRIORITY;

    private @Nullable AcknowledgeHook acknowledgeHook;

    JmsMessage(MessageSettings settings) {
        this.settings = settings;
        this.properties = new MessageProperties(settings.strictPropertyNames());
    }

    // What the subclasses provide

    /** The kind of body. */
    BodyKind kind() {
        return BodyKind.NONE;
    }

    /** The body as it travels. */
    byte[] encodeBody() throws JMSException {
        return new byte[0];
    }

    /** Takes a body that travelled. */
    void decodeBody(byte[] body) throws JMSException {
        // A message without a body has nothing to take.
    }

    /** Empties the body. */
    void dropBody() {
        // A message without a body has nothing to drop.
    }

    /** The body as one value, for {@link #getBody}; null = no body. */
    @Nullable
    Object bodyValue() throws JMSException {
        return null;
    }

    // Between this package and the session

    MessageSettings settings() {
        return settings;
    }

    MessageProperties properties() {
        return properties;
    }

    /** The correlation id as it is: a String, a byte[], or null. */
    @Nullable
    Object correlation() {
        return correlationId;
    }

    void correlation(@Nullable Object value) {
        correlationId = value;
    }

    /** As received: body and properties are read-only. */
    void received(int deliveryCount) {
        bodyReadOnly = true;
        redelivered = deliveryCount > 1;
    }

    /** Sets what {@link #acknowledge()} does. */
    public final void onAcknowledge(AcknowledgeHook hook) {
        acknowledgeHook = hook;
    }

    final void readOnlyBody(boolean readOnly) {
        bodyReadOnly = readOnly;
    }

    final boolean isBodyReadOnly() {
        return bodyReadOnly;
    }

    final void checkBodyWritable() throws MessageNotWriteableException {
        if (bodyReadOnly) {
            throw new MessageNotWriteableException("the body is read-only; clearBody() makes it writable");
        }
    }

    final void checkBodyReadable() throws MessageNotReadableException {
        if (!bodyReadOnly) {
            throw new MessageNotReadableException("the body is write-only; reset() makes it readable");
        }
    }

    // Body

    @Override
    public final void clearBody() throws JMSException {
        dropBody();
        bodyReadOnly = false;
    }

    @Override
    public <T> @Nullable T getBody(Class<T> wanted) throws JMSException {
        Object body = bodyValue();
        if (body == null) {
            return null;
        }
        if (!wanted.isInstance(body)) {
            throw new MessageFormatException(
                    "the body of this message is not a " + wanted.getName() + " but a " + bodyType(body));
        }
        return wanted.cast(body);
    }

    @Override
    @SuppressWarnings("rawtypes")
    public boolean isBodyAssignableTo(Class wanted) throws JMSException {
        Object body = bodyValue();
        return body == null || wanted.isInstance(body);
    }

    private static String bodyType(Object body) {
        return body.getClass().getName();
    }

    @Override
    public final void acknowledge() throws JMSException {
        AcknowledgeHook hook = acknowledgeHook;
        if (hook != null) {
            hook.acknowledge();
        }
    }

    // Header

    @Override
    public final @Nullable String getJMSMessageID() {
        return messageId;
    }

    @Override
    public final void setJMSMessageID(@Nullable String id) {
        messageId = id;
    }

    @Override
    public final long getJMSTimestamp() {
        return timestamp;
    }

    @Override
    public final void setJMSTimestamp(long timestamp) {
        this.timestamp = timestamp;
    }

    @Override
    public final byte @Nullable [] getJMSCorrelationIDAsBytes() {
        if (correlationId instanceof byte[] bytes) {
            return bytes.clone();
        }
        return correlationId == null ? null : correlationId.toString().getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public final void setJMSCorrelationIDAsBytes(byte @Nullable [] correlationId) {
        this.correlationId = correlationId == null ? null : correlationId.clone();
    }

    @Override
    public final void setJMSCorrelationID(@Nullable String correlationId) {
        this.correlationId = correlationId;
    }

    @Override
    public final @Nullable String getJMSCorrelationID() {
        if (correlationId instanceof byte[] bytes) {
            return new String(bytes, StandardCharsets.UTF_8);
        }
        return (String) correlationId;
    }

    @Override
    public final @Nullable Destination getJMSReplyTo() {
        return replyTo;
    }

    @Override
    public final void setJMSReplyTo(@Nullable Destination replyTo) throws JMSException {
        if (replyTo != null && !(replyTo instanceof WireNamed)) {
            throw new InvalidDestinationException(
                    "JMSReplyTo: a " + replyTo.getClass().getName() + " is another provider's destination");
        }
        this.replyTo = replyTo;
    }

    @Override
    public final @Nullable Destination getJMSDestination() {
        return destination;
    }

    @Override
    public final void setJMSDestination(@Nullable Destination destination) {
        this.destination = destination;
    }

    @Override
    public final int getJMSDeliveryMode() {
        return deliveryMode;
    }

    @Override
    public final void setJMSDeliveryMode(int deliveryMode) throws JMSException {
        if (deliveryMode != DeliveryMode.PERSISTENT && deliveryMode != DeliveryMode.NON_PERSISTENT) {
            throw new JMSException("delivery mode " + deliveryMode + " is neither PERSISTENT nor NON_PERSISTENT");
        }
        this.deliveryMode = deliveryMode;
    }

    @Override
    public final boolean getJMSRedelivered() {
        return redelivered;
    }

    @Override
    public final void setJMSRedelivered(boolean redelivered) {
        this.redelivered = redelivered;
    }

    @Override
    public final @Nullable String getJMSType() {
        return type;
    }

    @Override
    public final void setJMSType(@Nullable String type) {
        this.type = type;
    }

    @Override
    public final long getJMSExpiration() {
        return expiration;
    }

    @Override
    public final void setJMSExpiration(long expiration) {
        this.expiration = expiration;
    }

    @Override
    public final long getJMSDeliveryTime() {
        return deliveryTime;
    }

    @Override
    public final void setJMSDeliveryTime(long deliveryTime) {
        this.deliveryTime = deliveryTime;
    }

    @Override
    public final int getJMSPriority() {
        return priority;
    }

    @Override
    public final void setJMSPriority(int priority) {
        this.priority = priority;
    }

    // Properties

    @Override
    public final void clearProperties() {
        properties.clear();
    }

    @Override
    public final boolean propertyExists(@Nullable String name) {
        return properties.exists(name);
    }

    @Override
    public final boolean getBooleanProperty(@Nullable String name) throws JMSException {
        return Conversions.toBoolean(properties.get(name));
    }

    @Override
    public final byte getByteProperty(@Nullable String name) throws JMSException {
        return Conversions.toByte(properties.get(name));
    }

    @Override
    public final short getShortProperty(@Nullable String name) throws JMSException {
        return Conversions.toShort(properties.get(name));
    }

    @Override
    public final int getIntProperty(@Nullable String name) throws JMSException {
        return Conversions.toInt(properties.get(name));
    }

    @Override
    public final long getLongProperty(@Nullable String name) throws JMSException {
        return Conversions.toLong(properties.get(name));
    }

    @Override
    public final float getFloatProperty(@Nullable String name) throws JMSException {
        return Conversions.toFloat(properties.get(name));
    }

    @Override
    public final double getDoubleProperty(@Nullable String name) throws JMSException {
        return Conversions.toDouble(properties.get(name));
    }

    @Override
    public final @Nullable String getStringProperty(@Nullable String name) throws JMSException {
        return Conversions.toText(properties.get(name));
    }

    @Override
    public final @Nullable Object getObjectProperty(@Nullable String name) {
        return properties.get(name);
    }

    @Override
    @SuppressWarnings("rawtypes")
    public final Enumeration getPropertyNames() {
        return properties.names();
    }

    @Override
    public final void setBooleanProperty(@Nullable String name, boolean value) throws JMSException {
        properties.set(name, value);
    }

    @Override
    public final void setByteProperty(@Nullable String name, byte value) throws JMSException {
        properties.set(name, value);
    }

    @Override
    public final void setShortProperty(@Nullable String name, short value) throws JMSException {
        properties.set(name, value);
    }

    @Override
    public final void setIntProperty(@Nullable String name, int value) throws JMSException {
        properties.set(name, value);
    }

    @Override
    public final void setLongProperty(@Nullable String name, long value) throws JMSException {
        properties.set(name, value);
    }

    @Override
    public final void setFloatProperty(@Nullable String name, float value) throws JMSException {
        properties.set(name, value);
    }

    @Override
    public final void setDoubleProperty(@Nullable String name, double value) throws JMSException {
        properties.set(name, value);
    }

    @Override
    public final void setStringProperty(@Nullable String name, @Nullable String value) throws JMSException {
        properties.set(name, value);
    }

    @Override
    public final void setObjectProperty(@Nullable String name, @Nullable Object value) throws JMSException {
        properties.setObject(name, value);
    }

    /** For logs: never touches the body, so never deserializes (C92). */
    @Override
    public final String toString() {
        return kind() + " message " + messageId + " for "
                + (destination instanceof WireNamed named ? named.wire().name() : destination);
    }
}
