package io.batonmq.jms.internal.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.batonmq.jms.internal.core.CoreException;
import io.batonmq.wire.ErrorCode;
import io.batonmq.wire.MessageHead;
import jakarta.jms.CompletionListener;
import jakarta.jms.Connection;
import jakarta.jms.DeliveryMode;
import jakarta.jms.IllegalStateException;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.ResourceAllocationException;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Producers: headers, argument checks (C83), asynchronous sends. */
class SendTest extends ClientTest {

    private MessageHead lastHead() {
        return core.sent.get(core.sent.size() - 1).head();
    }

    @Test
    void theHeaderIsTheProducersWhateverTheMessageSays() throws Exception {
        Session session = open().createSession();
        MessageProducer producer = session.createProducer(queue);
        TextMessage message = session.createTextMessage("x");
        message.setJMSPriority(1);
        message.setJMSDeliveryMode(DeliveryMode.NON_PERSISTENT);
        message.setJMSExpiration(5);
        message.setJMSMessageID("mine");
        producer.send(message);
        long now = NOW.toEpochMilli();
        MessageHead head = lastHead();
        assertThat(head.persistent()).isTrue();
        assertThat(head.priority()).isEqualTo(4);
        assertThat(head.expiration()).isZero();
        assertThat(head.timestamp()).isEqualTo(now);
        assertThat(head.deliveryTime()).as("at once").isZero();
        assertThat(head.messageId()).startsWith("ID:");
        assertThat(message.getJMSMessageID()).isEqualTo(head.messageId());
        assertThat(message.getJMSDeliveryTime()).isEqualTo(now);
        assertThat(message.getJMSDestination()).isEqualTo(queue);

        producer.setPriority(9);
        producer.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
        producer.setTimeToLive(1_000);
        producer.setDeliveryDelay(500);
        producer.send(message);
        MessageHead second = lastHead();
        assertThat(second.persistent()).isFalse();
        assertThat(second.priority()).isEqualTo(9);
        assertThat(second.expiration()).isEqualTo(now + 1_000);
        assertThat(second.deliveryTime()).isEqualTo(now + 500);
        assertThat(second.messageId()).isNotEqualTo(head.messageId());

        producer.send(message, DeliveryMode.PERSISTENT, 0, Long.MAX_VALUE);
        assertThat(lastHead().expiration()).as("no overflow").isEqualTo(Long.MAX_VALUE);
        producer.setDisableMessageID(true);
        producer.setDisableMessageTimestamp(true);
        producer.send(message);
        assertThat(lastHead().messageId()).isNull();
        assertThat(lastHead().timestamp()).isZero();
        assertThat(lastHead().expiration()).isEqualTo(now + 1_000);
    }

    @Test
    void wrongArgumentsHaveTheirOwnExceptions() throws Exception {
        Session session = open().createSession();
        Message message = session.createMessage();
        MessageProducer fixed = session.createProducer(queue);
        MessageProducer anonymous = session.createProducer(null);
        Queue foreign = () -> "foreign";
        assertThatThrownBy(() -> fixed.send((Message) null)).isInstanceOf(MessageFormatException.class);
        assertThatThrownBy(() -> fixed.send(queue, message)).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> fixed.send(null, message)).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> anonymous.send(message)).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> anonymous.send(null, message)).isInstanceOf(InvalidDestinationException.class);
        assertThatThrownBy(() -> anonymous.send(foreign, message)).isInstanceOf(InvalidDestinationException.class);
        assertThatThrownBy(() -> anonymous.send(queue, (Message) null)).isInstanceOf(MessageFormatException.class);
        assertThatThrownBy(() -> fixed.send(message, (CompletionListener) null))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> session.createProducer(foreign)).isInstanceOf(InvalidDestinationException.class);
        assertThatThrownBy(() -> fixed.setPriority(10)).isInstanceOf(JMSException.class);
        assertThatThrownBy(() -> fixed.setPriority(-1)).isInstanceOf(JMSException.class);
        assertThatThrownBy(() -> fixed.setDeliveryMode(3)).isInstanceOf(JMSException.class);
        assertThatThrownBy(() -> fixed.setTimeToLive(-1)).isInstanceOf(JMSException.class);
        assertThatThrownBy(() -> fixed.setDeliveryDelay(-1)).isInstanceOf(JMSException.class);
        assertThatThrownBy(() -> fixed.send(session.createTextMessage("x".repeat(20_000))))
                .isInstanceOfSatisfying(
                        ResourceAllocationException.class,
                        e -> assertThat(e.getErrorCode()).isEqualTo(ErrorCode.MESSAGE_TOO_LARGE.text()));
        assertThat(core.sent).isEmpty();
        fixed.close();
        fixed.close();
        assertThatThrownBy(() -> fixed.send(message)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(fixed::getDestination).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aRefusedSendIsTheRightException() throws Exception {
        Session session = open().createSession();
        core.refusals.put(
                "send",
                new io.batonmq.jms.internal.core.CoreException(ErrorCode.DESTINATION_DELETED, "it was deleted"));
        assertThatThrownBy(() -> session.createProducer(queue).send(session.createMessage()))
                .isInstanceOfSatisfying(
                        InvalidDestinationException.class,
                        e -> assertThat(e.getErrorCode()).isEqualTo("BATON-DESTINATION-DELETED"))
                .hasMessageContaining("it was deleted");
    }

    /** Notes what it is told. */
    private static final class Told implements CompletionListener {
        final List<String> events = new CopyOnWriteArrayList<>();

        @Override
        public void onCompletion(Message message) {
            events.add("done " + textIn(message));
        }

        @Override
        public void onException(Message message, Exception exception) {
            events.add(((JMSException) exception).getErrorCode() + " " + textIn(message));
        }

        private static String textIn(Message message) {
            try {
                return ((TextMessage) message).getText();
            } catch (JMSException e) {
                throw new AssertionError(e);
            }
        }
    }

    @Test
    void completionsAreToldInTheOrderOfTheSends() throws Exception {
        Session session = open().createSession();
        MessageProducer producer = session.createProducer(queue);
        core.hold("send");
        Told told = new Told();
        for (String text : List.of("a", "b", "c")) {
            producer.send(session.createTextMessage(text), told);
        }
        core.refuseNewest("send", ErrorCode.LIMIT_MEMORY);
        assertThat(told.events).isEmpty();
        core.answer("send");
        core.answer("send");
        soon().until(() -> told.events.size() == 3);
        assertThat(told.events).containsExactly("done a", "done b", "BATON-LIMIT-MEMORY c");
    }

    @Test
    void commitAndCloseWaitForCallbacksWhichMustNotCallThem() throws Exception {
        Session session = open().createSession(Session.SESSION_TRANSACTED);
        MessageProducer producer = session.createProducer(queue);
        core.hold("send");
        List<Throwable> refused = new CopyOnWriteArrayList<>();
        CompletableFuture<@Nullable Void> go = new CompletableFuture<>();
        producer.send(session.createTextMessage("a"), new CompletionListener() {
            @Override
            public void onCompletion(Message message) {
                for (Call call : List.<Call>of(session::commit, session::rollback, session::close, producer::close)) {
                    try {
                        call.run();
                    } catch (JMSException e) {
                        refused.add(e);
                    }
                }
                go.join();
            }

            @Override
            public void onException(Message message, Exception exception) {
                throw new AssertionError(exception);
            }
        });
        Background<Boolean> committing = inBackground(() -> {
            session.commit();
            return true;
        });
        core.answer("send");
        soon().until(() -> refused.size() == 4);
        assertThat(refused).allMatch(e -> e instanceof IllegalStateException);
        soon().until(committing::isWaiting);
        assertThat(core.log).doesNotContain("commit");
        go.complete(null);
        assertThat(committing.get()).isTrue();
        assertThat(core.log).contains("commit");
    }

    @Test
    void aCompletionListenerMayStopItsConnectionButNotCloseIt() throws Exception {
        Connection connection = open();
        connection.start();
        Session session = connection.createSession();
        List<String> outcome = new CopyOnWriteArrayList<>();
        session.createProducer(queue).send(session.createTextMessage("a"), new CompletionListener() {
            @Override
            public void onCompletion(Message message) {
                try {
                    connection.stop();
                    outcome.add("stopped");
                    connection.close();
                    outcome.add("closed");
                } catch (JMSException e) {
                    outcome.add(e.getClass().getSimpleName());
                }
            }

            @Override
            public void onException(Message message, Exception exception) {
                throw new AssertionError(exception);
            }
        });
        soon().until(() -> outcome.size() == 2);
        assertThat(outcome).containsExactly("stopped", "IllegalStateException");
        assertThat(core.started).isFalse();
    }

    private interface Call {
        void run() throws JMSException;
    }

    @Test
    void closingAnInterruptedSessionTellsWhatIsStillOpen() throws Exception {
        Session session = open("failover:(tcp://a:61616)?jms.closeTimeout=50").createSession();
        core.hold("send");
        core.hold("closeSession");
        Told told = new Told();
        session.createProducer(queue).send(session.createTextMessage("a"), told);
        core.events(events -> events.interrupted(new CoreException(ErrorCode.LINK_LOST, "lost")));
        session.close();
        assertThat(told.events).containsExactly(ErrorCode.CALL_TIMEOUT.text() + " a");
    }
}
