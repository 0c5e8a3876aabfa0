package io.batonmq.jms.internal.client;

import io.batonmq.jms.internal.core.ClientSession;
import io.batonmq.jms.internal.message.JmsMessage;
import io.batonmq.jms.internal.message.MessageFactory;
import io.batonmq.wire.EncodedMessage;
import io.batonmq.wire.ErrorCode;
import io.batonmq.wire.ProtocolException;
import jakarta.jms.CompletionListener;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;

/** Completes headers, encodes once, and sends, for all producers of a session. Any thread. */
final class Sender {
    private final ClientSession session;
    private final Calls calls;
    private final Completions completions;
    private final MessageFactory messages;
    private final InstantSource clock;
    private final String idPrefix;
    private final long maxMessageSize;
    private final AtomicLong counter = new AtomicLong();

    Sender(
            ClientSession session,
            Calls calls,
            Completions completions,
            MessageFactory messages,
            InstantSource clock,
            String idPrefix,
            long maxMessageSize) {
        this.session = session;
        this.calls = calls;
        this.completions = completions;
        this.messages = messages;
        this.clock = clock;
        this.idPrefix = idPrefix;
        this.maxMessageSize = maxMessageSize;
    }

    /** Sends, and waits until the message is safe as its delivery mode says. */
    void send(Destination destination, Message message, SendSettings settings) throws JMSException {
        EncodedMessage encoded = encode(destination, message, settings);
        calls.call(() -> session.send(encoded));
    }

    /** Sends; the listener is told on the session's own thread, in the order of the sends. */
    void send(Destination destination, Message message, SendSettings settings, CompletionListener listener)
            throws JMSException {
        EncodedMessage encoded = encode(destination, message, settings);
        completions.send(() -> session.send(encoded), message, listener);
    }

    private EncodedMessage encode(Destination destination, Message message, SendSettings settings) throws JMSException {
        JmsMessage own = messages.adopt(message);
        setHeader(own, destination, settings);
        if (own != message) {
            copyHeader(own, message);
        }
        EncodedMessage encoded;
        try {
            encoded = EncodedMessage.encode(messages.encode(own));
        } catch (ProtocolException e) {
            throw JmsErrors.of(e.code(), String.valueOf(e.getMessage()), e);
        }
        if (encoded.size() > maxMessageSize) {
            throw JmsErrors.of(
                    ErrorCode.MESSAGE_TOO_LARGE,
                    "the message takes " + encoded.size() + " bytes; the broker's maxMessageSize is " + maxMessageSize,
                    null);
        }
        return encoded;
    }

    private void setHeader(Message message, Destination destination, SendSettings settings) throws JMSException {
        long now = clock.millis();
        message.setJMSDestination(destination);
        message.setJMSDeliveryMode(settings.deliveryMode());
        message.setJMSPriority(settings.priority());
        message.setJMSTimestamp(settings.withTimestamp() ? now : 0);
        message.setJMSDeliveryTime(later(now, settings.deliveryDelay()));
        message.setJMSExpiration(settings.timeToLive() == 0 ? 0 : later(now, settings.timeToLive()));
        message.setJMSMessageID(settings.withId() ? idPrefix + counter.incrementAndGet() : null);
    }

    /** The sum, or the end of time. */
    private static long later(long now, long millis) {
        return millis > Long.MAX_VALUE - now ? Long.MAX_VALUE : now + millis;
    }

    /** Another provider's message gets its header fields through its setters (3.12). */
    private static void copyHeader(Message from, Message to) throws JMSException {
        to.setJMSDestination(from.getJMSDestination());
        to.setJMSDeliveryMode(from.getJMSDeliveryMode());
        to.setJMSPriority(from.getJMSPriority());
        to.setJMSTimestamp(from.getJMSTimestamp());
        to.setJMSDeliveryTime(from.getJMSDeliveryTime());
        to.setJMSExpiration(from.getJMSExpiration());
        to.setJMSMessageID(from.getJMSMessageID());
    }
}
