package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;

import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 6.2.3, Creating Destination objects. */
@DisplayName("6.2.3 Creating Destination objects")
final class Section060203DestinationObjectsTest extends SpecificationTest {
    @Test
    void aNameMakesAnObjectForTheSameDestination() throws Exception {
        Session session = started().createSession();
        Queue queue = queue();
        Queue named = session.createQueue(queue.getQueueName());
        assertEquals(queue.getQueueName(), named.getQueueName());
        send(session, named, "m");
        assertTexts(session.createConsumer(queue), "m");
        Topic topic = topic();
        Topic namedTopic = session.createTopic(topic.getTopicName());
        MessageConsumer subscriber = session.createConsumer(topic);
        send(session, namedTopic, "m");
        assertTexts(subscriber, "m");
        assertEquals(
                queue.getQueueName(),
                context().createQueue(queue.getQueueName()).getQueueName());
        assertEquals(
                topic.getTopicName(),
                context().createTopic(topic.getTopicName()).getTopicName());
    }
}
