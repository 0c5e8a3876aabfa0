package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;

import jakarta.jms.Message;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 6.2.4, Optimized message implementations. */
@DisplayName("6.2.4 Optimized message implementations")
final class Section060204OptimizedMessagesTest extends SpecificationTest {
    @Test
    void aMessageMayBeSentWithAnySession() throws Exception {
        Queue queue = queue();
        Session making = connection().createSession();
        TextMessage message = making.createTextMessage("made elsewhere");
        message.setIntProperty("n", 1);
        making.close();
        Session sending = started().createSession();
        sending.createProducer(queue).send(message);
        Message received = next(sending.createConsumer(queue));
        assertEquals("made elsewhere", text(received));
        assertEquals(1, received.getIntProperty("n"));
    }

    @Test
    void aReceivedMessageMayBeSentWithAnotherConnection() throws Exception {
        Queue one = queue();
        Queue two = queue();
        Session session = started().createSession();
        send(session, one, "m");
        Message received = next(session.createConsumer(one));
        Session other = started().createSession();
        other.createProducer(two).send(received);
        assertTexts(other.createConsumer(two), "m");
    }
}
