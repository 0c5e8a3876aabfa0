package io.batonmq.jms.internal.client;

import io.batonmq.jms.internal.core.ClientConsumer;
import io.batonmq.jms.internal.core.ClientSession;
import io.batonmq.jms.internal.core.Delivery;
import io.batonmq.jms.internal.message.JmsMessage;
import io.batonmq.wire.ErrorCode;
import io.batonmq.wire.ProtocolException;
import io.batonmq.wire.Request.AckMode;
import io.batonmq.wire.WireDestination;
import jakarta.jms.CompletionListener;
import jakarta.jms.Destination;
import jakarta.jms.InvalidDestinationRuntimeException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import jakarta.jms.Queue;
import jakarta.jms.QueueSender;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.TemporaryTopic;
import jakarta.jms.Topic;
import jakarta.jms.TopicPublisher;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A session of the classic and the domain-specific API: checks arguments and state; {@link SessionWork} does the rest.
 * One thread at a time, as the specification has it; close from any.
 */
final class JmsSession extends SessionConsumers {
    private static final Logger LOG = LoggerFactory.getLogger(JmsSession.class);

    private final JmsConnection connection;
    private final SessionWork work;

    JmsSession(JmsConnection connection, ClientSession core, Domain domain, int number) {
        super(connection.messages(), domain);
        this.connection = connection;
        this.work = new SessionWork(connection, core, number);
    }

    // For producers and consumers of this session

    @Override
    void checkOpen() throws JMSException {
        connection.checkOpen();
        if (work.isClosed() && !(work.isClosing() && connection.isInsideListener())) {
            throw JmsErrors.closed("session");
        }
    }

    Calls calls() {
        return work.calls();
    }

    @Override
    SessionWork work() {
        return work;
    }

    @Override
    JmsSession self() {
        return this;
    }

    @Override
    boolean hasClientId() {
        return connection.clientId() != null;
    }

    boolean isOf(JmsConnection other) {
        return connection == other;
    }

    boolean isStarted() {
        return connection.isStarted();
    }

    boolean acknowledgesItself() {
        AckMode mode = work.mode();
        return mode == AckMode.AUTO || mode == AckMode.DUPS_OK;
    }

    boolean isInsideCompletion() {
        return work.isInsideCompletion();
    }

    void awaitCompletions() throws JMSException {
        work.awaitCompletions();
    }

    void checkNoListener() throws JMSException {
        if (work.hasListeners()) {
            throw JmsErrors.illegal("a MessageListener is set: this session can't receive synchronously");
        }
    }

    void send(Destination to, Message message, SendSettings how, @Nullable CompletionListener listener)
            throws JMSException {
        work.send(to, message, how, listener);
    }

    JmsMessage decode(Delivery delivery) throws JMSException {
        JmsMessage message;
        try {
            message = messages().decode(delivery.message().decode(), delivery.deliveryCount());
        } catch (ProtocolException | InvalidDestinationRuntimeException e) {
            throw JmsErrors.of(ErrorCode.MESSAGE_MALFORMED, String.valueOf(e.getMessage()), e);
        }
        message.onAcknowledge(this::acknowledge);
        return message;
    }

    boolean holds(Delivery delivery) throws JMSException {
        return work.holds(delivery);
    }

    void handled(Delivery delivery) {
        work.handled(delivery);
    }

    void rejected(Delivery delivery) {
        work.rejected(delivery);
    }

    /** On the session's thread: calls the listener; false if it threw. */
    @SuppressWarnings("CatchAndPrintStackTrace")
    boolean hand(MessageListener called, Delivery delivery) {
        try {
            called.onMessage(decode(delivery));
            return true;
        } catch (Throwable e) {
            // 8.7 and C74: whatever it is, the thread lives on and the session decides what becomes of the message.
            LOG.error("MessageListener {} failed on message {}", called, delivery.ref(), e);
            return false;
        }
    }

    void exchangeListener(ListenerPump.@Nullable Listening old, ListenerPump.@Nullable Listening now)
            throws JMSException {
        work.exchangeListener(old, now);
    }

    void closeConsumer(JmsMessageConsumer consumer, ClientConsumer core, ListenerPump.@Nullable Listening listening)
            throws JMSException {
        work.closeConsumer(consumer, core, listening);
    }

    // Acknowledging

    /** What {@code Message.acknowledge()} and {@code JMSContext.acknowledge()} do. */
    void acknowledge() throws JMSException {
        checkOpen();
        if (work.mode() == AckMode.CLIENT) {
            work.acknowledge();
        }
    }

    @Override
    public boolean getTransacted() throws JMSException {
        checkOpen();
        return work.mode() == AckMode.TRANSACTED;
    }

    @Override
    public int getAcknowledgeMode() throws JMSException {
        checkOpen();
        return switch (work.mode()) {
            case AUTO -> AUTO_ACKNOWLEDGE;
            case CLIENT -> CLIENT_ACKNOWLEDGE;
            case DUPS_OK -> DUPS_OK_ACKNOWLEDGE;
            case TRANSACTED -> SESSION_TRANSACTED;
        };
    }

    private void checkTransaction(boolean wanted) throws JMSException {
        checkOpen();
        if (getTransacted() != wanted) {
            throw JmsErrors.illegal(wanted ? "the session is not transacted" : "the session is transacted");
        }
        if (work.isInsideCompletion()) {
            throw JmsErrors.illegal("a CompletionListener must not commit, roll back or recover its session");
        }
    }

    @Override
    public void commit() throws JMSException {
        checkTransaction(true);
        work.awaitCompletions();
        work.commit();
    }

    @Override
    public void rollback() throws JMSException {
        checkTransaction(true);
        work.awaitCompletions();
        work.rollback();
    }

    @Override
    public void recover() throws JMSException {
        checkTransaction(false);
        work.recover();
    }

    @Override
    public void close() throws JMSException {
        work.close("session");
    }

    // The session's own listener, for application servers (11.2.1)

    @Override
    public @Nullable MessageListener getMessageListener() throws JMSException {
        checkOpen();
        return work.serverRun().listener();
    }

    /** A session serves connection consumers or has consumers of its own: once it had any, it takes no such listener. */
    @Override
    public void setMessageListener(@Nullable MessageListener listener) throws JMSException {
        checkOpen();
        if (listener != null && work.hadConsumers()) {
            throw JmsErrors.illegal(
                    "the session has or had consumers: a session that serves connection consumers has none");
        }
        work.serverRun().listener(listener);
    }

    @Override
    public void run() {
        work.serverRun().run(this::hand);
    }

    // Producers

    @Override
    public JmsMessageProducer createProducer(@Nullable Destination destination) throws JMSException {
        checkOpen();
        if (destination != null) {
            JmsMessageProducer.checked(destination);
        }
        return new JmsMessageProducer(this, destination);
    }

    @Override
    public QueueSender createSender(@Nullable Queue queue) throws JMSException {
        return createProducer(queue);
    }

    @Override
    public TopicPublisher createPublisher(@Nullable Topic topic) throws JMSException {
        return createProducer(topic);
    }

    // Destinations

    private Destination named(WireDestination.Kind kind, @Nullable String name) throws JMSException {
        try {
            return messages().destination(new WireDestination(kind, name == null ? "" : name));
        } catch (InvalidDestinationRuntimeException e) {
            throw JmsErrors.of(ErrorCode.DESTINATION_NAME, String.valueOf(e.getMessage()), e);
        }
    }

    @Override
    public Queue createQueue(@Nullable String name) throws JMSException {
        checkOpen();
        checkDomain(Domain.TOPICS, "queues");
        return (Queue) named(WireDestination.Kind.QUEUE, name);
    }

    @Override
    public Topic createTopic(@Nullable String name) throws JMSException {
        checkOpen();
        checkDomain(Domain.QUEUES, "topics");
        return (Topic) named(WireDestination.Kind.TOPIC, name);
    }

    @Override
    public TemporaryQueue createTemporaryQueue() throws JMSException {
        checkOpen();
        checkDomain(Domain.TOPICS, "queues");
        return (TemporaryQueue) connection.createTemporary(WireDestination.Kind.TEMPORARY_QUEUE);
    }

    @Override
    public TemporaryTopic createTemporaryTopic() throws JMSException {
        checkOpen();
        checkDomain(Domain.QUEUES, "topics");
        return (TemporaryTopic) connection.createTemporary(WireDestination.Kind.TEMPORARY_TOPIC);
    }
}
