package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.jms.Connection;
import jakarta.jms.IllegalStateException;
import jakarta.jms.IllegalStateRuntimeException;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Section 7.3.4, Close, commit or rollback. Sends a message asynchronously whose callback stands at a gate, then ends the sending: that waits for the callback. */
@DisplayName("7.3.4 Close, commit or rollback")
final class Section070304AsyncCloseCommitRollbackTest extends SpecificationTest {
    private void assertWaitsForTheCallback(boolean transacted, Ending ending) throws Exception {
        Connection connection = connection();
        Session session = connection.createSession(transacted ? Session.SESSION_TRANSACTED : Session.AUTO_ACKNOWLEDGE);
        MessageProducer producer = session.createProducer(queue());
        Gate gate = afterwards(new Gate());
        AtomicBoolean returned = new AtomicBoolean();
        producer.send(session.createMessage(), new Completions(message -> {
            gate.pass();
            returned.set(true);
        }));
        Background<Boolean> call = Background.run(() -> ending.of(connection, session, producer));
        gate.awaitSomebody();
        call.assertBlocked("a callback has not returned");
        gate.open();
        call.result();
        assertTrue(returned.get(), "the callback had not returned");
    }

    private interface Ending {
        void of(Connection connection, Session session, MessageProducer producer) throws JMSException;
    }

    @Test
    void closingTheProducerWaitsForCallbacks() throws Exception {
        assertWaitsForTheCallback(false, (connection, session, producer) -> producer.close());
    }

    @Test
    void closingTheSessionWaitsForCallbacks() throws Exception {
        assertWaitsForTheCallback(false, (connection, session, producer) -> session.close());
    }

    @Test
    void closingTheConnectionWaitsForCallbacks() throws Exception {
        assertWaitsForTheCallback(false, (connection, session, producer) -> connection.close());
    }

    @Test
    void aCommitWaitsForCallbacks() throws Exception {
        assertWaitsForTheCallback(true, (connection, session, producer) -> session.commit());
    }

    @Test
    void aRollbackWaitsForCallbacks() throws Exception {
        assertWaitsForTheCallback(true, (connection, session, producer) -> session.rollback());
    }

    @Test
    void allIncompleteSendsAreCompletedBeforeCloseReturns() throws Exception {
        Connection connection = connection();
        Session session = connection.createSession();
        Queue queue = queue();
        MessageProducer producer = session.createProducer(queue);
        AtomicInteger completed = new AtomicInteger();
        Completions listener = new Completions(message -> completed.incrementAndGet());
        for (String text : numbered(50)) {
            producer.send(session.createTextMessage(text), listener);
        }
        connection.close();
        assertEquals(50, completed.get());
        assertTexts(started().createSession().createConsumer(queue), numbered(50));
    }

    @Test
    void whatWasSentAsynchronouslyIsPartOfTheTransaction() throws Exception {
        Session session = connection().createSession(Session.SESSION_TRANSACTED);
        Queue queue = queue();
        MessageProducer producer = session.createProducer(queue);
        Completions listener = new Completions(message -> {});
        producer.send(session.createTextMessage("rolled back"), listener);
        session.rollback();
        producer.send(session.createTextMessage("m0"), listener);
        producer.send(session.createTextMessage("m1"), listener);
        session.commit();
        assertTexts(started().createSession().createConsumer(queue), "m0", "m1");
    }

    @Test
    void aCallbackMustNotCloseWhatItCameFromNorEndItsTransaction() throws Exception {
        Connection connection = connection();
        Session session = connection.createSession(Session.SESSION_TRANSACTED);
        MessageProducer producer = session.createProducer(queue());
        Inbox<String> inbox = new Inbox<>();
        producer.send(session.createMessage(), new Completions(message -> {
            for (Executable call : List.<Executable>of(
                    producer::close, session::close, connection::close, session::commit, session::rollback)) {
                Throwable thrown = thrownBy(call);
                inbox.add(thrown instanceof IllegalStateException ? "refused" : String.valueOf(thrown));
            }
        }));
        inbox.assertTold("refused", "refused", "refused", "refused", "refused");
        session.commit();
    }

    @Test
    void aCallbackMustNotCloseItsContext() throws Exception {
        JMSContext context = context(JMSContext.SESSION_TRANSACTED);
        Inbox<String> inbox = new Inbox<>();
        Completions listener = new Completions(message -> {
            for (Executable call : List.<Executable>of(context::close, context::commit, context::rollback)) {
                Throwable thrown = thrownBy(call);
                inbox.add(thrown instanceof IllegalStateRuntimeException ? "refused" : String.valueOf(thrown));
            }
        });
        context.createProducer().setAsync(listener).send(queue(), "m");
        inbox.assertTold("refused", "refused", "refused");
        context.commit();
    }
}
