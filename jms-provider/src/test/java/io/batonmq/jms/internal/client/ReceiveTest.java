package io.batonmq.jms.internal.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.batonmq.wire.ErrorCode;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageFormatException;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

/** The exact rules of receive, receive(timeout) and receiveNoWait (C45, C85). */
class ReceiveTest extends ClientTest {

    @Test
    void receiveWaitsAndAcknowledgesWhatItReturns() throws Exception {
        JmsConnection connection = open();
        MessageConsumer consumer = session(connection, Session.AUTO_ACKNOWLEDGE).createConsumer(queue);
        connection.start();
        Background<Message> receiving = inBackground(consumer::receive);
        soon().until(() -> core.consumers.get(0).isAsked());
        assertThat(core.log).noneMatch(line -> line.startsWith("handled"));
        core.put(0, text("hello"), 1);
        assertThat(((TextMessage) receiving.get()).getText()).isEqualTo("hello");
        soon().until(() -> core.log.contains("handled 1"));
    }

    @Test
    void aTimedReceiveGivesUpWithoutConsuming() throws Exception {
        JmsConnection connection = open();
        MessageConsumer consumer = session(connection, Session.AUTO_ACKNOWLEDGE).createConsumer(queue);
        connection.start();
        assertThat(consumer.receive(20)).isNull();
        assertThat(consumer.receive(-1)).isNull();
        core.put(0, text("later"), 1);
        assertThat(((TextMessage) consumer.receive(5_000)).getText()).isEqualTo("later");
    }

    @Test
    void receiveNoWaitNeverWaits() throws Exception {
        JmsConnection connection = open();
        MessageConsumer consumer = session(connection, Session.AUTO_ACKNOWLEDGE).createConsumer(queue);
        core.put(0, text("a"), 1);
        assertThat(consumer.receiveNoWait()).as("not started").isNull();
        connection.start();
        assertThat(consumer.receiveNoWait()).isNotNull();
        assertThat(consumer.receiveNoWait()).isNull();
    }

    @Test
    void nothingIsReceivedWhileStopped() throws Exception {
        JmsConnection connection = open();
        MessageConsumer consumer = session(connection, Session.AUTO_ACKNOWLEDGE).createConsumer(queue);
        core.put(0, text("a"), 1);
        assertThat(consumer.receive(20)).isNull();
        connection.start();
        connection.stop();
        assertThat(consumer.receive(20)).isNull();
        Background<Message> receiving = inBackground(consumer::receive);
        soon().until(() -> core.consumers.get(0).isAsked());
        connection.start();
        assertThat(receiving.get()).isNotNull();
    }

    @Test
    void anInterruptFreesTheCallerAndNothingElse() throws Exception {
        JmsConnection connection = open();
        MessageConsumer consumer = session(connection, Session.AUTO_ACKNOWLEDGE).createConsumer(queue);
        connection.start();
        Background<Boolean> receiving = inBackground(() -> {
            try {
                consumer.receive();
                return false;
            } catch (JMSException e) {
                return e.getErrorCode().equals(ErrorCode.CALL_INTERRUPTED.text())
                        && Thread.currentThread().isInterrupted();
            }
        });
        soon().until(() -> core.consumers.get(0).isAsked());
        receiving.thread().interrupt();
        assertThat(receiving.get()).isTrue();
        core.put(0, text("still here"), 1);
        assertThat(consumer.receive(5_000)).isNotNull();
    }

    @Test
    void anInterruptedSendThatWasWrittenIsUnknown() throws Exception {
        JmsConnection connection = open();
        Session session = session(connection, Session.AUTO_ACKNOWLEDGE);
        core.hold("send");
        core.written = true;
        Background<String> sending = inBackground(() -> {
            try {
                session.createProducer(queue).send(session.createMessage());
                return "sent";
            } catch (JMSException e) {
                return e.getErrorCode();
            }
        });
        soon().until(() -> core.heldCalls("send") == 1);
        sending.thread().interrupt();
        assertThat(sending.get()).isEqualTo(ErrorCode.OUTCOME_UNKNOWN.text());
    }

    @Test
    void closingFromAnotherThreadEndsReceiveWithNull() throws Exception {
        JmsConnection connection = open();
        Session session = session(connection, Session.AUTO_ACKNOWLEDGE);
        connection.start();
        MessageConsumer first = session.createConsumer(queue);
        Background<Message> receiving = inBackground(first::receive);
        soon().until(() -> core.consumers.get(0).isAsked());
        first.close();
        assertThat(receiving.get()).isNull();

        MessageConsumer second = session.createConsumer(queue);
        Background<Message> bySession = inBackground(() -> second.receive(60_000));
        soon().until(() -> core.consumers.get(1).isAsked());
        session.close();
        assertThat(bySession.get()).isNull();

        MessageConsumer third = session(connection, Session.AUTO_ACKNOWLEDGE).createConsumer(queue);
        Background<Message> byConnection = inBackground(third::receive);
        soon().until(() -> core.consumers.get(2).isAsked());
        connection.close();
        assertThat(byConnection.get()).isNull();
    }

    @Test
    void aFailedConnectionEndsReceiveWithTheReason() throws Exception {
        JmsConnection connection = open();
        MessageConsumer consumer = session(connection, Session.AUTO_ACKNOWLEDGE).createConsumer(queue);
        connection.start();
        Background<Message> receiving = inBackground(consumer::receive);
        soon().until(() -> core.consumers.get(0).isAsked());
        core.fail(ErrorCode.LINK_LOST);
        assertThatThrownBy(receiving::get)
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOfSatisfying(
                        JMSException.class, e -> assertThat(e.getErrorCode()).isEqualTo(ErrorCode.LINK_LOST.text()));
        assertThatThrownBy(() -> connection.createSession()).isInstanceOf(JMSException.class);
    }

    @Test
    void twoThreadsInReceiveOfOneConsumerAreRefused() throws Exception {
        JmsConnection connection = open();
        MessageConsumer consumer = session(connection, Session.AUTO_ACKNOWLEDGE).createConsumer(queue);
        connection.start();
        Background<Message> receiving = inBackground(consumer::receive);
        soon().until(() -> core.consumers.get(0).isAsked());
        assertThatThrownBy(consumer::receiveNoWait).isInstanceOf(IllegalStateException.class);
        core.put(0, text("a"), 1);
        assertThat(receiving.get()).isNotNull();
    }

    @Test
    void clientAcknowledgeGoesToTheSessionAlsoAfterTheConsumerIsClosed() throws Exception {
        JmsConnection connection = open();
        Session session = session(connection, Session.CLIENT_ACKNOWLEDGE);
        MessageConsumer consumer = session.createConsumer(queue);
        connection.start();
        core.put(0, text("a"), 1);
        Message message = consumer.receive();
        consumer.close();
        message.acknowledge();
        assertThat(core.log).containsOnlyOnce("acknowledge");
        session.close();
        assertThatThrownBy(message::acknowledge).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void acknowledgeMeansNothingInOtherModes() throws Exception {
        JmsConnection connection = open();
        connection.start();
        int consumer = 0;
        for (int mode : new int[] {Session.AUTO_ACKNOWLEDGE, Session.DUPS_OK_ACKNOWLEDGE, Session.SESSION_TRANSACTED}) {
            MessageConsumer consumes = session(connection, mode).createConsumer(queue);
            core.put(consumer++, text("a"), 1);
            consumes.receive().acknowledge();
        }
        assertThat(core.log).doesNotContain("acknowledge");
    }

    @Test
    void aDamagedMessageIsGivenBack() throws Exception {
        JmsConnection connection = open();
        MessageConsumer consumer = session(connection, Session.AUTO_ACKNOWLEDGE).createConsumer(queue);
        connection.start();
        core.put(0, new io.batonmq.wire.EncodedMessage(new byte[] {1, 2, 3}), 1);
        assertThatThrownBy(consumer::receive)
                .isInstanceOfSatisfying(
                        JMSException.class,
                        e -> assertThat(e.getErrorCode()).isEqualTo(ErrorCode.MESSAGE_MALFORMED.text()));
        soon().until(() -> core.log.contains("rejected 1"));
    }

    @Test
    void aCallIsBoundedByTheCallTimeout() throws Exception {
        JmsConnection connection = open("tcp://a:61616?jms.callTimeout=50");
        Session session = session(connection, Session.SESSION_TRANSACTED);
        core.hold("commit");
        assertThatThrownBy(session::commit)
                .isInstanceOfSatisfying(
                        JMSException.class, e -> assertThat(e.getErrorCode()).isEqualTo(ErrorCode.CALL_TIMEOUT.text()));
    }

    @Test
    void aReceiveMayWaitForAsLongAsANumberCanSay() throws Exception {
        JmsConnection connection = open();
        MessageConsumer consumer = session(connection, Session.AUTO_ACKNOWLEDGE).createConsumer(queue);
        connection.start();
        core.put(0, text("hello"), 1);
        assertThat(consumer.receive(Long.MAX_VALUE)).isNotNull();
    }

    @Test
    void whatAnUnsuccessfulReceiveBodyLeftIsNotReceivedTwiceAfterARecoveryNorKeptFromAListener() throws Exception {
        JmsConnection connection = open();
        Session session = session(connection, Session.AUTO_ACKNOWLEDGE);
        JmsMessageConsumer consumer = (JmsMessageConsumer) session.createConsumer(queue);
        connection.start();
        core.put(0, text("a"), 1);
        assertThatThrownBy(() -> consumer.receiveBody(byte[].class, 5_000)).isInstanceOf(MessageFormatException.class);
        session.recover();
        assertThat(consumer.receive(20)).isNull();
        core.put(0, text("b"), 1);
        assertThatThrownBy(() -> consumer.receiveBody(byte[].class, 5_000)).isInstanceOf(MessageFormatException.class);
        consumer.setMessageListener(message -> {});
        soon().until(() -> core.log.contains("rejected 2"));
    }

    @Test
    void whatAnUnsuccessfulReceiveBodyLeftIsNotReceivedOnceItsClaimIsLost() throws Exception {
        JmsConnection connection = open();
        JmsMessageConsumer consumer = (JmsMessageConsumer)
                session(connection, Session.AUTO_ACKNOWLEDGE).createConsumer(queue);
        connection.start();
        core.put(0, text("a"), 1);
        assertThatThrownBy(() -> consumer.receiveBody(byte[].class, 5_000)).isInstanceOf(MessageFormatException.class);
        core.lost.add(1L);
        core.put(0, text("b"), 1);
        assertThat(consumer.receiveBody(String.class, 5_000)).isEqualTo("b");
        assertThat(core.log).doesNotContain("handled 1");
    }
}
