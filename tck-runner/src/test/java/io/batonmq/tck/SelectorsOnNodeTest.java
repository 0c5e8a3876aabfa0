package io.batonmq.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.batonmq.broker.BrokerConfig;
import io.batonmq.broker.BrokerNode;
import io.batonmq.broker.NodeRole;
import io.batonmq.jms.BatonConnectionFactory;
import jakarta.jms.Connection;
import jakarta.jms.InvalidSelectorException;
import jakarta.jms.InvalidSelectorRuntimeException;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Message selectors the whole way: the JMS API, a node, embedded H2. */
class SelectorsOnNodeTest {
    private static final long SOON = 10_000;
    private static final String WRONG = "colour = = 'red'";

    @TempDir
    static Path folder;

    private static BrokerNode node;
    private static BatonConnectionFactory factory;

    @BeforeAll
    static void startNode() throws Exception {
        node = newNode("tcp://127.0.0.1:0");
        factory = new BatonConnectionFactory(node.status().address());
    }

    private static BrokerNode newNode(String listen) throws Exception {
        BrokerNode made = BrokerNode.create(BrokerConfig.of(Map.of(
                "listen", listen, "nodeId", "a", "data", folder.resolve("a").toString())));
        made.start();
        Awaitility.await()
                .atMost(Duration.ofMillis(SOON))
                .until(() -> made.status().role() == NodeRole.HOLDER);
        return made;
    }

    @AfterAll
    static void stopNode() throws Exception {
        node.close();
    }

    private static void send(Session session, Queue queue, int from, int to) throws JMSException {
        MessageProducer producer = session.createProducer(queue);
        for (int i = from; i < to; i++) {
            Message message = session.createTextMessage("m" + i);
            message.setIntProperty("number", i);
            message.setStringProperty("colour", i % 2 == 0 ? "red" : "blue");
            producer.send(message);
        }
    }

    private static String text(Message message) throws JMSException {
        return message.getBody(String.class);
    }

    @Test
    void aWrongSelectorIsRefusedWhereverOneIsGivenAndLeavesNothing() throws Exception {
        try (Connection connection = factory.createConnection()) {
            connection.setClientID("wrong");
            Session session = connection.createSession();
            Queue queue = session.createQueue("wrong");
            Topic topic = session.createTopic("wrong");
            for (ThrowingCallable call : List.<ThrowingCallable>of(
                    () -> session.createConsumer(queue, WRONG),
                    () -> session.createConsumer(topic, WRONG, true),
                    () -> session.createDurableConsumer(topic, "d", WRONG, false),
                    () -> session.createDurableSubscriber(topic, "d", WRONG, false),
                    () -> session.createSharedConsumer(topic, "s", WRONG),
                    () -> session.createSharedDurableConsumer(topic, "sd", WRONG),
                    () -> session.createBrowser(queue, WRONG))) {
                assertThatThrownBy(call)
                        .isInstanceOf(InvalidSelectorException.class)
                        .hasMessageContaining("invalid at character 10");
            }
            assertThatThrownBy(() -> session.unsubscribe("d")).isInstanceOf(JMSException.class);
            connection.start();
            send(session, queue, 0, 1); // nobody is left who takes it
            assertThat(text(session.createConsumer(queue, "colour = 'red'").receive(SOON)))
                    .isEqualTo("m0");
        }
        try (JMSContext context = factory.createContext()) {
            assertThatThrownBy(() -> context.createConsumer(context.createQueue("wrong"), WRONG))
                    .isInstanceOf(InvalidSelectorRuntimeException.class)
                    .hasMessageContaining("invalid at character 10");
            assertThatThrownBy(() -> context.createBrowser(context.createQueue("wrong"), WRONG))
                    .isInstanceOf(InvalidSelectorRuntimeException.class);
        }
    }

    @Test
    void receiveNoWaitFindsAMatchDeepInABacklogBesideAPlainConsumer() throws Exception {
        try (Connection connection = factory.createConnection()) {
            connection.start();
            Session session = connection.createSession(Session.SESSION_TRANSACTED);
            Queue queue = session.createQueue("deep");
            send(session, queue, 0, 3_000);
            session.commit();
            Session other = connection.createSession();
            try (MessageConsumer plain = other.createConsumer(queue)) {
                assertThat(text(plain.receive(SOON))).isEqualTo("m0");
                try (MessageConsumer selecting = session.createConsumer(queue, "number >= 2998 AND colour = 'blue'")) {
                    assertThat(text(selecting.receiveNoWait())).isEqualTo("m2999");
                    assertThat(selecting.receiveNoWait()).isNull();
                    session.rollback();
                    Message again = selecting.receive(SOON);
                    assertThat(text(again)).isEqualTo("m2999");
                    assertThat(again.getJMSRedelivered()).isTrue();
                    session.commit();
                }
                for (int i = 1; i < 2_999; i++) {
                    assertThat(text(plain.receive(SOON))).isEqualTo("m" + i);
                }
                assertThat(plain.receiveNoWait()).isNull();
            }
        }
    }

    @Test
    void aBrowserShowsWhatItSelects() throws Exception {
        try (Connection connection = factory.createConnection()) {
            Session session = connection.createSession();
            Queue queue = session.createQueue("browsed");
            send(session, queue, 0, 20);
            try (QueueBrowser browser = session.createBrowser(queue, "number > 15 AND colour LIKE 'r_d'")) {
                assertThat(browser.getMessageSelector()).isEqualTo("number > 15 AND colour LIKE 'r_d'");
                List<String> texts = new ArrayList<>();
                for (Enumeration<?> messages = browser.getEnumeration(); messages.hasMoreElements(); ) {
                    texts.add(text((Message) messages.nextElement()));
                }
                assertThat(texts).containsExactly("m16", "m18");
            }
        }
    }

    @Test
    void aConsumerKeepsItsSelectorWhenItsNodeIsStartedAgain() throws Exception {
        String address = node.status().address();
        BatonConnectionFactory failover = new BatonConnectionFactory("failover:(" + address + ")");
        try (Connection connection = failover.createConnection()) {
            connection.start();
            Session session = connection.createSession();
            Queue queue = session.createQueue("restarted");
            MessageConsumer red = session.createConsumer(queue, "colour = 'red'");
            send(session, queue, 0, 2);
            assertThat(text(red.receive(SOON))).isEqualTo("m0");
            node.close();
            node = newNode(address);
            send(session, queue, 2, 5);
            assertThat(text(red.receive(SOON))).isEqualTo("m2");
            assertThat(text(red.receive(SOON))).isEqualTo("m4");
            assertThat(red.receiveNoWait()).isNull();
            assertThat(text(session.createConsumer(queue).receive(SOON))).isEqualTo("m1");
        }
    }

    @Test
    void aDurableSubscriptionKeepsOnlyWhatItSelects() throws Exception {
        try (JMSContext context = factory.createContext()) {
            context.setClientID("durable");
            Topic topic = context.createTopic("colours");
            context.createDurableConsumer(topic, "blues", "colour = 'blue'", false)
                    .close();
            for (String colour : List.of("red", "blue", "green", "blue")) {
                context.createProducer().setProperty("colour", colour).send(topic, colour);
            }
            JMSConsumer consumer = context.createDurableConsumer(topic, "blues", "colour = 'blue'", false);
            assertThat(consumer.receiveBody(String.class, SOON)).isEqualTo("blue");
            assertThat(consumer.receiveBody(String.class, SOON)).isEqualTo("blue");
            assertThat(consumer.receiveBodyNoWait(String.class)).isNull();
        }
    }
}
