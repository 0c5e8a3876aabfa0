package io.batonmq.jms.internal.message;

import io.batonmq.wire.MessageHead;
import io.batonmq.wire.WireDestination;
import io.batonmq.wire.WireMessage;
import jakarta.jms.BytesMessage;
import jakarta.jms.DeliveryMode;
import jakarta.jms.Destination;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.ObjectMessage;
import jakarta.jms.StreamMessage;
import jakarta.jms.TextMessage;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Makes a connection's messages: new ones, received ones, and copies of another provider's. Immutable, any thread. */
public final class MessageFactory {
    private final MessageSettings settings;
    private final DestinationMaker destinations;
    private final TemporaryOwner temporaries;

    /** {@code temporaries} deletes the temporary destinations that received messages name. */
    public MessageFactory(MessageSettings settings, DestinationMaker destinations, TemporaryOwner temporaries) {
        this.settings = settings;
        this.destinations = destinations;
        this.temporaries = temporaries;
    }

    /** A message without a body. */
    public Message message() {
        return new JmsMessage(settings);
    }

    /** A text message. */
    public TextMessage text() {
        return new JmsTextMessage(settings);
    }

    /** A bytes message, writable. */
    public BytesMessage bytes() {
        return new JmsBytesMessage(settings);
    }

    /** A map message. */
    public MapMessage map() {
        return new JmsMapMessage(settings);
    }

    /** A stream message, writable. */
    public StreamMessage stream() {
        return new JmsStreamMessage(settings);
    }

    /** An object message. */
    public ObjectMessage object() {
        return new JmsObjectMessage(settings);
    }

    /** A destination as the application sees it. */
    public Destination destination(WireDestination wire) {
        return switch (wire.kind()) {
            case QUEUE -> destinations.queue(wire.name());
            case TOPIC -> destinations.topic(wire.name());
            case TEMPORARY_QUEUE -> destinations.temporaryQueue(wire.name(), temporaries);
            case TEMPORARY_TOPIC -> destinations.temporaryTopic(wire.name(), temporaries);
        };
    }

    /**
     * The destination as the protocol names it.
     *
     * @throws InvalidDestinationException for another provider's
     */
    public static WireDestination wire(Destination destination) throws InvalidDestinationException {
        if (destination instanceof WireNamed named) {
            return named.wire();
        }
        throw new InvalidDestinationException("a " + destination.getClass().getName()
                + " is another provider's destination; create one with the session or look one up in JNDI");
    }

    /**
     * What is sent: the message itself, or a copy if another provider made it (3.12).
     *
     * @throws JMSException if another provider's message can't be read
     */
    public JmsMessage adopt(Message message) throws JMSException {
        return message instanceof JmsMessage own ? own : new ForeignMessage(message).copyWith(settings);
    }

    /** What travels; the header must be complete. */
    public WireMessage encode(JmsMessage message) throws JMSException {
        Destination replyTo = message.getJMSReplyTo();
        MessageHead head = new MessageHead(
                wire(Objects.requireNonNull(message.getJMSDestination(), "JMSDestination")),
                message.getJMSDeliveryMode() == DeliveryMode.PERSISTENT,
                message.getJMSPriority(),
                message.getJMSTimestamp(),
                message.getJMSExpiration(),
                // Without a delay it says the same as the timestamp.
                message.getJMSDeliveryTime() == message.getJMSTimestamp() ? 0 : message.getJMSDeliveryTime(),
                message.getJMSMessageID(),
                message.correlation(),
                replyTo == null ? null : wire(replyTo),
                message.getJMSType(),
                message.kind());
        return new WireMessage(head, message.properties().forWire(), message.encodeBody());
    }

    /**
     * What was received.
     *
     * @param deliveryCount JMSXDeliveryCount, from 1; 0 for a browsed message that was never delivered
     */
    public JmsMessage decode(WireMessage wire, int deliveryCount) throws JMSException {
        MessageHead head = wire.head();
        JmsMessage message = switch (head.kind()) {
            case NONE -> new JmsMessage(settings);
            case TEXT -> new JmsTextMessage(settings);
            case BYTES -> new JmsBytesMessage(settings);
            case MAP -> new JmsMapMessage(settings);
            case STREAM -> new JmsStreamMessage(settings);
            case OBJECT -> new JmsObjectMessage(settings);
        };
        message.setJMSDestination(destination(head.destination()));
        message.setJMSDeliveryMode(head.persistent() ? DeliveryMode.PERSISTENT : DeliveryMode.NON_PERSISTENT);
        message.setJMSPriority(head.priority());
        message.setJMSTimestamp(head.timestamp());
        message.setJMSExpiration(head.expiration());
        message.setJMSDeliveryTime(head.deliveryTime() == 0 ? head.timestamp() : head.deliveryTime());
        message.setJMSMessageID(head.messageId());
        message.correlation(head.correlationId());
        message.setJMSReplyTo(orNull(head.replyTo()));
        message.setJMSType(head.type());
        message.properties().received(wire.properties(), Math.max(1, deliveryCount));
        message.decodeBody(wire.body());
        message.received(deliveryCount);
        return message;
    }

    private @Nullable Destination orNull(@Nullable WireDestination wire) {
        return wire == null ? null : destination(wire);
    }
}
