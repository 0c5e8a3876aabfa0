package io.batonmq.jms.internal.message;

import io.batonmq.wire.WireDestination;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.TemporaryTopic;
import jakarta.jms.Topic;

/** Destinations for the tests of this package, which must not know the public ones. */
public final class TestDestinations implements DestinationMaker {

    /** A factory of messages with these destinations; temporary ones can't be deleted. */
    public static MessageFactory factory(MessageSettings settings) {
        return new MessageFactory(settings, new TestDestinations(), temporary -> {
            throw new JMSException("not deletable: " + temporary.name());
        });
    }

    @Override
    public Queue queue(String name) {
        return new NamedQueue(new WireDestination(WireDestination.Kind.QUEUE, name));
    }

    @Override
    public Topic topic(String name) {
        return new NamedTopic(new WireDestination(WireDestination.Kind.TOPIC, name));
    }

    @Override
    public TemporaryQueue temporaryQueue(String name, TemporaryOwner owner) {
        return new NamedTemporaryQueue(new WireDestination(WireDestination.Kind.TEMPORARY_QUEUE, name), owner);
    }

    @Override
    public TemporaryTopic temporaryTopic(String name, TemporaryOwner owner) {
        return new NamedTemporaryTopic(new WireDestination(WireDestination.Kind.TEMPORARY_TOPIC, name), owner);
    }

    private record NamedQueue(WireDestination wire) implements Queue, WireNamed {
        @Override
        public String getQueueName() {
            return wire.name();
        }
    }

    private record NamedTopic(WireDestination wire) implements Topic, WireNamed {
        @Override
        public String getTopicName() {
            return wire.name();
        }
    }

    private record NamedTemporaryQueue(WireDestination wire, TemporaryOwner owner)
            implements TemporaryQueue, WireNamed {
        @Override
        public String getQueueName() {
            return wire.name();
        }

        @Override
        public void delete() throws JMSException {
            owner.delete(wire);
        }
    }

    private record NamedTemporaryTopic(WireDestination wire, TemporaryOwner owner)
            implements TemporaryTopic, WireNamed {
        @Override
        public String getTopicName() {
            return wire.name();
        }

        @Override
        public void delete() throws JMSException {
            owner.delete(wire);
        }
    }
}
