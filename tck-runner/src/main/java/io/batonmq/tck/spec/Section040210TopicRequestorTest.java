package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import jakarta.jms.TopicConnection;
import jakarta.jms.TopicConnectionFactory;
import jakarta.jms.TopicRequestor;
import jakarta.jms.TopicSession;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 4.2.10, TopicRequestor. */
@DisplayName("4.2.10 TopicRequestor")
final class Section040210TopicRequestorTest extends SpecificationTest {
    private TopicConnection topicConnection() throws Exception {
        TopicConnection connection = afterwards(
                find("MyTopicConnectionFactory", TopicConnectionFactory.class).createTopicConnection());
        connection.start();
        return connection;
    }

    @Test
    void sendsARequestAndWaitsForItsReply() throws Exception {
        Topic topic = topic();
        TopicSession answering = topicConnection().createTopicSession(false, Session.AUTO_ACKNOWLEDGE);
        answering.createSubscriber(topic).setMessageListener(request -> {
            try {
                answering
                        .createPublisher((Topic) request.getJMSReplyTo())
                        .publish(answering.createTextMessage("re: " + text(request)));
            } catch (JMSException e) {
                throw new AssertionError(e);
            }
        });
        TopicSession asking = topicConnection().createTopicSession(false, Session.AUTO_ACKNOWLEDGE);
        TopicRequestor requestor = new TopicRequestor(asking, topic);
        Background<Message> request = Background.call(() -> requestor.request(asking.createTextMessage("hello")));
        assertEquals("re: hello", text(request.result()));
        requestor.close();
        assertThrows(IllegalStateException.class, asking::createMessage, "close closes the session");
    }
}
