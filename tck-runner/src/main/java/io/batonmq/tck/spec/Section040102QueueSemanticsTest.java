package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.jms.Connection;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 4.1.2, Queue semantics. */
@DisplayName("4.1.2 Queue semantics")
final class Section040102QueueSemanticsTest extends SpecificationTest {
    @Test
    void eachMessageIsDeliveredToOneConsumer() throws Exception {
        Connection connection = connection();
        Queue queue = queue();
        Inbox<String> inbox = new Inbox<>();
        for (int i = 0; i < 3; i++) {
            connection.createSession().createConsumer(queue).setMessageListener(message -> inbox.add(text(message)));
        }
        connection.start();
        send(connection.createSession(), queue, numbered(60));
        Set<String> seen = new TreeSet<>();
        for (int i = 0; i < 60; i++) {
            assertTrue(seen.add(inbox.next()), "twice");
        }
        inbox.assertNothing();
    }

    @Test
    void eachConsumerGetsItsShareInOrder() throws Exception {
        Connection connection = connection();
        Queue queue = queue();
        List<Inbox<String>> inboxes = List.of(new Inbox<>(), new Inbox<>());
        Inbox<String> all = new Inbox<>();
        for (Inbox<String> inbox : inboxes) {
            connection.createSession().createConsumer(queue).setMessageListener(message -> {
                inbox.add(text(message));
                all.add("one");
            });
        }
        connection.start();
        send(connection.createSession(), queue, numbered(60));
        for (int i = 0; i < 60; i++) {
            all.next();
        }
        for (Inbox<String> inbox : inboxes) {
            int last = -1;
            for (String each : inbox.rest()) {
                int number = Integer.parseInt(each.substring(1));
                assertTrue(number > last, each + " after m" + last);
                last = number;
            }
        }
    }

    @Test
    void whatASelectorLeavesStaysOrGoesToAnother() throws Exception {
        Session session = started().createSession();
        Queue queue = queue();
        MessageProducer producer = session.createProducer(queue);
        for (String text : numbered(4)) {
            Message message = session.createTextMessage(text);
            message.setBooleanProperty("even", text.equals("m0") || text.equals("m2"));
            producer.send(message);
        }
        MessageConsumer even = session.createConsumer(queue, "even");
        assertTexts(even, "m0", "m2");
        assertTexts(session.createConsumer(queue, "NOT even"), "m1", "m3");
    }

    @Test
    void messagesWaitForAConsumer() throws Exception {
        Queue queue = queue();
        try (Connection sender = connection()) {
            send(sender.createSession(), queue, numbered(3));
        }
        assertTexts(started().createSession().createConsumer(queue), numbered(3));
    }

    @Test
    void aPlainConsumerAndOneWithASelectorShareAQueue() throws Exception {
        Connection connection = connection();
        Queue queue = queue();
        Inbox<String> inbox = new Inbox<>();
        connection
                .createSession()
                .createConsumer(queue, "number >= 10")
                .setMessageListener(message -> inbox.add(text(message)));
        connection.createSession().createConsumer(queue).setMessageListener(message -> inbox.add(text(message)));
        connection.start();
        Session session = connection.createSession();
        MessageProducer producer = session.createProducer(queue);
        for (int i = 0; i < 20; i++) {
            Message message = session.createTextMessage("m" + i);
            message.setIntProperty("number", i);
            producer.send(message);
        }
        Set<String> seen = new TreeSet<>();
        for (int i = 0; i < 20; i++) {
            assertTrue(seen.add(inbox.next()), "twice");
        }
        inbox.assertNothing();
    }
}
