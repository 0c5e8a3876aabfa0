package io.batonmq.jms.internal.client;

import io.batonmq.jms.internal.core.ClientConsumer;
import io.batonmq.jms.internal.core.Delivery;
import io.batonmq.jms.internal.message.JmsMessage;
import jakarta.jms.BytesMessage;
import jakarta.jms.Destination;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageListener;
import jakarta.jms.ObjectMessage;
import jakarta.jms.Queue;
import jakarta.jms.QueueReceiver;
import jakarta.jms.TextMessage;
import jakarta.jms.Topic;
import jakarta.jms.TopicSubscriber;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A consumer of a queue or subscription, with receive or a listener. The session's threads; close from any. */
final class JmsMessageConsumer implements QueueReceiver, TopicSubscriber {
    private final JmsSession session;
    private final ClientConsumer core;
    private final Destination destination;
    private final @Nullable String selector;
    private final boolean noLocal;
    private final AtomicBoolean closed = new AtomicBoolean();
    private final AtomicBoolean receiving = new AtomicBoolean();
    private volatile @Nullable MessageListener listener;
    private volatile ListenerPump.@Nullable Listening listening;
    /** What an unsuccessful receiveBody left for the next receive, as if that call had not been made. */
    private volatile @Nullable Delivery kept;

    JmsMessageConsumer(
            JmsSession session,
            ClientConsumer core,
            Destination destination,
            @Nullable String selector,
            boolean noLocal) {
        this.session = session;
        this.core = core;
        this.destination = destination;
        this.selector = selector;
        this.noLocal = noLocal;
    }

    private void checkOpen() throws JMSException {
        if (closed.get()) {
            throw JmsErrors.closed("consumer");
        }
        session.checkOpen();
    }

    /** How to take the next message. */
    private interface Take {
        @Nullable
        Delivery next() throws JMSException;
    }

    /** What to make of it. */
    private interface Use<T> {
        @Nullable
        T of(Delivery delivery) throws JMSException;
    }

    private <T> @Nullable T receive(Take take, Use<T> use) throws JMSException {
        checkOpen();
        session.checkNoListener();
        if (!receiving.compareAndSet(false, true)) {
            throw JmsErrors.illegal("another thread is in receive on this consumer");
        }
        try {
            Delivery delivery = kept;
            kept = null;
            if (delivery != null && !session.isStarted()) {
                session.rejected(delivery); // nothing is delivered before the start (6.1.5): it comes again then
                delivery = null;
            }
            if (delivery == null || !session.holds(delivery)) {
                delivery = take.next();
            }
            return delivery == null ? null : use.of(delivery);
        } catch (IllegalStateException e) {
            if (closed.get()) {
                // Closed by another thread while this one waited: receive returns null.
                return null;
            }
            throw e;
        } finally {
            receiving.set(false);
        }
    }

    private @Nullable Delivery takeForever() throws JMSException {
        return session.calls().<@Nullable Delivery>call(() -> core.take(true), OpenCalls.Limits.NONE);
    }

    private @Nullable Delivery takeWithin(long millis) throws JMSException {
        return session.calls()
                .<@Nullable Delivery>start(() -> core.take(true), OpenCalls.Limits.NONE)
                .awaitAtMost(millis);
    }

    private @Nullable Delivery takeNow() throws JMSException {
        return session.isStarted() ? session.calls().<@Nullable Delivery>call(() -> core.take(false)) : null;
    }

    private Take take(long timeout) {
        return timeout == 0 ? this::takeForever : timeout < 0 ? this::takeNow : () -> takeWithin(timeout);
    }

    private Message message(Delivery delivery) throws JMSException {
        JmsMessage message = decoded(delivery);
        session.handled(delivery);
        return message;
    }

    private JmsMessage decoded(Delivery delivery) throws JMSException {
        try {
            return session.decode(delivery);
        } catch (JMSException e) {
            session.rejected(delivery);
            throw e;
        }
    }

    private <T> @Nullable T body(Delivery delivery, Class<T> type) throws JMSException {
        JmsMessage message = decoded(delivery);
        try {
            T body = message.getBody(type);
            if (body == null && !couldBe(message, type)) {
                throw new MessageFormatException("the message has no body that is a " + type.getName());
            }
            session.handled(delivery);
            return body;
        } catch (MessageFormatException e) {
            if (session.acknowledgesItself()) {
                kept = delivery;
            }
            throw e;
        }
    }

    /** A message that can't have such a body is refused (8.6), also if it is empty; a TextMessage of null is a null text. */
    private static boolean couldBe(JmsMessage message, Class<?> type) {
        if (message instanceof TextMessage) {
            return type.isAssignableFrom(String.class);
        }
        if (message instanceof MapMessage) {
            return type.isAssignableFrom(Map.class);
        }
        return message instanceof BytesMessage ? type.isAssignableFrom(byte[].class) : message instanceof ObjectMessage;
    }

    @Override
    public @Nullable Message receive() throws JMSException {
        return receive(this::takeForever, this::message);
    }

    @Override
    public @Nullable Message receive(long timeout) throws JMSException {
        return receive(take(timeout), this::message);
    }

    @Override
    public @Nullable Message receiveNoWait() throws JMSException {
        return receive(this::takeNow, this::message);
    }

    /** As receive, and converts; the message is acknowledged only if that succeeds (R12). Timeout as in receive. */
    <T> @Nullable T receiveBody(Class<T> type, long timeout) throws JMSException {
        return receive(take(timeout), delivery -> body(delivery, type));
    }

    @Override
    public @Nullable MessageListener getMessageListener() throws JMSException {
        checkOpen();
        return listener;
    }

    @Override
    public void setMessageListener(@Nullable MessageListener newListener) throws JMSException {
        checkOpen();
        Delivery left = kept;
        if (newListener != null && left != null) {
            kept = null;
            session.rejected(left);
        }
        ListenerPump.Listening old = listening;
        ListenerPump.Listening now = newListener == null
                ? null
                : new ListenerPump.Listening(core, delivery -> session.hand(newListener, delivery));
        listener = newListener;
        listening = now;
        session.exchangeListener(old, now);
    }

    /** What an unsuccessful receiveBody left is given back with the rest, and will come again. */
    void recovered() {
        kept = null;
    }

    boolean hasListener() {
        return listener != null;
    }

    /** The session closes: receives return null, no listener is called any more. */
    void markClosed() {
        closed.set(true);
    }

    @Override
    public void close() throws JMSException {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        ListenerPump.Listening mine = listening;
        Delivery left = kept;
        if (left != null) {
            session.rejected(left);
        }
        session.closeConsumer(this, core, mine);
    }

    @Override
    public @Nullable String getMessageSelector() throws JMSException {
        checkOpen();
        return selector;
    }

    @Override
    public Queue getQueue() throws JMSException {
        checkOpen();
        return (Queue) destination;
    }

    @Override
    public Topic getTopic() throws JMSException {
        checkOpen();
        return (Topic) destination;
    }

    @Override
    public boolean getNoLocal() throws JMSException {
        checkOpen();
        return noLocal;
    }
}
