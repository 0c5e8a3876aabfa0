package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.jms.InvalidSelectorException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.Session;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;

/** One message on a queue, and selectors that take it or don't; a browser asks each. */
abstract class SelectorTest extends SpecificationTest {
    private Session session;
    private Queue queue;

    @BeforeEach
    final void makeQueue() throws Exception {
        session = started().createSession();
        queue = queue();
    }

    final Session session() {
        return session;
    }

    final Queue chosen() {
        return queue;
    }

    /** Sends the message: names and values of its properties in turn. */
    final Message given(@Nullable Object... properties) throws JMSException {
        Message message = session.createMessage();
        for (int i = 0; i < properties.length; i += 2) {
            message.setObjectProperty(String.valueOf(properties[i]), properties[i + 1]);
        }
        try (MessageProducer producer = session.createProducer(queue)) {
            producer.send(message);
        }
        return message;
    }

    final boolean selects(String selector) throws JMSException {
        try (QueueBrowser browser = session.createBrowser(queue, selector)) {
            return browser.getEnumeration().hasMoreElements();
        }
    }

    /** Each of these is true for the message. */
    final void assertTrueFor(String... selectors) {
        assertAll(Stream.of(selectors).map(selector -> () -> assertTrue(selects(selector), "true: " + selector)));
    }

    /** Each of these is false for the message, which its negation shows. */
    final void assertFalseFor(String... selectors) {
        assertAll(Stream.of(selectors)
                .map(selector -> () ->
                        assertEquals(List.of(false, true), both(selector), "false, its negation true: " + selector)));
    }

    /** Each of these is unknown for the message: neither it nor its negation takes it. */
    final void assertUnknownFor(String... selectors) {
        assertAll(Stream.of(selectors)
                .map(selector -> () -> assertEquals(
                        List.of(false, false), both(selector), "unknown, also its negation: " + selector)));
    }

    private List<Boolean> both(String selector) throws JMSException {
        return List.of(selects(selector), selects("NOT (" + selector + ")"));
    }

    /** Each of these takes no message: it is refused, or it is not true. */
    final void assertNeverTrue(String... selectors) {
        assertAll(Stream.of(selectors)
                .map(selector -> () -> assertTrue(
                        thrownBy(() -> session.createBrowser(queue, selector)) instanceof InvalidSelectorException
                                || !selects(selector),
                        "refused or not true: " + selector)));
    }

    /** Each of these is refused. */
    final void assertInvalid(String... selectors) {
        assertAll(Stream.of(selectors)
                .map(selector -> () -> assertThrows(
                        InvalidSelectorException.class,
                        () -> session.createConsumer(queue, selector).close(),
                        "invalid: " + selector)));
    }
}
