package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertThrows;

import jakarta.jms.JMSSecurityException;
import jakarta.jms.JMSSecurityRuntimeException;
import jakarta.jms.QueueConnectionFactory;
import jakarta.jms.TopicConnectionFactory;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 6.1.1, Authentication. */
@DisplayName("6.1.1 Authentication")
final class Section060101AuthenticationTest extends SpecificationTest {
    @Test
    void wrongCredentialsAreRefusedWhenTheConnectionIsMade() throws Exception {
        assertThrows(
                JMSSecurityException.class,
                () -> factory().createConnection("invalid", "invalid").close());
        assertThrows(
                JMSSecurityRuntimeException.class,
                () -> factory().createContext("invalid", "invalid").close());
        assertThrows(
                JMSSecurityException.class,
                () -> find("MyQueueConnectionFactory", QueueConnectionFactory.class)
                        .createQueueConnection("invalid", "invalid")
                        .close());
        assertThrows(
                JMSSecurityException.class,
                () -> find("MyTopicConnectionFactory", TopicConnectionFactory.class)
                        .createTopicConnection("invalid", "invalid")
                        .close());
    }
}
