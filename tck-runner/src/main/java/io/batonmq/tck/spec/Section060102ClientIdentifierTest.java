package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import jakarta.jms.Connection;
import jakarta.jms.IllegalStateException;
import jakarta.jms.IllegalStateRuntimeException;
import jakarta.jms.InvalidClientIDException;
import jakarta.jms.InvalidClientIDRuntimeException;
import jakarta.jms.JMSContext;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TopicConnectionFactory;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 6.1.2, Client identifier. */
@DisplayName("6.1.2 Client identifier")
final class Section060102ClientIdentifierTest extends SpecificationTest {
    @Test
    void whatTheFactorySetsCannotBeChanged() throws Exception {
        TopicConnectionFactory factory = find("DURABLE_SUB_CONNECTION_FACTORY", TopicConnectionFactory.class);
        Connection connection = afterwards(factory.createConnection());
        String id = connection.getClientID();
        assertNotNull(id);
        assertThrows(IllegalStateException.class, () -> connection.setClientID(unique()));
        assertEquals(id, connection.getClientID());
    }

    @Test
    void isWhatTheClientSetAtOnce() throws Exception {
        String id = unique();
        Connection connection = connection();
        connection.setClientID(id);
        assertEquals(id, connection.getClientID());
        String other = unique();
        JMSContext context = context();
        context.setClientID(other);
        assertEquals(other, context.getClientID());
    }

    @Test
    void cannotBeSetTwice() throws Exception {
        Connection connection = connection(unique());
        assertThrows(IllegalStateException.class, () -> connection.setClientID(unique()));
    }

    @Test
    void cannotBeSetAfterAnyOtherAction() throws Exception {
        Connection withSession = connection();
        withSession.createSession();
        assertThrows(IllegalStateException.class, () -> withSession.setClientID(unique()), "a session was made");
        Connection running = connection();
        running.start();
        assertThrows(IllegalStateException.class, () -> running.setClientID(unique()), "it was started");
        JMSContext context = context();
        context.createTemporaryQueue();
        assertThrows(IllegalStateRuntimeException.class, () -> context.setClientID(unique()), "the context was used");
    }

    @Test
    void isInUseByOneClientAtATime() throws Exception {
        String id = unique();
        Connection first = connection(id);
        Connection second = connection();
        assertThrows(InvalidClientIDException.class, () -> second.setClientID(id));
        first.close();
        Connection third = connection(id);
        assertEquals(id, third.getClientID());
        JMSContext context = context();
        assertThrows(InvalidClientIDRuntimeException.class, () -> context.setClientID(id));
    }

    @Test
    void theOneInUseGoesOnUnharmed() throws Exception {
        String id = unique();
        Connection first = connection(id);
        Connection second = connection();
        assertThrows(InvalidClientIDException.class, () -> second.setClientID(id));
        first.start();
        Session session = first.createSession();
        Queue queue = queue();
        send(session, queue, "m");
        assertTexts(session.createConsumer(queue), "m");
    }

    @Test
    void isNullUnlessSet() throws Exception {
        assertNull(connection().getClientID());
        assertNull(context().getClientID());
    }
}
