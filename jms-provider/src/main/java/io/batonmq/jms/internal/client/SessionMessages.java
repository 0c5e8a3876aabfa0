package io.batonmq.jms.internal.client;

import io.batonmq.jms.internal.message.MessageFactory;
import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.ObjectMessage;
import jakarta.jms.Session;
import jakarta.jms.StreamMessage;
import jakarta.jms.TextMessage;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/** The part of a session that makes messages. Any thread. */
abstract class SessionMessages implements Session {
    private final MessageFactory messages;

    SessionMessages(MessageFactory messages) {
        this.messages = messages;
    }

    abstract void checkOpen() throws JMSException;

    final MessageFactory messages() {
        return messages;
    }

    @Override
    public final BytesMessage createBytesMessage() throws JMSException {
        checkOpen();
        return messages.bytes();
    }

    @Override
    public final MapMessage createMapMessage() throws JMSException {
        checkOpen();
        return messages.map();
    }

    @Override
    public final Message createMessage() throws JMSException {
        checkOpen();
        return messages.message();
    }

    @Override
    public final ObjectMessage createObjectMessage() throws JMSException {
        checkOpen();
        return messages.object();
    }

    @Override
    public final ObjectMessage createObjectMessage(@Nullable Serializable object) throws JMSException {
        ObjectMessage message = createObjectMessage();
        message.setObject(object);
        return message;
    }

    @Override
    public final StreamMessage createStreamMessage() throws JMSException {
        checkOpen();
        return messages.stream();
    }

    @Override
    public final TextMessage createTextMessage() throws JMSException {
        checkOpen();
        return messages.text();
    }

    @Override
    public final TextMessage createTextMessage(@Nullable String text) throws JMSException {
        TextMessage message = createTextMessage();
        message.setText(text);
        return message;
    }
}
