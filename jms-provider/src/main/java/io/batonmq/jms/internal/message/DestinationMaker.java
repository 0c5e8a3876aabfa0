package io.batonmq.jms.internal.message;

import jakarta.jms.Queue;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.TemporaryTopic;
import jakarta.jms.Topic;

/**
 * Makes the destination objects that applications see; they are classes of the public package, which nothing inside may
 * depend on. Stateless, any thread. Everything it makes is {@link WireNamed}.
 */
public interface DestinationMaker {

    /** A queue by name. */
    Queue queue(String name);

    /** A topic by name. */
    Topic topic(String name);

    /** A temporary queue; {@code delete()} goes to {@code owner}. */
    TemporaryQueue temporaryQueue(String name, TemporaryOwner owner);

    /** A temporary topic; {@code delete()} goes to {@code owner}. */
    TemporaryTopic temporaryTopic(String name, TemporaryOwner owner);
}
