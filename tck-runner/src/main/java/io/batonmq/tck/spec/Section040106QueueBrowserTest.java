package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import jakarta.jms.Connection;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.InvalidDestinationRuntimeException;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.Session;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 4.1.6, QueueBrowser. */
@DisplayName("4.1.6 QueueBrowser")
final class Section040106QueueBrowserTest extends SpecificationTest {
    private static List<String> seen(QueueBrowser browser) throws JMSException {
        List<String> texts = new ArrayList<>();
        for (Enumeration<?> all = browser.getEnumeration(); all.hasMoreElements(); ) {
            texts.add(text((Message) all.nextElement()));
        }
        return texts;
    }

    @Test
    void showsMessagesInOrderWithoutRemovingThem() throws Exception {
        Session session = started().createSession();
        Queue queue = queue();
        send(session, queue, numbered(5));
        QueueBrowser browser = session.createBrowser(queue);
        assertEquals(queue, browser.getQueue());
        assertNull(browser.getMessageSelector());
        assertEquals(List.of(numbered(5)), seen(browser));
        assertEquals(List.of(numbered(5)), seen(browser), "a second time");
        browser.close();
        assertTexts(session.createConsumer(queue), numbered(5));
    }

    @Test
    void showsWhatItsSelectorMatches() throws Exception {
        Session session = started().createSession();
        Queue queue = queue();
        MessageProducer producer = session.createProducer(queue);
        for (int i = 0; i < 5; i++) {
            Message message = session.createTextMessage("m" + i);
            message.setIntProperty("i", i);
            producer.send(message);
        }
        assertEquals(List.of("m1", "m2"), seen(session.createBrowser(queue, "i BETWEEN 1 AND 2")));
        assertEquals(List.of(), seen(session.createBrowser(queue, "i > 4")));
    }

    @Test
    void doesNotShowWhatIsNotYetDue() throws Exception {
        Session session = started().createSession();
        Queue queue = queue();
        MessageProducer producer = session.createProducer(queue);
        producer.setDeliveryDelay(500);
        Message late = session.createTextMessage("late");
        producer.send(late);
        producer.setDeliveryDelay(0);
        producer.send(session.createTextMessage("now"));
        List<String> texts = seen(session.createBrowser(queue));
        if (now() < late.getJMSDeliveryTime()) {
            assertEquals(List.of("now"), texts);
        }
        MessageConsumer consumer = session.createConsumer(queue);
        assertEquals(List.of("now", "late"), next(consumer, 2));
    }

    @Test
    void anEmptyQueueHasNoNextElement() throws Exception {
        Session session = started().createSession();
        Enumeration<?> all = session.createBrowser(queue()).getEnumeration();
        assertFalse(all.hasMoreElements());
        assertThrows(java.util.NoSuchElementException.class, () -> all.nextElement());
    }

    @Test
    void doesNotShowWhatWasConsumedOrNotYetCommitted() throws Exception {
        Connection connection = started();
        Session session = connection.createSession();
        Session transacted = connection.createSession(Session.SESSION_TRANSACTED);
        Queue queue = queue();
        send(session, queue, numbered(2));
        send(transacted, queue, "uncommitted");
        assertEquals("m0", text(next(session.createConsumer(queue))));
        // A provider may keep from the browser what the open consumer has fetched ahead.
        List<String> texts = seen(session.createBrowser(queue));
        assertFalse(texts.contains("m0") || texts.contains("uncommitted"), texts.toString());
        transacted.rollback();
    }

    @Test
    void wrongDestinationsAreRefused() throws Exception {
        Session session = connection().createSession();
        assertThrows(InvalidDestinationException.class, () -> session.createBrowser(null));
        JMSContext context = context();
        assertThrows(InvalidDestinationRuntimeException.class, () -> context.createBrowser(null));
    }

    @Test
    void aContextBrowsesToo() throws Exception {
        JMSContext context = context();
        Queue queue = queue();
        context.createProducer().send(queue, "m");
        assertEquals(List.of("m"), seen(context.createBrowser(queue)));
    }
}
