package io.batonmq.jms.internal.client;

import jakarta.jms.BytesMessage;
import jakarta.jms.CompletionListener;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import java.io.Serializable;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A producer of the simplified API: what is set on it is put into each message it sends; its properties are kept in a
 * message of their own, so that names, values and conversions are a message's. One thread at a time.
 */
final class ContextProducer implements JMSProducer {
    private final JmsContext context;
    private final Message template;
    private SendSettings settings = SendSettings.DEFAULT;
    private @Nullable CompletionListener async;
    private boolean correlationAsBytes;

    ContextProducer(JmsContext context) {
        this.context = context;
        this.template = context.connection().messages().message();
    }

    // Sending

    @Override
    public JMSProducer send(@Nullable Destination destination, @Nullable Message message) {
        Unchecked.run(() -> {
            Message checked = JmsMessageProducer.checked(message);
            Destination to = JmsMessageProducer.checked(destination);
            applyTo(checked);
            context.send(to, checked, settings, async);
        });
        return this;
    }

    private void applyTo(Message message) throws JMSException {
        for (String name : getPropertyNames()) {
            message.setObjectProperty(name, template.getObjectProperty(name));
        }
        String correlation = template.getJMSCorrelationID();
        if (correlationAsBytes) {
            message.setJMSCorrelationIDAsBytes(template.getJMSCorrelationIDAsBytes());
        } else if (correlation != null) {
            message.setJMSCorrelationID(correlation);
        }
        if (template.getJMSType() != null) {
            message.setJMSType(template.getJMSType());
        }
        if (template.getJMSReplyTo() != null) {
            message.setJMSReplyTo(template.getJMSReplyTo());
        }
    }

    @Override
    public JMSProducer send(@Nullable Destination destination, @Nullable String body) {
        return send(destination, context.createTextMessage(body));
    }

    @Override
    public JMSProducer send(@Nullable Destination destination, @Nullable Map<String, Object> body) {
        MapMessage message = context.createMapMessage();
        if (body != null) {
            Unchecked.run(() -> {
                for (Map.Entry<String, Object> entry : body.entrySet()) {
                    message.setObject(entry.getKey(), entry.getValue());
                }
            });
        }
        return send(destination, message);
    }

    @Override
    public JMSProducer send(@Nullable Destination destination, byte @Nullable [] body) {
        BytesMessage message = context.createBytesMessage();
        if (body != null) {
            Unchecked.run(() -> message.writeBytes(body));
        }
        return send(destination, message);
    }

    @Override
    public JMSProducer send(@Nullable Destination destination, @Nullable Serializable body) {
        return send(destination, context.createObjectMessage(body));
    }

    // How

    /** Changes how messages are sent. */
    private interface Change {
        SendSettings of(SendSettings before) throws JMSException;
    }

    private JMSProducer change(Change change) {
        settings = Unchecked.get(() -> change.of(settings));
        return this;
    }

    @Override
    public JMSProducer setDisableMessageID(boolean disabled) {
        return change(before -> before.withId(!disabled));
    }

    @Override
    public boolean getDisableMessageID() {
        return !settings.withId();
    }

    @Override
    public JMSProducer setDisableMessageTimestamp(boolean disabled) {
        return change(before -> before.withTimestamp(!disabled));
    }

    @Override
    public boolean getDisableMessageTimestamp() {
        return !settings.withTimestamp();
    }

    @Override
    public JMSProducer setDeliveryMode(int deliveryMode) {
        return change(before -> before.withDeliveryMode(deliveryMode));
    }

    @Override
    public int getDeliveryMode() {
        return settings.deliveryMode();
    }

    @Override
    public JMSProducer setPriority(int priority) {
        return change(before -> before.withPriority(priority));
    }

    @Override
    public int getPriority() {
        return settings.priority();
    }

    @Override
    public JMSProducer setTimeToLive(long timeToLive) {
        return change(before -> before.withTimeToLive(timeToLive));
    }

    @Override
    public long getTimeToLive() {
        return settings.timeToLive();
    }

    @Override
    public JMSProducer setDeliveryDelay(long deliveryDelay) {
        return change(before -> before.withDeliveryDelay(deliveryDelay));
    }

    @Override
    public long getDeliveryDelay() {
        return settings.deliveryDelay();
    }

    @Override
    public JMSProducer setAsync(@Nullable CompletionListener completionListener) {
        async = completionListener;
        return this;
    }

    @Override
    public @Nullable CompletionListener getAsync() {
        return async;
    }

    // Properties

    private JMSProducer set(Unchecked.Doing setting) {
        Unchecked.run(setting);
        return this;
    }

    @Override
    public JMSProducer setProperty(@Nullable String name, boolean value) {
        return set(() -> template.setBooleanProperty(name, value));
    }

    @Override
    public JMSProducer setProperty(@Nullable String name, byte value) {
        return set(() -> template.setByteProperty(name, value));
    }

    @Override
    public JMSProducer setProperty(@Nullable String name, short value) {
        return set(() -> template.setShortProperty(name, value));
    }

    @Override
    public JMSProducer setProperty(@Nullable String name, int value) {
        return set(() -> template.setIntProperty(name, value));
    }

    @Override
    public JMSProducer setProperty(@Nullable String name, long value) {
        return set(() -> template.setLongProperty(name, value));
    }

    @Override
    public JMSProducer setProperty(@Nullable String name, float value) {
        return set(() -> template.setFloatProperty(name, value));
    }

    @Override
    public JMSProducer setProperty(@Nullable String name, double value) {
        return set(() -> template.setDoubleProperty(name, value));
    }

    @Override
    public JMSProducer setProperty(@Nullable String name, @Nullable String value) {
        return set(() -> template.setStringProperty(name, value));
    }

    @Override
    public JMSProducer setProperty(@Nullable String name, @Nullable Object value) {
        return set(() -> template.setObjectProperty(name, value));
    }

    @Override
    public JMSProducer clearProperties() {
        return set(template::clearProperties);
    }

    @Override
    public boolean propertyExists(@Nullable String name) {
        return Unchecked.get(() -> template.propertyExists(name));
    }

    @Override
    public boolean getBooleanProperty(@Nullable String name) {
        return Unchecked.get(() -> template.getBooleanProperty(name));
    }

    @Override
    public byte getByteProperty(@Nullable String name) {
        return Unchecked.get(() -> template.getByteProperty(name));
    }

    @Override
    public short getShortProperty(@Nullable String name) {
        return Unchecked.get(() -> template.getShortProperty(name));
    }

    @Override
    public int getIntProperty(@Nullable String name) {
        return Unchecked.get(() -> template.getIntProperty(name));
    }

    @Override
    public long getLongProperty(@Nullable String name) {
        return Unchecked.get(() -> template.getLongProperty(name));
    }

    @Override
    public float getFloatProperty(@Nullable String name) {
        return Unchecked.get(() -> template.getFloatProperty(name));
    }

    @Override
    public double getDoubleProperty(@Nullable String name) {
        return Unchecked.get(() -> template.getDoubleProperty(name));
    }

    @Override
    public @Nullable String getStringProperty(@Nullable String name) {
        return Unchecked.orNull(() -> template.getStringProperty(name));
    }

    @Override
    public @Nullable Object getObjectProperty(@Nullable String name) {
        return Unchecked.orNull(() -> template.getObjectProperty(name));
    }

    @Override
    public Set<String> getPropertyNames() {
        Set<String> names = new LinkedHashSet<>();
        Enumeration<?> all = Unchecked.get(template::getPropertyNames);
        while (all.hasMoreElements()) {
            names.add((String) all.nextElement());
        }
        return Collections.unmodifiableSet(names);
    }

    // Header

    @Override
    public JMSProducer setJMSCorrelationIDAsBytes(byte @Nullable [] correlationID) {
        correlationAsBytes = correlationID != null;
        return set(() -> template.setJMSCorrelationIDAsBytes(correlationID));
    }

    @Override
    public byte @Nullable [] getJMSCorrelationIDAsBytes() {
        return Unchecked.orNull(template::getJMSCorrelationIDAsBytes);
    }

    @Override
    public JMSProducer setJMSCorrelationID(@Nullable String correlationID) {
        correlationAsBytes = false;
        return set(() -> template.setJMSCorrelationID(correlationID));
    }

    @Override
    public @Nullable String getJMSCorrelationID() {
        return Unchecked.orNull(template::getJMSCorrelationID);
    }

    @Override
    public JMSProducer setJMSType(@Nullable String type) {
        return set(() -> template.setJMSType(type));
    }

    @Override
    public @Nullable String getJMSType() {
        return Unchecked.orNull(template::getJMSType);
    }

    @Override
    public JMSProducer setJMSReplyTo(@Nullable Destination replyTo) {
        return set(() -> template.setJMSReplyTo(replyTo));
    }

    @Override
    public @Nullable Destination getJMSReplyTo() {
        return Unchecked.orNull(template::getJMSReplyTo);
    }
}
