package io.batonmq.jms.internal.message;

import io.batonmq.wire.BodyKind;
import jakarta.jms.JMSException;
import jakarta.jms.MessageFormatException;
import jakarta.jms.ObjectMessage;
import java.io.Serializable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A serialized object. What came over the wire is deserialized only by {@link #getObject} and {@link #getBody}, and only
 * what is allowed (C92); what this process itself put in needs no permission to be taken out. One thread at a time.
 */
final class JmsObjectMessage extends JmsMessage implements ObjectMessage {
    private static final DeserializationPolicy ANYTHING = new DeserializationPolicy(List.of("*"), List.of());

    private byte[] serialized = new byte[0];
    private DeserializationPolicy policy = ANYTHING;

    JmsObjectMessage(MessageSettings settings) {
        super(settings);
    }

    @Override
    public void setObject(@Nullable Serializable object) throws JMSException {
        checkBodyWritable();
        serialized = object == null ? new byte[0] : ObjectBody.serialize(object);
        policy = ANYTHING;
    }

    @Override
    public @Nullable Serializable getObject() throws JMSException {
        return serialized.length == 0 ? null : ObjectBody.deserialize(serialized, policy);
    }

    @Override
    @SuppressWarnings("rawtypes")
    public boolean isBodyAssignableTo(Class wanted) throws JMSException {
        try {
            return super.isBodyAssignableTo(wanted);
        } catch (MessageFormatException e) {
            // As the Javadoc of isBodyAssignableTo has it: false if the object can't be deserialized.
            return false;
        }
    }

    @Override
    BodyKind kind() {
        return BodyKind.OBJECT;
    }

    @Override
    byte[] encodeBody() {
        return serialized;
    }

    @Override
    void decodeBody(byte[] body) {
        serialized = body;
        policy = settings().deserialization();
    }

    @Override
    void dropBody() {
        serialized = new byte[0];
    }

    @Override
    @Nullable
    Object bodyValue() throws JMSException {
        return getObject();
    }
}
