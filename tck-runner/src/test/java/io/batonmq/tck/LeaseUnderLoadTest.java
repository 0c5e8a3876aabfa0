package io.batonmq.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.batonmq.broker.BrokerNode;
import io.batonmq.broker.NodeRole;
import io.batonmq.broker.NodeStatus;
import io.batonmq.store.testing.H2Fixture;
import io.batonmq.store.testing.PostgresFixture;
import io.batonmq.store.testing.TestDatabase;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Somebody else's locks keep every connection of the holder's pool busy for three activation intervals, under load: the
 * lease, which has a connection of its own, is kept, nobody takes over, and nothing is lost (C54; L3, L10).
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class LeaseUnderLoadTest {
    private static final long SOON = 60_000;
    private static final int SENDERS = 8;
    /** Heartbeats of a second: three activation intervals, and a little more. */
    private static final int RENEWALS = 11;

    @TempDir
    Path folder;

    private final AtomicBoolean enough = new AtomicBoolean();
    private final Set<String> confirmed = ConcurrentHashMap.newKeySet();

    static Stream<Arguments> databasesAndLocks() {
        String rows = "select * from baton_queue for update";
        return Stream.of(
                Arguments.of(
                        Named.of("PostgreSQL", PostgresFixture.freshDatabase()),
                        Named.of("a table", "lock table baton_message in access exclusive mode")),
                Arguments.of(Named.of("PostgreSQL", PostgresFixture.freshDatabase()), Named.of("rows", rows)),
                Arguments.of(Named.of("H2", H2Fixture.freshDatabase()), Named.of("rows", rows)));
    }

    @ParameterizedTest
    @MethodSource("databasesAndLocks")
    void aPoolThatIsBusyForLongCostsNoLease(TestDatabase database, String lock) throws Exception {
        try (Nodes nodes = Nodes.start(
                2, database, folder, Map.of("lease.activation", "3s", "silenceLimit", "3s", "store.poolSize", "4"))) {
            List<FutureTask<Long>> senders = new ArrayList<>();
            for (int i = 0; i < SENDERS; i++) {
                senders.add(sender(nodes, i));
            }
            Nodes.soon().until(() -> confirmed.size() > 10 * SENDERS);
            NodeStatus before = holder(nodes);

            try (java.sql.Connection other = database.connect();
                    Statement statement = other.createStatement()) {
                other.setAutoCommit(false);
                statement.execute(lock);
                long renewals = renewals(database);
                Nodes.soon().until(() -> renewals(database) >= renewals + RENEWALS);
                other.rollback();
            }

            int when = confirmed.size();
            Nodes.soon().until(() -> confirmed.size() > when + 10 * SENDERS);
            NodeStatus after = holder(nodes);
            assertThat(after.nodeId()).isEqualTo(before.nodeId());
            assertThat(after.epoch()).as("no takeover").isEqualTo(before.epoch());
            enough.set(true);
            long sent = 0;
            for (FutureTask<Long> sender : senders) {
                sent += sender.get(SOON, TimeUnit.MILLISECONDS);
            }
            Set<String> received = received(nodes, sent);
            assertThat(received).hasSize((int) sent).containsAll(confirmed);
        }
    }

    private static NodeStatus holder(Nodes nodes) {
        return nodes.all().stream()
                .map(BrokerNode::status)
                .filter(status -> status.role() == NodeRole.HOLDER)
                .findFirst()
                .orElseThrow();
    }

    /** Of the lease's present epoch. */
    private static long renewals(TestDatabase database) throws SQLException {
        try (java.sql.Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select renewals from baton_lease")) {
            row.next();
            return row.getLong(1);
        }
    }

    private FutureTask<Long> sender(Nodes nodes, int number) {
        FutureTask<Long> task = new FutureTask<>(() -> send(nodes, number));
        Thread thread = new Thread(task, "sender-" + number);
        thread.setDaemon(true);
        thread.start();
        return task;
    }

    private long send(Nodes nodes, int number) throws JMSException {
        try (Connection connection = nodes.factory("maxReconnectDelay=200").createConnection();
                Session session = connection.createSession()) {
            MessageProducer producer = session.createProducer(session.createQueue("busy"));
            long sent = 0;
            while (!enough.get()) {
                String text = number + "-" + sent++;
                producer.send(session.createTextMessage(text));
                confirmed.add(text);
            }
            return sent;
        }
    }

    private static Set<String> received(Nodes nodes, long count) throws JMSException {
        Set<String> received = new HashSet<>();
        try (Connection connection = nodes.factory().createConnection();
                Session session = connection.createSession()) {
            connection.start();
            MessageConsumer consumer = session.createConsumer(session.createQueue("busy"));
            for (long i = 0; i < count; i++) {
                Message message = consumer.receive(SOON);
                assertThat(message).as("message %d of %d", i, count).isNotNull();
                assertThat(received.add(message.getBody(String.class)))
                        .as("once")
                        .isTrue();
            }
            assertThat(consumer.receive(100)).isNull();
        }
        return received;
    }
}
