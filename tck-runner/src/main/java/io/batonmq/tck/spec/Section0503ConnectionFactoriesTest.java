package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.Queue;
import jakarta.jms.QueueConnection;
import jakarta.jms.QueueConnectionFactory;
import jakarta.jms.Session;
import jakarta.jms.TopicConnection;
import jakarta.jms.TopicConnectionFactory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 5.3, Connection factories. */
@DisplayName("5.3 Connection factories")
final class Section0503ConnectionFactoriesTest extends SpecificationTest {
    @Test
    void supportConcurrentUse() throws Exception {
        ConnectionFactory factory = factory();
        List<Background<String>> calls = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            Queue queue = queue();
            calls.add(Background.call(() -> {
                try (Connection connection = factory.createConnection()) {
                    connection.start();
                    Session session = connection.createSession();
                    send(session, queue, "m");
                    return text(next(session.createConsumer(queue)));
                }
            }));
        }
        for (Background<String> call : calls) {
            assertEquals("m", call.result());
        }
    }

    @Test
    void makeConnectionsOfTheirKind() throws Exception {
        QueueConnection queues = afterwards(
                find("MyQueueConnectionFactory", QueueConnectionFactory.class).createQueueConnection());
        TopicConnection topics = afterwards(
                find("MyTopicConnectionFactory", TopicConnectionFactory.class).createTopicConnection());
        assertNotNull(queues.createQueueSession(false, Session.AUTO_ACKNOWLEDGE));
        assertNotNull(topics.createTopicSession(false, Session.AUTO_ACKNOWLEDGE));
        assertNotNull(context());
    }
}
