package io.batonmq.tck.spec;

import jakarta.jms.Connection;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 4.2.11, Reliability. */
@DisplayName("4.2.11 Reliability")
final class Section040211ReliabilityTest extends SpecificationTest {
    @Test
    void whatIsPublishedWhileADurableSubscriberIsAwayIsKeptForIt() throws Exception {
        String id = unique();
        String name = unique();
        unsubscribeAfterwards(id, name);
        Topic topic = topic();
        try (Connection connection = connection(id)) {
            connection.createSession().createDurableConsumer(topic, name).close();
        }
        Session publishing = connection().createSession();
        send(publishing, topic, numbered(5));
        try (Connection connection = connection(id)) {
            connection.start();
            MessageConsumer consumer = connection.createSession().createDurableConsumer(topic, name);
            assertTexts(consumer, numbered(5));
        }
        try (Connection connection = connection(id)) {
            connection.start();
            assertNothing(connection.createSession().createDurableConsumer(topic, name));
        }
    }
}
