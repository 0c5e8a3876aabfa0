package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import jakarta.jms.TemporaryTopic;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 4.2.7, Temporary topics. */
@DisplayName("4.2.7 Temporary topics")
final class Section040207TemporaryTopicsTest extends SpecificationTest {
    @Test
    void isUniqueAndOnlyItsConnectionConsumesFromIt() throws Exception {
        Connection connection = started();
        Session session = connection.createSession();
        TemporaryTopic one = session.createTemporaryTopic();
        TemporaryTopic two = session.createTemporaryTopic();
        assertNotEquals(one, two);
        MessageConsumer first = session.createConsumer(one);
        MessageConsumer second = connection.createSession().createConsumer(one);
        Session stranger = started().createSession();
        send(stranger, one, "m");
        assertTexts(first, "m");
        assertTexts(second, "m");
        assertThrows(JMSException.class, () -> stranger.createConsumer(one));
    }
}
