package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import jakarta.jms.Connection;
import jakarta.jms.IllegalStateException;
import jakarta.jms.IllegalStateRuntimeException;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 6.2.7, Transactions. */
@DisplayName("6.2.7 Transactions")
final class Section060207TransactionsTest extends SpecificationTest {
    @Test
    void whatIsSentIsNotSeenBeforeTheCommit() throws Exception {
        Session session = connection().createSession(Session.SESSION_TRANSACTED);
        Queue queue = queue();
        send(session, queue, numbered(3));
        MessageConsumer consumer = started().createSession().createConsumer(queue);
        assertNothing(consumer);
        session.commit();
        assertTexts(consumer, numbered(3));
    }

    @Test
    void aRollbackDestroysWhatWasSentAndGivesBackWhatWasConsumed() throws Exception {
        Session session = started().createSession(Session.SESSION_TRANSACTED);
        Queue input = queue();
        Queue output = queue();
        send(session, input, numbered(3));
        session.commit();
        MessageConsumer consumer = session.createConsumer(input);
        assertEquals(List.of("m0", "m1"), next(consumer, 2));
        send(session, output, "result");
        session.rollback();
        assertTexts(consumer, numbered(3));
        session.commit();
        assertNothing(started().createSession().createConsumer(output));
    }

    @Test
    void aCommitDoesBothAndTheNextTransactionBegins() throws Exception {
        Connection connection = started();
        Session session = connection.createSession(Session.SESSION_TRANSACTED);
        Queue input = queue();
        Queue output = queue();
        send(session, input, numbered(3));
        session.commit();
        MessageConsumer consumer = session.createConsumer(input);
        for (int i = 0; i < 2; i++) {
            send(session, output, "re: " + text(next(consumer)));
            session.commit();
        }
        send(session, output, "re: " + text(next(consumer)));
        connection.close();
        Session other = started().createSession();
        assertTexts(other.createConsumer(output), "re: m0", "re: m1");
        assertTexts(other.createConsumer(input), "m2");
    }

    @Test
    void consumersOfManyDestinationsAreOneUnit() throws Exception {
        Session session = started().createSession(Session.SESSION_TRANSACTED);
        Queue one = queue();
        Queue two = queue();
        Topic topic = topic();
        MessageConsumer subscriber = session.createConsumer(topic);
        send(session, one, "m");
        send(session, two, "m");
        send(session, topic, "m");
        session.commit();
        MessageConsumer first = session.createConsumer(one);
        MessageConsumer second = session.createConsumer(two);
        for (int delivery = 1; delivery <= 2; delivery++) {
            for (MessageConsumer consumer : List.of(first, second, subscriber)) {
                assertEquals(delivery, next(consumer).getIntProperty("JMSXDeliveryCount"));
            }
            if (delivery == 1) {
                session.rollback();
            }
        }
        session.commit();
        for (MessageConsumer consumer : List.of(first, second, subscriber)) {
            assertNothing(consumer);
        }
    }

    @Test
    void aTransactionOutlivesItsConsumersAndProducers() throws Exception {
        Session session = started().createSession(Session.SESSION_TRANSACTED);
        Queue input = queue();
        Queue output = queue();
        send(session, input, "m");
        session.commit();
        MessageConsumer consumer = session.createConsumer(input);
        next(consumer);
        consumer.close();
        MessageProducer producer = session.createProducer(output);
        producer.send(session.createTextMessage("result"));
        producer.close();
        session.commit();
        Session other = started().createSession();
        assertNothing(other.createConsumer(input));
        assertTexts(other.createConsumer(output), "result");
    }

    @Test
    void emptyTransactionsMayBeEnded() throws Exception {
        Session session = connection().createSession(Session.SESSION_TRANSACTED);
        session.commit();
        session.rollback();
        session.rollback();
        session.commit();
        JMSContext context = context(JMSContext.SESSION_TRANSACTED);
        context.rollback();
        context.commit();
    }

    @Test
    void onlyATransactedSessionIsCommittedOrRolledBack() throws Exception {
        Session session = connection().createSession();
        assertThrows(IllegalStateException.class, session::commit);
        assertThrows(IllegalStateException.class, session::rollback);
        JMSContext context = context();
        assertThrows(IllegalStateRuntimeException.class, context::commit);
        assertThrows(IllegalStateRuntimeException.class, context::rollback);
    }

    @Test
    void aContextsTransactionIsOneToo() throws Exception {
        JMSContext context = context(JMSContext.SESSION_TRANSACTED);
        Queue queue = queue();
        context.createProducer().send(queue, "rolled back");
        context.rollback();
        context.createProducer().send(queue, "m");
        context.commit();
        JMSConsumer consumer = context.createConsumer(queue);
        assertEquals("m", text(next(consumer)));
        context.rollback();
        assertEquals("m", text(next(consumer)));
        context.commit();
        assertNothing(consumer);
    }
}
