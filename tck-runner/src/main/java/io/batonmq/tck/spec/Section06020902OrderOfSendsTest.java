package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;

import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 6.2.9.2, Order of message sends. What may change the order of a session's messages, and what may not. */
@DisplayName("6.2.9.2 Order of message sends")
final class Section06020902OrderOfSendsTest extends SpecificationTest {
    private static List<String> received(Session session, Queue queue, int count) throws JMSException {
        MessageConsumer consumer = session.createConsumer(queue);
        List<String> texts = next(consumer, count);
        assertNothing(consumer);
        return texts;
    }

    private static List<String> only(List<String> texts, String kind) {
        return texts.stream().filter(text -> text.startsWith(kind)).toList();
    }

    private static void assertInOrder(List<String> texts, int count, String... kinds) {
        for (String kind : kinds) {
            List<String> expected = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                expected.add(kind + i);
            }
            assertEquals(expected, only(texts, kind), kind);
        }
    }

    @Test
    void withinEachDeliveryModeTheOrderIsKept() throws Exception {
        Session session = started().createSession();
        Queue queue = queue();
        MessageProducer producer = session.createProducer(queue);
        for (int i = 0; i < 30; i++) {
            producer.setDeliveryMode(DeliveryMode.PERSISTENT);
            producer.send(session.createTextMessage("persistent" + i));
            producer.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
            producer.send(session.createTextMessage("transient" + i));
        }
        assertInOrder(received(session, queue, 60), 30, "persistent", "transient");
    }

    @Test
    void withinEachPriorityTheOrderIsKept() throws Exception {
        Session session = started().createSession();
        Queue queue = queue();
        MessageProducer producer = session.createProducer(queue);
        for (int i = 0; i < 20; i++) {
            for (int priority : new int[] {0, 4, 9}) {
                producer.setPriority(priority);
                producer.send(session.createTextMessage("priority " + priority + " " + i));
            }
        }
        assertInOrder(received(session, queue, 60), 20, "priority 0 ", "priority 4 ", "priority 9 ");
    }

    @Test
    void aTransactionsOrderToEachDestinationIsKept() throws Exception {
        Session session = started().createSession(Session.SESSION_TRANSACTED);
        Queue one = queue();
        Queue two = queue();
        MessageProducer producer = session.createProducer(null);
        for (int i = 0; i < 20; i++) {
            producer.send(one, session.createTextMessage("one" + i));
            producer.send(two, session.createTextMessage("two" + i));
        }
        session.commit();
        assertInOrder(received(session, one, 20), 20, "one");
        assertInOrder(received(session, two, 20), 20, "two");
        session.commit();
    }

    @Test
    void aMessageWithALaterDeliveryTimeHoldsUpNoneThatFollow() throws Exception {
        Session session = started().createSession();
        Queue queue = queue();
        MessageProducer producer = session.createProducer(queue);
        producer.setDeliveryDelay(60_000);
        producer.setTimeToLive(60_001);
        producer.send(session.createTextMessage("late"));
        producer.setDeliveryDelay(0);
        producer.setTimeToLive(0);
        for (String text : numbered(5)) {
            producer.send(session.createTextMessage(text));
        }
        assertTexts(session.createConsumer(queue), numbered(5));
    }
}
