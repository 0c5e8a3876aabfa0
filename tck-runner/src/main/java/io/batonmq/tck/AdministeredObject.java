package io.batonmq.tck;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.Queue;
import jakarta.jms.QueueConnectionFactory;
import jakarta.jms.Topic;
import jakarta.jms.TopicConnectionFactory;
import java.util.ArrayList;
import java.util.List;

/**
 * An object that the TCK's tests look up. Immutable.
 *
 * @param name the tests' name for it
 * @param type what it must be
 */
record AdministeredObject(String name, Class<?> type) {

    /** The general factory, used to see whether the provider is there. */
    static final String CONNECTION_FACTORY = "MyConnectionFactory";

    static final String QUEUE_FACTORY = "MyQueueConnectionFactory";

    static final String TOPIC_FACTORY = "MyTopicConnectionFactory";

    /** The factory whose connections have client identifier {@link #CLIENT_ID}. */
    static final String DURABLE_FACTORY = "DURABLE_SUB_CONNECTION_FACTORY";

    static final String CLIENT_ID = "cts";

    static final List<String> QUEUES =
            List.of("MY_QUEUE", "MY_QUEUE2", "Q2", "testQ0", "testQ1", "testQ2", "testQueue2");

    static final List<String> TOPICS = List.of("MY_TOPIC", "MY_TOPIC2", "testT0", "testT1", "testT2");

    /** All that the tests outside a container look up. */
    static List<AdministeredObject> all() {
        List<AdministeredObject> all = new ArrayList<>();
        all.add(new AdministeredObject(CONNECTION_FACTORY, ConnectionFactory.class));
        all.add(new AdministeredObject(QUEUE_FACTORY, QueueConnectionFactory.class));
        all.add(new AdministeredObject(TOPIC_FACTORY, TopicConnectionFactory.class));
        all.add(new AdministeredObject(DURABLE_FACTORY, TopicConnectionFactory.class));
        QUEUES.forEach(name -> all.add(new AdministeredObject(name, Queue.class)));
        TOPICS.forEach(name -> all.add(new AdministeredObject(name, Topic.class)));
        return all;
    }
}
