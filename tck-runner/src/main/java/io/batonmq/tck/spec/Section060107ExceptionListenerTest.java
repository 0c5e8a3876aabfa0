package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import jakarta.jms.Connection;
import jakarta.jms.ExceptionListener;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 6.1.7, ExceptionListener. */
@DisplayName("6.1.7 ExceptionListener")
final class Section060107ExceptionListenerTest extends SpecificationTest {
    @Test
    void isTheOneThatWasSet() throws Exception {
        Connection connection = connection();
        assertNull(connection.getExceptionListener());
        ExceptionListener listener = failure -> {};
        connection.setExceptionListener(listener);
        assertSame(listener, connection.getExceptionListener());
        connection.setExceptionListener(null);
        assertNull(connection.getExceptionListener());
        JMSContext context = context();
        context.setExceptionListener(listener);
        assertSame(listener, context.getExceptionListener());
    }

    @Test
    void isNotToldWhatACallThrows() throws Exception {
        Connection connection = connection();
        Inbox<JMSException> inbox = new Inbox<>();
        connection.setExceptionListener(inbox::add);
        Session session = connection.createSession();
        Queue queue = queue();
        assertThrows(JMSException.class, () -> session.createConsumer(queue, "= nonsense"));
        assertThrows(JMSException.class, session::commit);
        connection.close();
        inbox.assertNothing();
    }
}
