package io.batonmq.jms.internal.client;

import io.batonmq.jms.internal.message.MessageFactory;
import jakarta.jms.CompletionListener;
import jakarta.jms.Destination;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageFormatException;
import jakarta.jms.Queue;
import jakarta.jms.QueueSender;
import jakarta.jms.Topic;
import jakarta.jms.TopicPublisher;
import org.jspecify.annotations.Nullable;

/** A producer, for one destination or for any. The session's threads. */
final class JmsMessageProducer implements QueueSender, TopicPublisher {
    private final JmsSession session;
    private final @Nullable Destination destination;
    private volatile SendSettings settings = SendSettings.DEFAULT;
    private volatile boolean closed;

    JmsMessageProducer(JmsSession session, @Nullable Destination destination) {
        this.session = session;
        this.destination = destination;
    }

    private void checkOpen() throws JMSException {
        if (closed) {
            throw JmsErrors.closed("producer");
        }
        session.checkOpen();
    }

    private Destination fixed() throws JMSException {
        checkOpen();
        if (destination == null) {
            throw new UnsupportedOperationException(
                    "this producer was created without a destination: name one with each send");
        }
        return destination;
    }

    private Destination given(@Nullable Destination named) throws JMSException {
        checkOpen();
        if (destination != null) {
            throw new UnsupportedOperationException(
                    "this producer was created for " + destination + ": send without naming a destination");
        }
        return checked(named);
    }

    static Destination checked(@Nullable Destination named) throws JMSException {
        if (named == null) {
            throw new InvalidDestinationException("the destination is null");
        }
        MessageFactory.wire(named);
        return named;
    }

    static Message checked(@Nullable Message message) throws JMSException {
        if (message == null) {
            throw new MessageFormatException("the message is null");
        }
        return message;
    }

    private void send(
            Destination to, @Nullable Message message, SendSettings how, @Nullable CompletionListener listener)
            throws JMSException {
        session.send(to, checked(message), how, listener);
    }

    private static CompletionListener checked(@Nullable CompletionListener listener) {
        if (listener == null) {
            throw new IllegalArgumentException("the CompletionListener is null");
        }
        return listener;
    }

    private SendSettings how(int deliveryMode, int priority, long timeToLive) throws JMSException {
        return settings.withDeliveryMode(deliveryMode).withPriority(priority).withTimeToLive(timeToLive);
    }

    @Override
    public void send(@Nullable Message message) throws JMSException {
        send(fixed(), message, settings, null);
    }

    @Override
    public void send(@Nullable Message message, int deliveryMode, int priority, long timeToLive) throws JMSException {
        send(fixed(), message, how(deliveryMode, priority, timeToLive), null);
    }

    @Override
    public void send(@Nullable Destination to, @Nullable Message message) throws JMSException {
        send(given(to), message, settings, null);
    }

    @Override
    public void send(
            @Nullable Destination to, @Nullable Message message, int deliveryMode, int priority, long timeToLive)
            throws JMSException {
        send(given(to), message, how(deliveryMode, priority, timeToLive), null);
    }

    @Override
    public void send(@Nullable Message message, @Nullable CompletionListener listener) throws JMSException {
        send(fixed(), message, settings, checked(listener));
    }

    @Override
    public void send(
            @Nullable Message message,
            int deliveryMode,
            int priority,
            long timeToLive,
            @Nullable CompletionListener listener)
            throws JMSException {
        send(fixed(), message, how(deliveryMode, priority, timeToLive), checked(listener));
    }

    @Override
    public void send(@Nullable Destination to, @Nullable Message message, @Nullable CompletionListener listener)
            throws JMSException {
        send(given(to), message, settings, checked(listener));
    }

    @Override
    public void send(
            @Nullable Destination to,
            @Nullable Message message,
            int deliveryMode,
            int priority,
            long timeToLive,
            @Nullable CompletionListener listener)
            throws JMSException {
        send(given(to), message, how(deliveryMode, priority, timeToLive), checked(listener));
    }

    @Override
    public void send(@Nullable Queue to, @Nullable Message message) throws JMSException {
        send((Destination) to, message);
    }

    @Override
    public void send(@Nullable Queue to, @Nullable Message message, int deliveryMode, int priority, long timeToLive)
            throws JMSException {
        send((Destination) to, message, deliveryMode, priority, timeToLive);
    }

    @Override
    public void publish(@Nullable Message message) throws JMSException {
        send(message);
    }

    @Override
    public void publish(@Nullable Message message, int deliveryMode, int priority, long timeToLive)
            throws JMSException {
        send(message, deliveryMode, priority, timeToLive);
    }

    @Override
    public void publish(@Nullable Topic to, @Nullable Message message) throws JMSException {
        send((Destination) to, message);
    }

    @Override
    public void publish(@Nullable Topic to, @Nullable Message message, int deliveryMode, int priority, long timeToLive)
            throws JMSException {
        send((Destination) to, message, deliveryMode, priority, timeToLive);
    }

    @Override
    public @Nullable Destination getDestination() throws JMSException {
        checkOpen();
        return destination;
    }

    @Override
    public @Nullable Queue getQueue() throws JMSException {
        return (Queue) getDestination();
    }

    @Override
    public @Nullable Topic getTopic() throws JMSException {
        return (Topic) getDestination();
    }

    @Override
    public void setDisableMessageID(boolean disabled) throws JMSException {
        checkOpen();
        settings = settings.withId(!disabled);
    }

    @Override
    public boolean getDisableMessageID() throws JMSException {
        checkOpen();
        return !settings.withId();
    }

    @Override
    public void setDisableMessageTimestamp(boolean disabled) throws JMSException {
        checkOpen();
        settings = settings.withTimestamp(!disabled);
    }

    @Override
    public boolean getDisableMessageTimestamp() throws JMSException {
        checkOpen();
        return !settings.withTimestamp();
    }

    @Override
    public void setDeliveryMode(int deliveryMode) throws JMSException {
        checkOpen();
        settings = settings.withDeliveryMode(deliveryMode);
    }

    @Override
    public int getDeliveryMode() throws JMSException {
        checkOpen();
        return settings.deliveryMode();
    }

    @Override
    public void setPriority(int priority) throws JMSException {
        checkOpen();
        settings = settings.withPriority(priority);
    }

    @Override
    public int getPriority() throws JMSException {
        checkOpen();
        return settings.priority();
    }

    @Override
    public void setTimeToLive(long timeToLive) throws JMSException {
        checkOpen();
        settings = settings.withTimeToLive(timeToLive);
    }

    @Override
    public long getTimeToLive() throws JMSException {
        checkOpen();
        return settings.timeToLive();
    }

    @Override
    public void setDeliveryDelay(long deliveryDelay) throws JMSException {
        checkOpen();
        settings = settings.withDeliveryDelay(deliveryDelay);
    }

    @Override
    public long getDeliveryDelay() throws JMSException {
        checkOpen();
        return settings.deliveryDelay();
    }

    @Override
    public void close() throws JMSException {
        if (session.isInsideCompletion()) {
            throw JmsErrors.illegal("a CompletionListener must not close its producer");
        }
        if (!closed) {
            closed = true;
            session.awaitCompletions();
        }
    }
}
