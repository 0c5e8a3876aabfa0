package io.batonmq.jms.internal.message;

import jakarta.jms.BytesMessage;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageEOFException;
import jakarta.jms.ObjectMessage;
import jakarta.jms.StreamMessage;
import jakarta.jms.TextMessage;
import java.util.Collections;
import java.util.Enumeration;
import org.jspecify.annotations.Nullable;

/**
 * Another provider's message, of which only the JMS interfaces are known (3.12). Its header fields that a send sets are
 * not copied, a reply-to of another provider is dropped, and names of properties are taken as they are. Owned by one
 * call.
 */
final class ForeignMessage {
    private static final int CHUNK = 8192;

    private final Message foreign;

    ForeignMessage(Message foreign) {
        this.foreign = foreign;
    }

    JmsMessage copyWith(MessageSettings settings) throws JMSException {
        // Names that the other provider allowed must not make the message unsendable.
        MessageSettings lenient = new MessageSettings(settings.deserialization(), false);
        JmsMessage copy = copyBody(lenient);
        copy.setJMSType(foreign.getJMSType());
        copy.setJMSReplyTo(replyTo());
        copy.setJMSCorrelationID(foreign.getJMSCorrelationID());
        for (Object name : Collections.list((Enumeration<?>) foreign.getPropertyNames())) {
            copy.setObjectProperty((String) name, foreign.getObjectProperty((String) name));
        }
        return copy;
    }

    private @Nullable Destination replyTo() throws JMSException {
        return foreign.getJMSReplyTo() instanceof WireNamed named ? (Destination) named : null;
    }

    private JmsMessage copyBody(MessageSettings settings) throws JMSException {
        if (foreign instanceof TextMessage text) {
            JmsTextMessage copy = new JmsTextMessage(settings);
            copy.setText(text.getText());
            return copy;
        }
        if (foreign instanceof ObjectMessage object) {
            JmsObjectMessage copy = new JmsObjectMessage(settings);
            copy.setObject(object.getObject());
            return copy;
        }
        if (foreign instanceof MapMessage map) {
            JmsMapMessage copy = new JmsMapMessage(settings);
            for (Object name : Collections.list((Enumeration<?>) map.getMapNames())) {
                copy.setObject((String) name, map.getObject((String) name));
            }
            return copy;
        }
        if (foreign instanceof BytesMessage bytes) {
            return copyBytes(bytes, settings);
        }
        if (foreign instanceof StreamMessage stream) {
            return copyStream(stream, settings);
        }
        return new JmsMessage(settings);
    }

    private static JmsMessage copyBytes(BytesMessage bytes, MessageSettings settings) throws JMSException {
        JmsBytesMessage copy = new JmsBytesMessage(settings);
        bytes.reset();
        byte[] chunk = new byte[CHUNK];
        for (int read = bytes.readBytes(chunk); read > 0; read = bytes.readBytes(chunk)) {
            copy.writeBytes(chunk, 0, read);
        }
        bytes.reset();
        return copy;
    }

    private static JmsMessage copyStream(StreamMessage stream, MessageSettings settings) throws JMSException {
        JmsStreamMessage copy = new JmsStreamMessage(settings);
        stream.reset();
        for (boolean more = true; more; ) {
            try {
                copy.writeObject(stream.readObject());
            } catch (MessageEOFException e) {
                more = false;
            }
        }
        stream.reset();
        return copy;
    }
}
