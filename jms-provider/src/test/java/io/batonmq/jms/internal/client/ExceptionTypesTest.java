package io.batonmq.jms.internal.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.batonmq.jms.internal.core.CoreException;
import io.batonmq.wire.ErrorCode;
import jakarta.jms.ConnectionMetaData;
import jakarta.jms.Destination;
import jakarta.jms.IllegalStateException;
import jakarta.jms.IllegalStateRuntimeException;
import jakarta.jms.InvalidClientIDException;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.InvalidDestinationRuntimeException;
import jakarta.jms.InvalidSelectorException;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import jakarta.jms.MessageFormatRuntimeException;
import jakarta.jms.QueueBrowser;
import jakarta.jms.QueueSession;
import jakarta.jms.ServerSessionPool;
import jakarta.jms.Session;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.TopicSession;
import jakarta.jms.TransactionRolledBackException;
import java.util.Collections;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** C83: the class of each exception, the metadata, and the simplified API's counterparts. */
class ExceptionTypesTest extends ClientTest {

    @Test
    void sessionsOfTheOlderApisRefuseEachOthersMethods() throws Exception {
        JmsConnection connection = open("tcp://a:61616?jms.clientID=me");
        QueueSession queues = connection.createQueueSession(false, Session.AUTO_ACKNOWLEDGE);
        TopicSession topics = connection.createTopicSession(false, Session.AUTO_ACKNOWLEDGE);
        List<ThrowingCallable> wrong = List.of(
                () -> queues.createTopic("t"),
                () -> queues.createTemporaryTopic(),
                () -> queues.createDurableSubscriber(topic, "n"),
                () -> queues.createDurableSubscriber(topic, "n", null, false),
                () -> queues.createDurableConsumer(topic, "n"),
                () -> queues.createSharedConsumer(topic, "n"),
                () -> queues.createSharedDurableConsumer(topic, "n"),
                () -> queues.unsubscribe("n"),
                () -> topics.createQueue("q"),
                () -> topics.createTemporaryQueue(),
                () -> topics.createBrowser(queue),
                () -> topics.createBrowser(queue, "a = 1"));
        for (ThrowingCallable call : wrong) {
            assertThatThrownBy(call).isInstanceOf(IllegalStateException.class);
        }
        assertThat(queues.createReceiver(queue).getQueue()).isEqualTo(queue);
        assertThat(topics.createSubscriber(topic, null, true).getNoLocal()).isTrue();
        assertThat(queues.createSender(queue).getQueue()).isEqualTo(queue);
        assertThat(topics.createPublisher(topic).getTopic()).isEqualTo(topic);
        assertThat(topics.createDurableSubscriber(topic, "n").getTopic()).isEqualTo(topic);
        assertThat(core.log).containsSubsequence("subscribe", "openConsumer");
    }

    @Test
    void wrongModesAndDestinations() throws Exception {
        JmsConnection connection = open();
        assertThatThrownBy(() -> connection.createSession(7)).isInstanceOf(JMSException.class);
        assertThatThrownBy(() -> connection.createSession(false, Session.SESSION_TRANSACTED))
                .isInstanceOf(JMSException.class);
        assertThat(connection.createSession(true, 99).getAcknowledgeMode()).isEqualTo(Session.SESSION_TRANSACTED);
        Session session = connection.createSession();
        assertThat(session.getAcknowledgeMode()).isEqualTo(Session.AUTO_ACKNOWLEDGE);
        assertThatThrownBy(session::commit).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(session::rollback).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> connection.createSession(0).recover()).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> session.createConsumer(null)).isInstanceOf(InvalidDestinationException.class);
        assertThatThrownBy(() -> session.createBrowser(null)).isInstanceOf(InvalidDestinationException.class);
        assertThatThrownBy(() -> session.createSharedConsumer(null, "n"))
                .isInstanceOf(InvalidDestinationException.class);
        assertThatThrownBy(() -> session.createSharedConsumer(topic, "")).isInstanceOf(JMSException.class);
        assertThatThrownBy(() -> session.createDurableConsumer(topic, "n"))
                .as("without a client identifier")
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> session.createSharedDurableConsumer(session.createTemporaryTopic(), "n"))
                .isInstanceOf(InvalidDestinationException.class);
        assertThatThrownBy(() -> session.unsubscribe(null)).isInstanceOf(InvalidDestinationException.class);
    }

    @Test
    void connectionConsumersOfWrongDestinationsOrOnQueueConnectionsAreRefused() throws Exception {
        ServerSessionPool pool = () -> {
            throw new JMSException("not asked");
        };
        JmsConnection connection = open();
        assertThatThrownBy(() -> connection.createConnectionConsumer((Destination) null, null, pool, 1))
                .isInstanceOf(InvalidDestinationException.class);
        assertThatThrownBy(() -> connection.createDurableConnectionConsumer(null, "n", null, pool, 1))
                .isInstanceOf(InvalidDestinationException.class);
        JmsConnection queues = openForQueues();
        List<ThrowingCallable> wrong = List.of(
                () -> queues.createSharedConnectionConsumer(topic, "n", null, pool, 1),
                () -> queues.createDurableConnectionConsumer(topic, "n", null, pool, 1),
                () -> queues.createSharedDurableConnectionConsumer(topic, "n", null, pool, 1));
        for (ThrowingCallable call : wrong) {
            assertThatThrownBy(call).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void whatTheBrokerRefusesIsTheRightClass() throws Exception {
        Session session = open().createSession(Session.SESSION_TRANSACTED);
        core.refusals.put("openConsumer", new CoreException(ErrorCode.SELECTOR_INVALID, "no"));
        assertThatThrownBy(() -> session.createConsumer(queue, "=")).isInstanceOf(InvalidSelectorException.class);
        core.refusals.put("commit", new CoreException(ErrorCode.TRANSACTION_ROLLED_BACK, "no"));
        assertThatThrownBy(session::commit).isInstanceOf(TransactionRolledBackException.class);
        core.refusals.put("unsubscribe", new CoreException(ErrorCode.SUBSCRIPTION_UNKNOWN, "no"));
        assertThatThrownBy(() -> session.unsubscribe("n")).isInstanceOf(InvalidDestinationException.class);
        core.refusals.put("subscribe", new CoreException(ErrorCode.SUBSCRIPTION_IN_USE, "no"));
        assertThatThrownBy(() -> session.createSharedConsumer(topic, "n")).isInstanceOf(JMSException.class);
        for (ErrorCode code : ErrorCode.values()) {
            JMSException checked = JmsErrors.of(code, "text", null);
            JMSRuntimeException unchecked = JmsErrors.runtime(checked);
            assertThat(unchecked.getErrorCode()).isEqualTo(code.text());
            String name = checked.getClass().getSimpleName().replace("Exception", "RuntimeException");
            assertThat(unchecked.getClass().getSimpleName()).isEqualTo(name);
        }
    }

    @Test
    void theClientIdentifierComesFirstAndOnce() throws Exception {
        JmsConnection connection = open();
        assertThat(connection.getClientID()).isNull();
        assertThatThrownBy(() -> connection.setClientID("")).isInstanceOf(InvalidClientIDException.class);
        connection.setExceptionListener(e -> {});
        connection.setClientID("me");
        assertThat(connection.getClientID()).isEqualTo("me");
        assertThatThrownBy(() -> connection.setClientID("you")).isInstanceOf(IllegalStateException.class);
        JmsConnection late = open();
        late.createSession();
        assertThatThrownBy(() -> late.setClientID("me")).isInstanceOf(IllegalStateException.class);
        JmsConnection ofUrl = open("tcp://a:61616?jms.clientID=fixed");
        assertThat(ofUrl.getClientID()).isEqualTo("fixed");
        assertThatThrownBy(() -> ofUrl.setClientID("me")).isInstanceOf(IllegalStateException.class);
        JmsConnection taken = open();
        core.refusals.put("setClientId", new CoreException(ErrorCode.CLIENT_ID_IN_USE, "in use"));
        assertThatThrownBy(() -> taken.setClientID("me")).isInstanceOf(InvalidClientIDException.class);
    }

    @Test
    void nothingWorksAfterCloseButClose() throws Exception {
        JmsConnection connection = open();
        Session session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
        var consumer = session.createConsumer(queue);
        var producer = session.createProducer(queue);
        QueueBrowser browser = session.createBrowser(queue);
        TemporaryQueue temporary = session.createTemporaryQueue();
        Message unsent = session.createMessage();
        connection.close();
        connection.close();
        session.close();
        consumer.close();
        producer.close();
        List<ThrowingCallable> calls = List.of(
                connection::createSession,
                connection::start,
                connection::stop,
                connection::getClientID,
                connection::getMetaData,
                connection::getExceptionListener,
                () -> connection.setClientID("x"),
                session::createMessage,
                session::createTextMessage,
                session::getTransacted,
                session::getAcknowledgeMode,
                session::recover,
                session::commit,
                () -> session.createConsumer(queue),
                () -> session.createProducer(queue),
                () -> session.createQueue("q"),
                session::createTemporaryQueue,
                () -> session.unsubscribe("n"),
                consumer::receive,
                consumer::receiveNoWait,
                consumer::getMessageSelector,
                () -> consumer.setMessageListener(message -> {}),
                () -> producer.send(unsent),
                producer::getPriority,
                browser::getEnumeration,
                browser::getQueue,
                temporary::delete);
        for (ThrowingCallable call : calls) {
            assertThatThrownBy(call).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void theMetadataIsThatOfTheApiOnTheClassPath() throws Exception {
        ConnectionMetaData metadata = open().getMetaData();
        assertThat(metadata.getJMSVersion()).isEqualTo("3.1");
        assertThat(metadata.getJMSMajorVersion()).isEqualTo(3);
        assertThat(metadata.getJMSMinorVersion()).isEqualTo(1);
        assertThat(metadata.getJMSProviderName()).isEqualTo("BatonMQ");
        assertThat(metadata.getProviderVersion())
                .startsWith(metadata.getProviderMajorVersion() + "." + metadata.getProviderMinorVersion());
        assertThat(Collections.list((java.util.Enumeration<?>) metadata.getJMSXPropertyNames())
                        .toString())
                .isEqualTo("[JMSXGroupID, JMSXGroupSeq, JMSXDeliveryCount]");
    }

    @Test
    void theSimplifiedApiHasItsOwnExceptions() throws Exception {
        JMSContext context = context(JMSContext.AUTO_ACKNOWLEDGE);
        assertThatThrownBy(context::commit).isInstanceOf(IllegalStateRuntimeException.class);
        assertThatThrownBy(() -> context.createConsumer(null)).isInstanceOf(InvalidDestinationRuntimeException.class);
        assertThatThrownBy(() -> context.createProducer().send(queue, (Message) null))
                .isInstanceOf(MessageFormatRuntimeException.class);
        assertThatThrownBy(() -> context.createProducer().send(null, "text"))
                .isInstanceOf(InvalidDestinationRuntimeException.class);
        assertThatThrownBy(() -> context.createProducer().setPriority(10)).isInstanceOf(JMSRuntimeException.class);
        assertThatThrownBy(() -> context.createProducer().setProperty("a b", 1))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> context.createContext(9)).isInstanceOf(JMSRuntimeException.class);
        context.close();
        context.close();
        assertThatThrownBy(context::createProducer).isInstanceOf(IllegalStateRuntimeException.class);
        assertThatThrownBy(context::createTextMessage).isInstanceOf(IllegalStateRuntimeException.class);
    }

    @Test
    void aConnectionThatCanNotOpenLeavesNothingBehind() {
        core.refusals.put("open", new CoreException(ErrorCode.SECURITY_AUTHENTICATION, "wrong password"));
        assertThatThrownBy(() -> open())
                .isInstanceOf(jakarta.jms.JMSSecurityException.class)
                .hasMessage("wrong password");
        assertThat(core.log).contains("close");
    }
}
