package io.batonmq.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.batonmq.broker.BrokerConfig;
import io.batonmq.broker.BrokerNode;
import io.batonmq.broker.NodeRole;
import io.batonmq.jms.BatonConnectionFactory;
import io.batonmq.jms.FailoverListener;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two nodes on one database in one process, and a client that stays with whichever serves (C43, C45, C99). */
class FailoverOnNodesTest {
    @TempDir
    Path folder;

    private final List<BrokerNode> nodes = new ArrayList<>();

    private static ConditionFactory soon() {
        return Awaitility.await().atMost(Duration.ofSeconds(30)).pollInterval(Duration.ofMillis(10));
    }

    private BrokerNode start(String id, String listen) throws Exception {
        BrokerNode node = BrokerNode.create(BrokerConfig.of(Map.of(
                "listen",
                listen,
                "nodeId",
                id,
                "data",
                folder.resolve(id).toString(),
                "store.url",
                "jdbc:h2:async:" + folder.resolve("store") + ";WRITE_DELAY=0")));
        node.start();
        nodes.add(node);
        return node;
    }

    private static void awaitHolder(BrokerNode node) {
        soon().until(() -> node.status().role() == NodeRole.HOLDER);
    }

    @AfterEach
    void stopAll() throws Exception {
        for (BrokerNode node : nodes) {
            node.close();
        }
    }

    /** Notes what it is told. */
    private static final class Told implements FailoverListener {
        final List<Resumption> resumed = new CopyOnWriteArrayList<>();
        final List<JMSException> interrupted = new CopyOnWriteArrayList<>();

        @Override
        public void interrupted(JMSException cause) {
            interrupted.add(cause);
        }

        @Override
        public void resumed(Resumption how) {
            resumed.add(how);
        }
    }

    @Test
    void aClientStaysThroughHandoversAndNothingIsLostOrDoubled() throws Exception {
        BrokerNode a = start("a", "tcp://127.0.0.1:0");
        awaitHolder(a);
        String addressA = a.status().address();
        BrokerNode b = start("b", "tcp://127.0.0.1:0");
        soon().until(() -> b.status().address().matches("tcp://127.0.0.1:[1-9]\\d*"));
        String addressB = b.status().address();
        BatonConnectionFactory factory = new BatonConnectionFactory("failover:(" + addressA + "," + addressB + ")");
        Told told = new Told();
        factory.setFailoverListener(told);
        List<String> received = new CopyOnWriteArrayList<>();
        List<JMSException> failures = new CopyOnWriteArrayList<>();
        List<String> sent = new ArrayList<>();
        try (Connection connection = factory.createConnection()) {
            connection.setExceptionListener(failures::add);
            Session consuming = connection.createSession();
            Queue queue = consuming.createQueue("orders");
            consuming.createConsumer(queue).setMessageListener(message -> received.add(textOf(message)));
            Session transacted = connection.createSession(Session.SESSION_TRANSACTED);
            MessageConsumer results = transacted.createConsumer(transacted.createQueue("results"));
            connection.start();
            Session sending = connection.createSession();
            MessageProducer producer = sending.createProducer(queue);

            send(sending, producer, sent, 50);
            a.stop();
            send(sending, producer, sent, 50);
            awaitHolder(b);
            assertThat(results.receive(200)).isNull();

            BrokerNode again = start("a", addressA);
            transacted.createProducer(queue).send(transacted.createTextMessage("m" + sent.size()));
            sent.add("m" + sent.size());
            soon().until(() -> b.status().nodes().size() == 2);
            b.stop();
            transacted.commit();
            send(sending, producer, sent, 50);
            awaitHolder(again);

            soon().until(() -> received.size() >= sent.size());
            soon().until(() -> told.resumed.size() == 2);
        }
        assertThat(received).isEqualTo(sent);
        assertThat(failures).as("C43").isEmpty();
        assertThat(told.interrupted).hasSize(2);
        assertThat(told.resumed.get(0).to()).isEqualTo(addressB);
        assertThat(told.resumed.get(1).to()).isEqualTo(addressA);
        assertThat(told.resumed).allMatch(FailoverListener.Resumption::reattached);
        assertThat(told.resumed.get(1).epoch())
                .isGreaterThan(told.resumed.get(0).epoch());
    }

    private static void send(Session session, MessageProducer producer, List<String> sent, int count)
            throws JMSException {
        for (int i = 0; i < count; i++) {
            String text = "m" + sent.size();
            producer.send(session.createTextMessage(text));
            sent.add(text);
        }
    }

    private static String textOf(Message message) {
        try {
            return message.getBody(String.class);
        } catch (JMSException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aPlainUrlFailsOnceWithOneExceptionAndCloseReturns() throws Exception {
        BrokerNode a = start("a", "tcp://127.0.0.1:0");
        awaitHolder(a);
        List<JMSException> failures = new CopyOnWriteArrayList<>();
        try (Connection connection = new BatonConnectionFactory(a.status().address()).createConnection()) {
            connection.setExceptionListener(failures::add);
            Session session = connection.createSession();
            session.createConsumer(session.createQueue("q")).setMessageListener(message -> {});
            connection.start();
            a.stop();
            soon().until(() -> failures.size() == 1);
        }
        assertThat(failures).hasSize(1);
        assertThat(failures.get(0).getErrorCode()).startsWith("BATON-");
    }
}
