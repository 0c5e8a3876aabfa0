package io.batonmq.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.batonmq.broker.BrokerNode;
import io.batonmq.broker.NodeRole;
import io.batonmq.store.testing.EmbeddedServer;
import io.batonmq.store.testing.PostgresFixture;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TransactionRolledBackException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * PostgreSQL is killed and started again, at once or when the lease has long run out, again and again, under load: never do two
 * nodes hold the lease, one serves after each restart without anybody's help, and nothing is lost or doubled (C03, C04).
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class DatabaseRestartTest {
    private static final int ROUNDS = Integer.getInteger("restarts", 6);
    private static final long SOON = 120_000;
    private static final String QUEUE = "restarts";

    @TempDir
    Path folder;

    private final AtomicBoolean enough = new AtomicBoolean();
    private final Set<String> confirmed = ConcurrentHashMap.newKeySet();
    private final List<String> consumed = new CopyOnWriteArrayList<>();
    private final Set<String> holders = new HashSet<>();
    private final List<String> together = new CopyOnWriteArrayList<>();

    private synchronized void changed(String node, boolean holds) {
        if (holds) {
            holders.add(node);
        } else {
            holders.remove(node);
        }
        if (holders.size() > 1) {
            together.add(holders.toString());
        }
    }

    private synchronized boolean nobodyHolds() {
        return holders.isEmpty();
    }

    @Test
    void noRestartOfTheDatabaseMakesTwoHoldersOrLosesAnything() throws Exception {
        try (EmbeddedServer server = PostgresFixture.startOwnServer();
                Nodes nodes = Nodes.start(
                        2,
                        server.freshDatabase(),
                        folder,
                        Map.of("lease.activation", "3s", "silenceLimit", "3s", "resumeTimeout", "10m"))) {
            for (BrokerNode node : nodes.all()) {
                node.watch(status -> changed(status.nodeId(), status.role() == NodeRole.HOLDER));
                changed(node.status().nodeId(), node.status().role() == NodeRole.HOLDER);
            }
            FutureTask<Long> sending = inBackground(() -> send(nodes));
            FutureTask<Long> consuming = inBackground(() -> consume(nodes));
            for (int round = 0; round < ROUNDS; round++) {
                int before = consumed.size();
                Nodes.soon().until(() -> consumed.size() > before + 20);
                server.kill();
                if (round % 3 == 2) {
                    Nodes.soon().until(this::nobodyHolds);
                }
                server.restart();
            }
            int before = consumed.size();
            Nodes.soon().until(() -> consumed.size() > before + 20);
            enough.set(true);
            long sent = sending.get(SOON, TimeUnit.MILLISECONDS);
            consuming.get(SOON, TimeUnit.MILLISECONDS);

            assertThat(together).as("holders at one time").isEmpty();
            assertThat(consumed).doesNotHaveDuplicates().containsAll(confirmed);
            assertThat(consumed.size()).isLessThanOrEqualTo((int) sent);
        }
    }

    private static <T> FutureTask<T> inBackground(Callable<T> task) {
        FutureTask<T> future = new FutureTask<>(task);
        Thread thread = new Thread(future, "worker");
        thread.setDaemon(true);
        thread.start();
        return future;
    }

    private static Connection connection(Nodes nodes) throws JMSException {
        return nodes.factory("maxReconnectDelay=200").createConnection();
    }

    private long send(Nodes nodes) throws JMSException {
        try (Connection connection = connection(nodes);
                Session session = connection.createSession()) {
            MessageProducer producer = session.createProducer(session.createQueue(QUEUE));
            long sent = 0;
            while (!enough.get()) {
                String text = "m" + sent++;
                producer.send(session.createTextMessage(text));
                confirmed.add(text);
            }
            return sent;
        }
    }

    /** Until all that was confirmed is consumed; a transaction for every few messages. */
    private long consume(Nodes nodes) throws JMSException {
        try (Connection connection = connection(nodes);
                Session session = connection.createSession(Session.SESSION_TRANSACTED)) {
            connection.start();
            MessageConsumer consumer = session.createConsumer(session.createQueue(QUEUE));
            List<String> taken = new ArrayList<>();
            long rolledBack = 0;
            boolean more = true;
            while (more) {
                Message message = consumer.receive(1_000);
                if (message != null) {
                    taken.add(message.getBody(String.class));
                }
                if (message == null || taken.size() == 5) {
                    try {
                        session.commit();
                        consumed.addAll(taken);
                    } catch (TransactionRolledBackException e) {
                        rolledBack++;
                    }
                    taken.clear();
                }
                more = message != null || !enough.get() || !consumed.containsAll(confirmed);
            }
            return rolledBack;
        }
    }
}
