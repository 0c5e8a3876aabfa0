package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.jms.DeliveryMode;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 3.4.11, How message header values are set. */
@DisplayName("3.4.11 How message header values are set")
final class Section030411HowHeaderValuesAreSetTest extends SpecificationTest {
    @Test
    void whatTheProviderSetsIsThereAfterASendAndOverwritesWhatTheClientSet() throws Exception {
        Session session = started().createSession();
        Queue queue = queue();
        Message message = session.createMessage();
        message.setJMSDestination(topic());
        message.setJMSDeliveryMode(DeliveryMode.NON_PERSISTENT);
        message.setJMSExpiration(17);
        message.setJMSDeliveryTime(18);
        message.setJMSPriority(9);
        message.setJMSMessageID("ID:17");
        message.setJMSTimestamp(19);
        long before = now();
        session.createProducer(queue).send(message);
        long after = now();
        for (Message each : List.of(message, next(session.createConsumer(queue)))) {
            assertAll(
                    () -> assertEquals(queue, each.getJMSDestination()),
                    () -> assertEquals(DeliveryMode.PERSISTENT, each.getJMSDeliveryMode()),
                    () -> assertEquals(0, each.getJMSExpiration()),
                    () -> assertTrue(before <= each.getJMSDeliveryTime() && each.getJMSDeliveryTime() <= after),
                    () -> assertEquals(4, each.getJMSPriority()),
                    () -> assertNotEquals("ID:17", each.getJMSMessageID()),
                    () -> assertNotEquals(19, each.getJMSTimestamp()));
        }
    }

    @Test
    void whatTheClientSetsArrives() throws Exception {
        Session session = started().createSession();
        Queue queue = queue();
        Message message = session.createMessage();
        message.setJMSCorrelationID("c");
        message.setJMSReplyTo(queue);
        message.setJMSType("t");
        session.createProducer(queue).send(message);
        Message received = next(session.createConsumer(queue));
        assertEquals("c", received.getJMSCorrelationID());
        assertEquals(queue, received.getJMSReplyTo());
        assertEquals("t", received.getJMSType());
    }

    @Test
    void afterAnAsynchronousSendTheyAreThereOnceTheListenerIsCalled() throws Exception {
        Session session = started().createSession();
        Queue queue = queue();
        Inbox<String> inbox = new Inbox<>();
        Message message = session.createMessage();
        session.createProducer(queue)
                .send(
                        message,
                        new Completions(done -> inbox.add(done.getJMSMessageID() + " " + done.getJMSTimestamp() + " "
                                + done.getJMSDestination())));
        Message received = next(session.createConsumer(queue));
        assertEquals(
                received.getJMSMessageID() + " " + received.getJMSTimestamp() + " " + received.getJMSDestination(),
                inbox.next());
    }
}
