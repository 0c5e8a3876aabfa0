package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;

import jakarta.jms.Connection;
import jakarta.jms.MessageListener;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 6.2.13, Serial execution of client code. */
@DisplayName("6.2.13 Serial execution of client code")
final class Section060213SerialExecutionTest extends SpecificationTest {
    @Test
    void aSessionRunsOneListenerAtATime() throws Exception {
        Connection connection = connection();
        Session session = connection.createSession();
        Queue one = queue();
        Queue two = queue();
        Gate gate = afterwards(new Gate());
        Inbox<String> inbox = new Inbox<>();
        MessageListener listener = message -> {
            inbox.add("in");
            gate.pass();
            inbox.add("out");
        };
        session.createConsumer(one).setMessageListener(listener);
        session.createConsumer(two).setMessageListener(listener);
        Session sending = connection().createSession();
        send(sending, one, numbered(2));
        send(sending, two, numbered(2));
        connection.start();
        gate.awaitSomebody();
        assertEquals("in", inbox.next());
        inbox.assertNothing();
        gate.open();
        inbox.assertTold("out", "in", "out", "in", "out", "in", "out");
    }
}
