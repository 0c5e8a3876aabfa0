package io.batonmq.tck.spec;

import java.time.Duration;
import java.util.Map;

/**
 * The provider under test, as JNDI knows it. Immutable.
 *
 * <p>The tests look up the TCK's names: {@code MyConnectionFactory}, {@code MyQueueConnectionFactory}, {@code
 * MyTopicConnectionFactory}, {@code DURABLE_SUB_CONNECTION_FACTORY} (whose connections have a client identifier), and
 * destinations {@code MY_QUEUE}, {@code MY_TOPIC} and so on, unless patterns say how to look up new ones.
 *
 * @param environment of the initial context; empty = what the JDK finds, {@code jndi.properties} above all
 * @param names JNDI names of objects that are not bound under their own
 * @param queues pattern of the names under which JNDI makes a new queue, with {@code {unique}} in it; empty = the queues
 *     of the TCK are used, and emptied before each test
 * @param topics as queues, for topics
 * @param patience how long a test waits for what must come, or end, before it fails
 */
public record SpecProvider(
        Map<String, String> environment, Map<String, String> names, String queues, String topics, Duration patience) {

    /** How long a test waits unless told otherwise. */
    public static final Duration PATIENCE = Duration.ofSeconds(10);

    /** Keeps copies. */
    public SpecProvider {
        environment = Map.copyOf(environment);
        names = Map.copyOf(names);
    }
}
