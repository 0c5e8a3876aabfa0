package io.batonmq.jms;

import io.batonmq.jms.internal.message.DestinationMaker;
import io.batonmq.jms.internal.message.TemporaryOwner;
import jakarta.jms.Queue;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.TemporaryTopic;
import jakarta.jms.Topic;

/** Gives the inside this package's destinations. Stateless, any thread. */
enum BatonDestinations implements DestinationMaker {
    /** The only one. */
    INSTANCE;

    @Override
    public Queue queue(String name) {
        return new BatonQueue(name);
    }

    @Override
    public Topic topic(String name) {
        return new BatonTopic(name);
    }

    @Override
    public TemporaryQueue temporaryQueue(String name, TemporaryOwner owner) {
        return new BatonTemporaryQueue(name, owner);
    }

    @Override
    public TemporaryTopic temporaryTopic(String name, TemporaryOwner owner) {
        return new BatonTemporaryTopic(name, owner);
    }
}
