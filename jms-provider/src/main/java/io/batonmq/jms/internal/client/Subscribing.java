package io.batonmq.jms.internal.client;

import io.batonmq.jms.internal.message.MessageFactory;
import io.batonmq.wire.Command.SubscriptionSpec;
import io.batonmq.wire.Request.ConsumerSpec;
import io.batonmq.wire.WireDestination;
import jakarta.jms.Destination;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import org.jspecify.annotations.Nullable;

/**
 * What a new consumer consumes. Immutable.
 *
 * @param destination as the application named it
 * @param consumer as the protocol has it
 * @param subscription to be made before, if it is durable or shared
 */
record Subscribing(
        Destination destination,
        ConsumerSpec consumer,
        @Nullable SubscriptionSpec subscription) {

    /** An empty selector selects everything (3.8.1.1). */
    private static @Nullable String selector(@Nullable String selector) {
        return selector == null || selector.isEmpty() ? null : selector;
    }

    /** A queue, or a topic without a name for the subscription; queues know no noLocal. */
    static Subscribing plain(Destination destination, @Nullable String selector, boolean noLocal) throws JMSException {
        WireDestination wire = MessageFactory.wire(destination);
        boolean leaveOut = noLocal && !wire.kind().isQueue();
        return new Subscribing(
                destination, new ConsumerSpec(wire, null, false, false, selector(selector), leaveOut, false), null);
    }

    static Subscribing browse(Destination queue, @Nullable String selector) throws JMSException {
        return new Subscribing(
                queue,
                new ConsumerSpec(MessageFactory.wire(queue), null, false, false, selector(selector), false, true),
                null);
    }

    static Subscribing named(
            Destination topic, String name, @Nullable String selector, boolean noLocal, boolean shared, boolean durable)
            throws JMSException {
        WireDestination wire = MessageFactory.wire(topic);
        if (durable && wire.kind().isTemporary()) {
            throw new InvalidDestinationException(
                    "a durable subscription can't outlive the temporary topic " + wire.name());
        }
        String wanted = selector(selector);
        return new Subscribing(
                topic,
                new ConsumerSpec(wire, name, shared, durable, wanted, noLocal, false),
                new SubscriptionSpec(name, wire.name(), wanted, noLocal, shared, durable));
    }
}
