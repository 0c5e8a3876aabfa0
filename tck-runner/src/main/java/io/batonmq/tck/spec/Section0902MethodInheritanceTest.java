package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertThrows;

import jakarta.jms.IllegalStateException;
import jakarta.jms.Queue;
import jakarta.jms.QueueConnection;
import jakarta.jms.QueueConnectionFactory;
import jakarta.jms.QueueSession;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import jakarta.jms.TopicConnection;
import jakarta.jms.TopicConnectionFactory;
import jakarta.jms.TopicSession;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Section 9.2, Method inheritance across messaging domains. */
@DisplayName("9.2 Method inheritance across messaging domains")
final class Section0902MethodInheritanceTest extends SpecificationTest {
    @Test
    void aQueueConnectionKnowsNoTopics() throws Exception {
        QueueConnection connection = afterwards(
                find("MyQueueConnectionFactory", QueueConnectionFactory.class).createQueueConnection());
        Topic topic = topic();
        assertAll(Stream.<Executable>of(
                        () -> connection.createSharedConnectionConsumer(topic, "n", null, () -> null, 1),
                        () -> connection.createDurableConnectionConsumer(topic, "n", null, () -> null, 1),
                        () -> connection.createSharedDurableConnectionConsumer(topic, "n", null, () -> null, 1))
                .map(call -> () -> assertThrows(IllegalStateException.class, call)));
    }

    @Test
    void aQueueSessionKnowsNoTopics() throws Exception {
        QueueConnection connection = afterwards(
                find("MyQueueConnectionFactory", QueueConnectionFactory.class).createQueueConnection());
        QueueSession session = connection.createQueueSession(false, Session.AUTO_ACKNOWLEDGE);
        Topic topic = topic();
        assertAll(Stream.<Executable>of(
                        () -> session.createDurableSubscriber(topic, "n"),
                        () -> session.createDurableSubscriber(topic, "n", null, false),
                        () -> session.createDurableConsumer(topic, "n"),
                        () -> session.createDurableConsumer(topic, "n", null, false),
                        () -> session.createSharedConsumer(topic, "n"),
                        () -> session.createSharedConsumer(topic, "n", null),
                        () -> session.createSharedDurableConsumer(topic, "n"),
                        () -> session.createSharedDurableConsumer(topic, "n", null),
                        session::createTemporaryTopic,
                        () -> session.createTopic("t"),
                        () -> session.unsubscribe("n"))
                .map(call -> () -> assertThrows(IllegalStateException.class, call)));
    }

    @Test
    void aTopicSessionKnowsNoQueues() throws Exception {
        TopicConnection connection = afterwards(
                find("MyTopicConnectionFactory", TopicConnectionFactory.class).createTopicConnection());
        TopicSession session = connection.createTopicSession(false, Session.AUTO_ACKNOWLEDGE);
        Queue queue = queue();
        assertAll(Stream.<Executable>of(
                        () -> session.createBrowser(queue),
                        () -> session.createBrowser(queue, null),
                        () -> session.createQueue("q"),
                        session::createTemporaryQueue)
                .map(call -> () -> assertThrows(IllegalStateException.class, call)));
    }
}
