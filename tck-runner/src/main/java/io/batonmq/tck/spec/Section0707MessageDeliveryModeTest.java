package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;

import jakarta.jms.DeliveryMode;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 7.7, Message delivery mode. */
@DisplayName("7.7 Message delivery mode")
final class Section0707MessageDeliveryModeTest extends SpecificationTest {
    @Test
    void messagesOfBothModesAreDeliveredOnce() throws Exception {
        Session session = started().createSession();
        Queue queue = queue();
        MessageProducer producer = session.createProducer(queue);
        for (int i = 0; i < 20; i++) {
            producer.setDeliveryMode(i % 2 == 0 ? DeliveryMode.PERSISTENT : DeliveryMode.NON_PERSISTENT);
            producer.send(session.createTextMessage("m" + i));
        }
        MessageConsumer consumer = session.createConsumer(queue);
        assertEquals(Set.of(numbered(20)), new HashSet<>(next(consumer, 20)));
        assertNothing(consumer);
    }

    @Test
    void messagesOfBothModesAreGivenBackByARollback() throws Exception {
        Session session = started().createSession(Session.SESSION_TRANSACTED);
        Queue queue = queue();
        MessageProducer producer = session.createProducer(queue);
        producer.send(session.createTextMessage("m0"), DeliveryMode.PERSISTENT, 4, 0);
        producer.send(session.createTextMessage("m1"), DeliveryMode.NON_PERSISTENT, 4, 0);
        session.commit();
        MessageConsumer consumer = session.createConsumer(queue);
        Set<String> first = new HashSet<>(next(consumer, 2));
        session.rollback();
        assertEquals(first, new HashSet<>(next(consumer, 2)));
        session.commit();
        assertNothing(consumer);
    }

    @Test
    void theSetterOfTheMessageDoesNotCount() throws Exception {
        Session session = started().createSession();
        Queue queue = queue();
        Message message = session.createMessage();
        message.setJMSDeliveryMode(DeliveryMode.NON_PERSISTENT);
        session.createProducer(queue).send(message);
        assertEquals(
                DeliveryMode.PERSISTENT, next(session.createConsumer(queue)).getJMSDeliveryMode());
    }
}
