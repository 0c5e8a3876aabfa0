package io.batonmq.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.batonmq.broker.BrokerConfig;
import io.batonmq.broker.BrokerNode;
import io.batonmq.broker.NodeRole;
import io.batonmq.jms.BatonConnectionFactory;
import jakarta.jms.Connection;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.ObjectMessage;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.StreamMessage;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.TextMessage;
import jakarta.jms.Topic;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The whole way: the JMS API, the client's core, sockets, a node, embedded H2. */
class ClientOnNodeTest {
    private static final long SOON = 10_000;

    @TempDir
    static Path folder;

    private static BrokerNode node;
    private static BatonConnectionFactory factory;

    @BeforeAll
    static void startNode() throws Exception {
        node = BrokerNode.create(BrokerConfig.of(Map.of(
                "listen",
                "tcp://127.0.0.1:0",
                "nodeId",
                "a",
                "data",
                folder.resolve("a").toString())));
        node.start();
        soon().until(() -> node.status().role() == NodeRole.HOLDER);
        factory = new BatonConnectionFactory(node.status().address());
    }

    @AfterAll
    static void stopNode() throws Exception {
        node.close();
    }

    private static ConditionFactory soon() {
        return Awaitility.await().atMost(Duration.ofMillis(SOON)).pollInterval(Duration.ofMillis(10));
    }

    /** A queue of the test's own. */
    private static String name(TestInfo info) {
        return info.getTestMethod().orElseThrow().getName()
                + info.getDisplayName().hashCode();
    }

    @Test
    void everyKindOfMessageArrivesAsItWasSent(TestInfo info) throws Exception {
        try (Connection connection = factory.createConnection()) {
            connection.start();
            Session session = connection.createSession();
            Queue queue = session.createQueue(name(info));
            MessageProducer producer = session.createProducer(queue);
            MessageConsumer consumer = session.createConsumer(queue);

            TextMessage text = session.createTextMessage("é€😀 \0 \uD800");
            text.setDoubleProperty("nan", Double.NaN);
            text.setStringProperty("empty", "");
            text.setStringProperty("nothing", null);
            text.setJMSCorrelationID("c");
            producer.send(text);
            TextMessage gotText = (TextMessage) consumer.receive(SOON);
            assertThat(gotText.getText()).isEqualTo(text.getText());
            assertThat(gotText.getDoubleProperty("nan")).isNaN();
            assertThat(gotText.getStringProperty("empty")).isEmpty();
            assertThat(gotText.propertyExists("nothing")).isTrue();
            assertThat(gotText.getJMSMessageID()).isEqualTo(text.getJMSMessageID());
            assertThat(gotText.getJMSCorrelationID()).isEqualTo("c");
            assertThat(gotText.getJMSDestination()).isEqualTo(queue);
            assertThat(gotText.getJMSRedelivered()).isFalse();
            assertThat(gotText.getIntProperty("JMSXDeliveryCount")).isEqualTo(1);

            MapMessage map = session.createMapMessage();
            map.setBytes("b", new byte[] {1, 2});
            map.setChar("c", 'x');
            producer.send(map);
            MapMessage gotMap = (MapMessage) consumer.receive(SOON);
            assertThat(gotMap.getBytes("b")).containsExactly(1, 2);
            assertThat(gotMap.getChar("c")).isEqualTo('x');

            StreamMessage stream = session.createStreamMessage();
            stream.writeLong(Long.MIN_VALUE);
            producer.send(stream);
            assertThat(((StreamMessage) consumer.receive(SOON)).readLong()).isEqualTo(Long.MIN_VALUE);

            ObjectMessage object = session.createObjectMessage(new ArrayList<>(List.of("a", 1)));
            producer.send(object);
            assertThat(((ObjectMessage) consumer.receive(SOON)).getObject()).isEqualTo(List.of("a", 1));

            producer.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
            producer.send(session.createMessage());
            Message empty = consumer.receive(SOON);
            assertThat(empty.getJMSDeliveryMode()).isEqualTo(DeliveryMode.NON_PERSISTENT);
            assertThat(consumer.receiveNoWait()).isNull();
            assertThat(consumer.receive(50)).isNull();
        }
    }

    @Test
    void aLargeBodyArrivesWhole(TestInfo info) throws Exception {
        try (JMSContext context = factory.createContext()) {
            byte[] body = new byte[3_000_000];
            for (int i = 0; i < body.length; i++) {
                body[i] = (byte) (i * 31);
            }
            Queue queue = context.createQueue(name(info));
            context.createProducer().send(queue, body);
            assertThat(context.createConsumer(queue).receiveBody(byte[].class, SOON))
                    .isEqualTo(body);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {Session.AUTO_ACKNOWLEDGE, Session.CLIENT_ACKNOWLEDGE, Session.DUPS_OK_ACKNOWLEDGE, 0})
    void whatIsAcknowledgedIsGoneAndWhatIsNotComesBack(int mode, TestInfo info) throws Exception {
        String name = name(info);
        try (Connection connection = factory.createConnection()) {
            connection.start();
            Session session = connection.createSession(mode);
            MessageProducer producer = session.createProducer(session.createQueue(name));
            for (int i = 0; i < 5; i++) {
                producer.send(session.createTextMessage("m" + i));
            }
            if (mode == 0) {
                session.commit();
            }
            MessageConsumer consumer = session.createConsumer(session.createQueue(name));
            for (int i = 0; i < 5; i++) {
                Message message = consumer.receive(SOON);
                assertThat(message.getBody(String.class)).isEqualTo("m" + i);
                if (i == 2 && mode == Session.CLIENT_ACKNOWLEDGE) {
                    message.acknowledge();
                } else if (i == 2 && mode == 0) {
                    session.commit();
                }
            }
        }
        boolean selfAcknowledging = mode == Session.AUTO_ACKNOWLEDGE || mode == Session.DUPS_OK_ACKNOWLEDGE;
        try (JMSContext context = factory.createContext()) {
            JMSConsumer consumer = context.createConsumer(context.createQueue(name));
            if (!selfAcknowledging) {
                for (String left : List.of("m3", "m4")) {
                    Message message = consumer.receive(SOON);
                    assertThat(message.getBody(String.class)).isEqualTo(left);
                    assertThat(message.getJMSRedelivered()).isTrue();
                    assertThat(message.getIntProperty("JMSXDeliveryCount")).isEqualTo(2);
                }
            }
            assertThat(consumer.receive(200)).isNull();
        }
    }

    @Test
    void rollbackAndRecoverGiveBackInOrder(TestInfo info) throws Exception {
        try (Connection connection = factory.createConnection()) {
            connection.start();
            Session session = connection.createSession(Session.SESSION_TRANSACTED);
            Queue queue = session.createQueue(name(info));
            MessageProducer producer = session.createProducer(queue);
            producer.send(session.createTextMessage("gone"));
            session.rollback();
            for (int i = 0; i < 4; i++) {
                producer.send(session.createTextMessage("m" + i));
            }
            session.commit();
            MessageConsumer consumer = session.createConsumer(queue);
            for (int round = 1; round <= 3; round++) {
                for (int i = 0; i < 4; i++) {
                    Message message = consumer.receive(SOON);
                    assertThat(message.getBody(String.class)).isEqualTo("m" + i);
                    assertThat(message.getIntProperty("JMSXDeliveryCount")).isEqualTo(round);
                }
                if (round < 3) {
                    session.rollback();
                }
            }
            session.commit();
            assertThat(consumer.receive(100)).isNull();
        }
    }

    @Test
    void aListenerGetsAllInOrderAndAFailedMessageAgain(TestInfo info) throws Exception {
        try (Connection connection = factory.createConnection()) {
            Session session = connection.createSession();
            Queue queue = session.createQueue(name(info));
            MessageProducer producer = session.createProducer(queue);
            List<String> seen = new CopyOnWriteArrayList<>();
            session.createConsumer(queue).setMessageListener(message -> {
                try {
                    String body = message.getBody(String.class) + " " + message.getIntProperty("JMSXDeliveryCount");
                    seen.add(body);
                    if (body.equals("m3 1")) {
                        throw new IllegalStateException("the listener fails once, on purpose");
                    }
                } catch (JMSException e) {
                    throw new AssertionError(e);
                }
            });
            connection.start();
            for (int i = 0; i < 100; i++) {
                producer.send(connection.createSession().createTextMessage("m" + i));
            }
            soon().until(() -> seen.size() == 101);
            assertThat(seen).contains("m3 1", "m3 2").doesNotHaveDuplicates();
            assertThat(seen.indexOf("m99 1")).isEqualTo(100);
        }
    }

    @Test
    void requestAndReplyOverATemporaryQueue(TestInfo info) throws Exception {
        try (JMSContext server = factory.createContext();
                JMSContext client = factory.createContext()) {
            Queue requests = server.createQueue(name(info));
            JMSContext replies = server.createContext(JMSContext.AUTO_ACKNOWLEDGE);
            server.createConsumer(requests).setMessageListener(message -> {
                try {
                    replies.createProducer().send(message.getJMSReplyTo(), "re: " + message.getBody(String.class));
                } catch (JMSException e) {
                    throw new AssertionError(e);
                }
            });
            TemporaryQueue replyTo = client.createTemporaryQueue();
            JMSConsumer consumer = client.createConsumer(replyTo);
            client.createProducer().setJMSReplyTo(replyTo).send(requests, "hello");
            assertThat(consumer.receiveBody(String.class, SOON)).isEqualTo("re: hello");
            assertThatThrownBy(replyTo::delete).as("in use").isInstanceOf(JMSException.class);
            assertThatThrownBy(() -> server.createConsumer(replyTo))
                    .as("not yours")
                    .isNotNull();
            consumer.close();
            replyTo.delete();
            replies.close();
        }
    }

    @Test
    void aTopicReachesWhoIsThereAndADurableSubscriberLater(TestInfo info) throws Exception {
        String url = node.status().address() + "?jms.clientID=durable" + name(info);
        BatonConnectionFactory durable = new BatonConnectionFactory(url);
        try (JMSContext publisher = factory.createContext();
                JMSContext listener = factory.createContext()) {
            Topic topic = publisher.createTopic(name(info));
            try (JMSContext subscriber = durable.createContext()) {
                subscriber.createDurableConsumer(topic, "sub").close();
            }
            JMSConsumer now = listener.createConsumer(topic);
            publisher.createProducer().send(topic, "news");
            assertThat(now.receiveBody(String.class, SOON)).isEqualTo("news");
            try (JMSContext subscriber = durable.createContext()) {
                JMSConsumer consumer = subscriber.createDurableConsumer(topic, "sub");
                assertThat(consumer.receiveBody(String.class, SOON)).isEqualTo("news");
            }
            try (JMSContext subscriber = durable.createContext()) {
                subscriber.unsubscribe("sub");
                assertThatThrownBy(() -> subscriber.unsubscribe("sub"))
                        .isInstanceOf(jakarta.jms.InvalidDestinationRuntimeException.class);
            }
        }
    }

    @Test
    void asynchronousSendsCompleteInOrder(TestInfo info) throws Exception {
        try (JMSContext context = factory.createContext()) {
            Queue queue = context.createQueue(name(info));
            List<String> completed = new CopyOnWriteArrayList<>();
            CompletableFuture<Exception> failed = new CompletableFuture<>();
            var producer = context.createProducer().setAsync(new jakarta.jms.CompletionListener() {
                @Override
                public void onCompletion(Message message) {
                    try {
                        completed.add(message.getBody(String.class));
                    } catch (JMSException e) {
                        failed.complete(e);
                    }
                }

                @Override
                public void onException(Message message, Exception exception) {
                    failed.complete(exception);
                }
            });
            List<String> sent = new ArrayList<>();
            for (int i = 0; i < 500; i++) {
                sent.add("m" + i);
                producer.send(queue, "m" + i);
            }
            soon().until(() -> completed.size() == 500 || failed.isDone());
            assertThat(failed).isNotDone();
            assertThat(completed).isEqualTo(sent);
        }
    }

    @Test
    void aClientIdentifierIsTakenOnce(TestInfo info) throws Exception {
        try (Connection first = factory.createConnection();
                Connection second = factory.createConnection()) {
            first.setClientID(name(info));
            assertThatThrownBy(() -> second.setClientID(name(info)))
                    .isInstanceOf(jakarta.jms.InvalidClientIDException.class);
        }
    }

    @Test
    void nobodyThereIsOneClearErrorAndLeavesNothing() throws Exception {
        BatonConnectionFactory nobody =
                new BatonConnectionFactory("failover:(tcp://127.0.0.1:1)?startupMaxReconnectAttempts=1");
        assertThatThrownBy(nobody::createConnection)
                .isInstanceOfSatisfying(
                        JMSException.class, e -> assertThat(e.getErrorCode()).startsWith("BATON-LINK-"))
                .hasMessageContaining("reached in 1 round: tcp://127.0.0.1:1: Connection refused");
        assertThatThrownBy(() -> new BatonConnectionFactory("tcp://a:1?jms.prefetchh=3"))
                .isInstanceOfSatisfying(
                        jakarta.jms.JMSRuntimeException.class,
                        e -> assertThat(e.getErrorCode()).isEqualTo("BATON-URL-INVALID"))
                .hasMessageContaining("jms.prefetchh");
    }

    @Test
    void aThreadThatWaitsForAConnectionCanBeInterrupted() throws Exception {
        BatonConnectionFactory forEver = new BatonConnectionFactory("failover:(tcp://127.0.0.1:1)");
        CompletableFuture<String> outcome = new CompletableFuture<>();
        Thread caller = new Thread(() -> {
            try {
                forEver.createConnection();
                outcome.complete("connected");
            } catch (JMSException e) {
                outcome.complete(e.getErrorCode());
            }
        });
        caller.start();
        soon().until(() -> Nodes.waits(caller));
        caller.interrupt();
        assertThat(outcome.get(SOON, TimeUnit.MILLISECONDS)).isEqualTo("BATON-CALL-INTERRUPTED");
    }

    @Test
    void closedConnectionsLeaveNoThreads() throws Exception {
        Set<String> before = clientThreads();
        for (int i = 0; i < 5; i++) {
            try (Connection connection = factory.createConnection()) {
                connection.setExceptionListener(e -> {});
                Session session = connection.createSession();
                session.createConsumer(session.createTemporaryQueue()).setMessageListener(message -> {});
                connection.start();
            }
        }
        soon().untilAsserted(() -> {
            Set<String> left = clientThreads();
            left.removeAll(before);
            assertThat(left).as("I6").isEmpty();
        });
    }

    private static Set<String> clientThreads() {
        Set<String> names = new TreeSet<>();
        Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("batonmq-session")
                        || name.startsWith("batonmq-events")
                        || name.startsWith("batonmq-client"))
                .forEach(names::add);
        return names;
    }
}
