package io.batonmq.jms.internal.client;

import io.batonmq.jms.internal.client.SessionConsumers.Domain;
import jakarta.jms.ConnectionConsumer;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import jakarta.jms.QueueConnection;
import jakarta.jms.ServerSessionPool;
import jakarta.jms.Topic;
import jakarta.jms.TopicConnection;
import org.jspecify.annotations.Nullable;

/** The part of a connection that application servers use: it makes connection consumers (11.2.4). Any thread. */
abstract class AppServerConnection implements QueueConnection, TopicConnection {
    private final Domain domain;

    AppServerConnection(Domain domain) {
        this.domain = domain;
    }

    abstract void checkOpen() throws JMSException;

    abstract @Nullable String clientId();

    abstract ConnectionConsumers connectionConsumers();

    private ConnectionConsumer consumer(
            @Nullable Destination from, @Nullable String selector, @Nullable ServerSessionPool pool, int maxMessages)
            throws JMSException {
        checkOpen();
        Subscribing what = Subscribing.plain(JmsMessageProducer.checked(from), selector, false);
        return connectionConsumers().open(what, pool, maxMessages);
    }

    private ConnectionConsumer subscription(
            @Nullable Topic topic,
            @Nullable String name,
            @Nullable String selector,
            boolean shared,
            boolean durable,
            @Nullable ServerSessionPool pool,
            int maxMessages)
            throws JMSException {
        checkOpen();
        if (domain == Domain.QUEUES) {
            throw JmsErrors.illegal("a QueueConnection has no subscriptions");
        }
        Destination checked = JmsMessageProducer.checked(topic);
        String checkedName = SessionConsumers.checkedName(name);
        if (durable && !shared && clientId() == null) {
            throw JmsErrors.illegal("a durable subscription needs a client identifier: set one on the connection");
        }
        Subscribing what = Subscribing.named(checked, checkedName, selector, false, shared, durable);
        return connectionConsumers().open(what, pool, maxMessages);
    }

    @Override
    public final ConnectionConsumer createConnectionConsumer(
            @Nullable Destination destination,
            @Nullable String selector,
            @Nullable ServerSessionPool pool,
            int maxMessages)
            throws JMSException {
        return consumer(destination, selector, pool, maxMessages);
    }

    @Override
    public final ConnectionConsumer createConnectionConsumer(
            @Nullable Queue queue, @Nullable String selector, @Nullable ServerSessionPool pool, int maxMessages)
            throws JMSException {
        return consumer(queue, selector, pool, maxMessages);
    }

    @Override
    public final ConnectionConsumer createConnectionConsumer(
            @Nullable Topic topic, @Nullable String selector, @Nullable ServerSessionPool pool, int maxMessages)
            throws JMSException {
        return consumer(topic, selector, pool, maxMessages);
    }

    @Override
    public final ConnectionConsumer createSharedConnectionConsumer(
            @Nullable Topic topic,
            @Nullable String subscription,
            @Nullable String selector,
            @Nullable ServerSessionPool pool,
            int maxMessages)
            throws JMSException {
        return subscription(topic, subscription, selector, true, false, pool, maxMessages);
    }

    @Override
    public final ConnectionConsumer createDurableConnectionConsumer(
            @Nullable Topic topic,
            @Nullable String subscription,
            @Nullable String selector,
            @Nullable ServerSessionPool pool,
            int maxMessages)
            throws JMSException {
        return subscription(topic, subscription, selector, false, true, pool, maxMessages);
    }

    @Override
    public final ConnectionConsumer createSharedDurableConnectionConsumer(
            @Nullable Topic topic,
            @Nullable String subscription,
            @Nullable String selector,
            @Nullable ServerSessionPool pool,
            int maxMessages)
            throws JMSException {
        return subscription(topic, subscription, selector, true, true, pool, maxMessages);
    }
}
