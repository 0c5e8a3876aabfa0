package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertNull;

import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 6.2.5, Threading restrictions on a session. What is erroneous by this section must not hang or harm the session, whether it is refused or not. */
@DisplayName("6.2.5 Threading restrictions on a session")
final class Section060205ThreadingOfASessionTest extends SpecificationTest {
    @Test
    void closeMayBeCalledByAnotherThread() throws Exception {
        Session session = started().createSession();
        MessageConsumer consumer = session.createConsumer(queue());
        Background<Message> receive = Background.call(consumer::receive);
        receive.assertBlocked("nothing was sent");
        Background.run(session::close).result();
        assertNull(receive.result());
    }

    @Test
    void aListenersSessionIsItsOwnToUse() throws Exception {
        Connection connection = connection();
        Session session = connection.createSession(Session.SESSION_TRANSACTED);
        Queue queue = queue();
        Queue results = queue();
        MessageProducer producer = session.createProducer(results);
        Inbox<String> inbox = new Inbox<>();
        session.createConsumer(queue).setMessageListener(message -> {
            try {
                producer.send(session.createTextMessage("result of " + text(message)));
                session.commit();
                inbox.add(text(message));
            } catch (JMSException e) {
                inbox.add(e.toString());
            }
        });
        connection.start();
        send(connection.createSession(), queue, "m0", "m1");
        inbox.assertTold("m0", "m1");
        assertTexts(started().createSession().createConsumer(results), "result of m0", "result of m1");
    }
}
