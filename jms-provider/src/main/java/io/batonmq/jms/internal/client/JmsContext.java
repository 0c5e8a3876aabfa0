package io.batonmq.jms.internal.client;

import jakarta.jms.BytesMessage;
import jakarta.jms.ConnectionMetaData;
import jakarta.jms.Destination;
import jakarta.jms.ExceptionListener;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.ObjectMessage;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.StreamMessage;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.TemporaryTopic;
import jakarta.jms.TextMessage;
import jakarta.jms.Topic;
import java.io.Serializable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The simplified API: a connection, which contexts made from each other share, and a session. The last context closes
 * the connection. One thread at a time, as the specification has it; close from any.
 */
public final class JmsContext implements JMSContext {
    private final JmsConnection connection;
    private final JmsSession session;
    private final JmsMessageProducer producer;
    /** How many open contexts share the connection. */
    private final AtomicInteger sharers;

    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile boolean autoStart = true;

    private JmsContext(JmsConnection connection, int sessionMode, AtomicInteger sharers) throws JMSException {
        this.connection = connection;
        this.session = connection.session(JmsConnection.mode(sessionMode), SessionConsumers.Domain.COMMON);
        this.producer = session.createProducer(null);
        this.sharers = sharers;
    }

    /** Connects; see {@link JmsConnection#open}. */
    public static JmsContext open(
            ClientConfig config, @Nullable String user, @Nullable String password, int sessionMode) {
        return Unchecked.get(() -> {
            JmsConnection.mode(sessionMode);
            JmsConnection connection = JmsConnection.open(config, user, password);
            boolean made = false;
            try {
                JmsContext context = new JmsContext(connection, sessionMode, new AtomicInteger(1));
                // The context's own session is no use of the connection: a client identifier may still be set.
                connection.allowClientId();
                made = true;
                return context;
            } finally {
                if (!made) {
                    connection.close();
                }
            }
        });
    }

    /** The connection behind it. */
    public JmsConnection connection() {
        return connection;
    }

    void send(
            Destination destination,
            Message message,
            SendSettings settings,
            jakarta.jms.@Nullable CompletionListener listener)
            throws JMSException {
        session.checkOpen();
        session.send(JmsMessageProducer.checked(destination), JmsMessageProducer.checked(message), settings, listener);
    }

    JmsSession session() {
        return session;
    }

    private void checkOpen() throws JMSException {
        if (closed.get() && !session.work().isInside()) {
            throw JmsErrors.closed("context");
        }
        session.checkOpen();
    }

    @Override
    public JMSContext createContext(int sessionMode) {
        return Unchecked.get(() -> {
            checkOpen();
            JmsContext other = new JmsContext(connection, sessionMode, sharers);
            sharers.incrementAndGet();
            return other;
        });
    }

    @Override
    public JMSProducer createProducer() {
        Unchecked.run(this::checkOpen);
        return new ContextProducer(this);
    }

    @Override
    public @Nullable String getClientID() {
        return Unchecked.orNull(connection::getClientID);
    }

    @Override
    public void setClientID(String clientID) {
        Unchecked.run(() -> connection.setClientID(clientID));
    }

    @Override
    public ConnectionMetaData getMetaData() {
        return Unchecked.get(connection::getMetaData);
    }

    @Override
    public @Nullable ExceptionListener getExceptionListener() {
        return Unchecked.orNull(connection::getExceptionListener);
    }

    @Override
    public void setExceptionListener(@Nullable ExceptionListener listener) {
        Unchecked.run(() -> connection.setExceptionListener(listener));
    }

    @Override
    public void start() {
        Unchecked.run(connection::start);
    }

    @Override
    public void stop() {
        Unchecked.run(connection::stop);
    }

    @Override
    public void setAutoStart(boolean wanted) {
        Unchecked.run(this::checkOpen);
        autoStart = wanted;
    }

    @Override
    public boolean getAutoStart() {
        Unchecked.run(this::checkOpen);
        return autoStart;
    }

    @Override
    public void close() {
        Unchecked.run(() -> {
            session.work().checkNotInside("context");
            if (!closed.compareAndSet(false, true)) {
                return;
            }
            producer.close();
            session.close();
            if (sharers.decrementAndGet() == 0) {
                connection.close();
            }
        });
    }

    // Messages

    @Override
    public BytesMessage createBytesMessage() {
        return Unchecked.get(session::createBytesMessage);
    }

    @Override
    public MapMessage createMapMessage() {
        return Unchecked.get(session::createMapMessage);
    }

    @Override
    public Message createMessage() {
        return Unchecked.get(session::createMessage);
    }

    @Override
    public ObjectMessage createObjectMessage() {
        return Unchecked.get(() -> session.createObjectMessage());
    }

    @Override
    public ObjectMessage createObjectMessage(@Nullable Serializable object) {
        return Unchecked.get(() -> session.createObjectMessage(object));
    }

    @Override
    public StreamMessage createStreamMessage() {
        return Unchecked.get(session::createStreamMessage);
    }

    @Override
    public TextMessage createTextMessage() {
        return Unchecked.get(() -> session.createTextMessage());
    }

    @Override
    public TextMessage createTextMessage(@Nullable String text) {
        return Unchecked.get(() -> session.createTextMessage(text));
    }

    // Session

    @Override
    public boolean getTransacted() {
        return Unchecked.get(session::getTransacted);
    }

    @Override
    public int getSessionMode() {
        return Unchecked.get(session::getAcknowledgeMode);
    }

    @Override
    public void commit() {
        Unchecked.run(session::commit);
    }

    @Override
    public void rollback() {
        Unchecked.run(session::rollback);
    }

    @Override
    public void recover() {
        Unchecked.run(session::recover);
    }

    @Override
    public void acknowledge() {
        Unchecked.run(session::acknowledge);
    }

    // Consumers

    /** Opens one of the session's consumers. */
    private interface Opening {
        MessageConsumer open() throws JMSException;
    }

    private JMSConsumer consumer(Opening opening) {
        return Unchecked.get(() -> {
            checkOpen();
            JMSConsumer consumer = new ContextConsumer((JmsMessageConsumer) opening.open());
            startIfWanted();
            return consumer;
        });
    }

    private void startIfWanted() throws JMSException {
        if (autoStart) {
            connection.start();
        }
    }

    @Override
    public JMSConsumer createConsumer(@Nullable Destination destination) {
        return consumer(() -> session.createConsumer(destination));
    }

    @Override
    public JMSConsumer createConsumer(@Nullable Destination destination, @Nullable String selector) {
        return consumer(() -> session.createConsumer(destination, selector));
    }

    @Override
    public JMSConsumer createConsumer(@Nullable Destination destination, @Nullable String selector, boolean noLocal) {
        return consumer(() -> session.createConsumer(destination, selector, noLocal));
    }

    @Override
    public JMSConsumer createDurableConsumer(@Nullable Topic topic, @Nullable String name) {
        return consumer(() -> session.createDurableConsumer(topic, name));
    }

    @Override
    public JMSConsumer createDurableConsumer(
            @Nullable Topic topic, @Nullable String name, @Nullable String selector, boolean noLocal) {
        return consumer(() -> session.createDurableConsumer(topic, name, selector, noLocal));
    }

    @Override
    public JMSConsumer createSharedDurableConsumer(@Nullable Topic topic, @Nullable String name) {
        return consumer(() -> session.createSharedDurableConsumer(topic, name));
    }

    @Override
    public JMSConsumer createSharedDurableConsumer(
            @Nullable Topic topic, @Nullable String name, @Nullable String selector) {
        return consumer(() -> session.createSharedDurableConsumer(topic, name, selector));
    }

    @Override
    public JMSConsumer createSharedConsumer(@Nullable Topic topic, @Nullable String name) {
        return consumer(() -> session.createSharedConsumer(topic, name));
    }

    @Override
    public JMSConsumer createSharedConsumer(@Nullable Topic topic, @Nullable String name, @Nullable String selector) {
        return consumer(() -> session.createSharedConsumer(topic, name, selector));
    }

    @Override
    public QueueBrowser createBrowser(@Nullable Queue queue) {
        return createBrowser(queue, null);
    }

    @Override
    public QueueBrowser createBrowser(@Nullable Queue queue, @Nullable String selector) {
        return Unchecked.get(() -> {
            QueueBrowser browser = session.createBrowser(queue, selector);
            startIfWanted();
            return browser;
        });
    }

    @Override
    public void unsubscribe(@Nullable String name) {
        Unchecked.run(() -> session.unsubscribe(name));
    }

    // Destinations

    @Override
    public Queue createQueue(@Nullable String name) {
        return Unchecked.get(() -> session.createQueue(name));
    }

    @Override
    public Topic createTopic(@Nullable String name) {
        return Unchecked.get(() -> session.createTopic(name));
    }

    @Override
    public TemporaryQueue createTemporaryQueue() {
        return Unchecked.get(session::createTemporaryQueue);
    }

    @Override
    public TemporaryTopic createTemporaryTopic() {
        return Unchecked.get(session::createTemporaryTopic);
    }
}
