package io.batonmq.jms.internal.client;

import io.batonmq.jms.internal.message.MessageFactory;
import jakarta.jms.Destination;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.QueueReceiver;
import jakarta.jms.QueueSession;
import jakarta.jms.Topic;
import jakarta.jms.TopicSession;
import jakarta.jms.TopicSubscriber;
import org.jspecify.annotations.Nullable;

/** The part of a session that makes consumers, subscriptions and browsers. One thread at a time. */
abstract class SessionConsumers extends SessionMessages implements QueueSession, TopicSession {
    private final Domain domain;

    /** Which API the session was made with: the older ones refuse each other's methods. */
    enum Domain {
        COMMON,
        QUEUES,
        TOPICS
    }

    SessionConsumers(MessageFactory messages, Domain domain) {
        super(messages);
        this.domain = domain;
    }

    abstract JmsSession self();

    abstract SessionWork work();

    abstract boolean hasClientId();

    final void checkDomain(Domain wrong, String what) throws JMSException {
        if (domain == wrong) {
            throw JmsErrors.illegal((wrong == Domain.QUEUES ? "a QueueSession" : "a TopicSession") + " has no " + what);
        }
    }

    /** 11.2.1: with a listener of its own a session receives in no other way. */
    private void checkServesNoOther() throws JMSException {
        if (work().serverRun().serves()) {
            throw JmsErrors.illegal("the session serves connection consumers: it can't have consumers of its own");
        }
    }

    private JmsMessageConsumer consumer(@Nullable Destination from, @Nullable String selector, boolean noLocal)
            throws JMSException {
        checkOpen();
        checkServesNoOther();
        return work().openConsumer(self(), Subscribing.plain(JmsMessageProducer.checked(from), selector, noLocal));
    }

    @Override
    public final MessageConsumer createConsumer(@Nullable Destination from) throws JMSException {
        return consumer(from, null, false);
    }

    @Override
    public final MessageConsumer createConsumer(@Nullable Destination from, @Nullable String selector)
            throws JMSException {
        return consumer(from, selector, false);
    }

    @Override
    public final MessageConsumer createConsumer(@Nullable Destination from, @Nullable String selector, boolean noLocal)
            throws JMSException {
        return consumer(from, selector, noLocal);
    }

    @Override
    public final QueueReceiver createReceiver(@Nullable Queue queue) throws JMSException {
        return consumer(queue, null, false);
    }

    @Override
    public final QueueReceiver createReceiver(@Nullable Queue queue, @Nullable String selector) throws JMSException {
        return consumer(queue, selector, false);
    }

    @Override
    public final TopicSubscriber createSubscriber(@Nullable Topic topic) throws JMSException {
        return consumer(topic, null, false);
    }

    @Override
    public final TopicSubscriber createSubscriber(@Nullable Topic topic, @Nullable String selector, boolean noLocal)
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
        if (durable && !shared && !hasClientId()) {
            throw JmsErrors.illegal("a durable subscription needs a client identifier: set one on the connection");
        }
        checkServesNoOther();
        return work().openConsumer(
                        self(), Subscribing.named(checked, checkedName(name), selector, noLocal, shared, durable));
    }

    static String checkedName(@Nullable String name) throws JMSException {
        if (name == null || name.isEmpty()) {
            throw new JMSException("the subscription's name must not be null or empty");
        }
        return name;
    }

    @Override
    public final MessageConsumer createSharedConsumer(@Nullable Topic topic, @Nullable String name)
            throws JMSException {
        return subscription(topic, name, null, false, true, false);
    }

    @Override
    public final MessageConsumer createSharedConsumer(
            @Nullable Topic topic, @Nullable String name, @Nullable String selector) throws JMSException {
        return subscription(topic, name, selector, false, true, false);
    }

    @Override
    public final TopicSubscriber createDurableSubscriber(@Nullable Topic topic, @Nullable String name)
            throws JMSException {
        return subscription(topic, name, null, false, false, true);
    }

    @Override
    public final TopicSubscriber createDurableSubscriber(
            @Nullable Topic topic, @Nullable String name, @Nullable String selector, boolean noLocal)
            throws JMSException {
        return subscription(topic, name, selector, noLocal, false, true);
    }

    @Override
    public final MessageConsumer createDurableConsumer(@Nullable Topic topic, @Nullable String name)
            throws JMSException {
        return subscription(topic, name, null, false, false, true);
    }

    @Override
    public final MessageConsumer createDurableConsumer(
            @Nullable Topic topic, @Nullable String name, @Nullable String selector, boolean noLocal)
            throws JMSException {
        return subscription(topic, name, selector, noLocal, false, true);
    }

    @Override
    public final MessageConsumer createSharedDurableConsumer(@Nullable Topic topic, @Nullable String name)
            throws JMSException {
        return subscription(topic, name, null, false, true, true);
    }

    @Override
    public final MessageConsumer createSharedDurableConsumer(
            @Nullable Topic topic, @Nullable String name, @Nullable String selector) throws JMSException {
        return subscription(topic, name, selector, false, true, true);
    }

    @Override
    public final void unsubscribe(@Nullable String name) throws JMSException {
        checkOpen();
        checkDomain(Domain.QUEUES, "subscriptions");
        if (name == null || name.isEmpty()) {
            throw new InvalidDestinationException("there is no subscription without a name");
        }
        work().unsubscribe(name);
    }

    @Override
    public final QueueBrowser createBrowser(@Nullable Queue queue) throws JMSException {
        return createBrowser(queue, null);
    }

    @Override
    public final QueueBrowser createBrowser(@Nullable Queue queue, @Nullable String selector) throws JMSException {
        checkOpen();
        checkDomain(Domain.TOPICS, "browsers");
        Queue checked = (Queue) JmsMessageProducer.checked(queue);
        return work().openBrowser(self(), checked, selector);
    }
}
