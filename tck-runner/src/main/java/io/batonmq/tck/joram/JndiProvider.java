package io.batonmq.tck.joram;

import java.util.List;
import java.util.Map;

/**
 * A provider as JNDI knows it. Immutable.
 *
 * <p>The suite asks for queues and topics by name ({@code testJoramQueue}, {@code testDestination}, {@code
 * testJoramTopic}). A pattern says under which JNDI name to find one: {@code {name}} stands for the suite's name,
 * {@code {unique}} for a number that is new each time in this process. A queue whose pattern has no {@code {unique}} is
 * emptied before each test. A test has up to two queues: the second is found by the second pattern, or the last there is.
 *
 * @param environment of the initial context: {@code java.naming.factory.initial} and what that factory needs
 * @param connectionFactory JNDI name
 * @param queueConnectionFactory JNDI name
 * @param topicConnectionFactory JNDI name
 * @param queues patterns of the queues' JNDI names, one or more
 * @param topics patterns of the topics' JNDI names, one or more
 */
public record JndiProvider(
        Map<String, String> environment,
        String connectionFactory,
        String queueConnectionFactory,
        String topicConnectionFactory,
        List<String> queues,
        List<String> topics) {

    /** The part of a pattern that the suite's name replaces. */
    static final String NAME = "{name}";

    /** The part of a pattern that a new number replaces. */
    static final String UNIQUE = "{unique}";

    /** Keeps copies. */
    public JndiProvider {
        environment = Map.copyOf(environment);
        queues = List.copyOf(queues);
        topics = List.copyOf(topics);
    }

    /** A provider with the customary names: the three factories' types, {@code dynamicQueues/…}, {@code dynamicTopics/…}. */
    public JndiProvider(Map<String, String> environment) {
        this(
                environment,
                "ConnectionFactory",
                "QueueConnectionFactory",
                "TopicConnectionFactory",
                List.of("dynamicQueues/" + NAME + "-" + UNIQUE),
                List.of("dynamicTopics/" + NAME + "-" + UNIQUE));
    }
}
