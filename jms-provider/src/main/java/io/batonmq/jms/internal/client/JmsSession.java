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
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.InvalidDestinationRuntimeException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.QueueReceiver;
import jakarta.jms.QueueSender;
import jakarta.jms.QueueSession;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.TemporaryTopic;
import jakarta.jms.Topic;
import jakarta.jms.TopicPublisher;
import jakarta.jms.TopicSession;
import jakarta.jms.TopicSubscriber;
import org.jspecify.annotations.Nullable;

/**
 * A session of the classic and the domain-specific API: checks arguments and state; {@link SessionWork} does the rest.
 * One thread at a time, as the specification has it; close from any.
 */
final class JmsSession extends SessionMessages implements QueueSession, TopicSession {
    private final JmsConnection connection;
    private final SessionWork work;
    private final Domain domain;

    /** Which API the session was made with: the older ones refuse each other's methods. */
    enum Domain {
        COMMON,
        QUEUES,
        TOPICS
    }

    JmsSession(JmsConnection connection, ClientSession core, Domain domain, int number) {
        super(connection.messages());
        this.connection = connection;
        this.domain = domain;
        this.work = new SessionWork(connection, core, number);
    }

    // For producers and consumers of this session

    @Override
    void checkOpen() throws JMSException {
        connection.checkOpen();
        if (work.isClosed()) {
            throw JmsErrors.closed("session");
        }
    }

    Calls calls() {
        return work.calls();
    }

    SessionWork work() {
        return work;
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

    // Consumers

    private JmsMessageConsumer consumer(@Nullable Destination from, @Nullable String selector, boolean noLocal)
            throws JMSException {
        checkOpen();
        return work.openConsumer(this, Subscribing.plain(JmsMessageProducer.checked(from), selector, noLocal));
    }

    @Override
    public MessageConsumer createConsumer(@Nullable Destination from) throws JMSException {
        return consumer(from, null, false);
    }

    @Override
    public MessageConsumer createConsumer(@Nullable Destination from, @Nullable String selector) throws JMSException {
        return consumer(from, selector, false);
    }

    @Override
    public MessageConsumer createConsumer(@Nullable Destination from, @Nullable String selector, boolean noLocal)
            throws JMSException {
        return consumer(from, selector, noLocal);
    }

    @Override
    public QueueReceiver createReceiver(@Nullable Queue queue) throws JMSException {
        return consumer(queue, null, false);
    }

    @Override
    public QueueReceiver createReceiver(@Nullable Queue queue, @Nullable String selector) throws JMSException {
        return consumer(queue, selector, false);
    }

    @Override
    public TopicSubscriber createSubscriber(@Nullable Topic topic) throws JMSException {
        return consumer(topic, null, false);
    }

    @Override
    public TopicSubscriber createSubscriber(@Nullable Topic topic, @Nullable String selector, boolean noLocal)
            throws JMSException {
        return consumer(topic, selector, noLocal);
    }

    private JmsMessageConsumer subscription(
            @Nullable Topic topic,
            @Nullable String name,
            @Nullable String selector,
            boolean noLocal,
            boolean shared,
            boolean durable)
            throws JMSException {
        checkOpen();
        checkDomain(Domain.QUEUES, "subscriptions");
        Destination checked = JmsMessageProducer.checked(topic);
        if (durable && !shared && connection.clientId() == null) {
            throw JmsErrors.illegal("a durable subscription needs a client identifier: set one on the connection");
        }
        return work.openConsumer(
                this, Subscribing.named(checked, checkedName(name), selector, noLocal, shared, durable));
    }

    static String checkedName(@Nullable String name) throws JMSException {
        if (name == null || name.isEmpty()) {
            throw new JMSException("the subscription's name must not be null or empty");
        }
        return name;
    }

    @Override
    public MessageConsumer createSharedConsumer(@Nullable Topic topic, @Nullable String name) throws JMSException {
        return subscription(topic, name, null, false, true, false);
    }

    @Override
    public MessageConsumer createSharedConsumer(@Nullable Topic topic, @Nullable String name, @Nullable String selector)
            throws JMSException {
        return subscription(topic, name, selector, false, true, false);
    }

    @Override
    public TopicSubscriber createDurableSubscriber(@Nullable Topic topic, @Nullable String name) throws JMSException {
        return subscription(topic, name, null, false, false, true);
    }

    @Override
    public TopicSubscriber createDurableSubscriber(
            @Nullable Topic topic, @Nullable String name, @Nullable String selector, boolean noLocal)
            throws JMSException {
        return subscription(topic, name, selector, noLocal, false, true);
    }

    @Override
    public MessageConsumer createDurableConsumer(@Nullable Topic topic, @Nullable String name) throws JMSException {
        return subscription(topic, name, null, false, false, true);
    }

    @Override
    public MessageConsumer createDurableConsumer(
            @Nullable Topic topic, @Nullable String name, @Nullable String selector, boolean noLocal)
            throws JMSException {
        return subscription(topic, name, selector, noLocal, false, true);
    }

    @Override
    public MessageConsumer createSharedDurableConsumer(@Nullable Topic topic, @Nullable String name)
            throws JMSException {
        return subscription(topic, name, null, false, true, true);
    }

    @Override
    public MessageConsumer createSharedDurableConsumer(
            @Nullable Topic topic, @Nullable String name, @Nullable String selector) throws JMSException {
        return subscription(topic, name, selector, false, true, true);
    }

    @Override
    public void unsubscribe(@Nullable String name) throws JMSException {
        checkOpen();
        checkDomain(Domain.QUEUES, "subscriptions");
        if (name == null || name.isEmpty()) {
            throw new InvalidDestinationException("there is no subscription without a name");
        }
        work.unsubscribe(name);
    }

    @Override
    public QueueBrowser createBrowser(@Nullable Queue queue) throws JMSException {
        return createBrowser(queue, null);
    }

    @Override
    public QueueBrowser createBrowser(@Nullable Queue queue, @Nullable String selector) throws JMSException {
        checkOpen();
        checkDomain(Domain.TOPICS, "browsers");
        Queue checked = (Queue) JmsMessageProducer.checked(queue);
        return work.openBrowser(this, checked, selector);
    }

    // Destinations

    private void checkDomain(Domain wrong, String what) throws JMSException {
        if (domain == wrong) {
            throw JmsErrors.illegal((wrong == Domain.QUEUES ? "a QueueSession" : "a TopicSession") + " has no " + what);
        }
    }

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
