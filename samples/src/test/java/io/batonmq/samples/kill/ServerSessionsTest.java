package io.batonmq.samples.kill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.batonmq.jms.BatonConnectionFactory;
import io.batonmq.jms.testing.ServerPool;
import io.batonmq.samples.process.Children;
import io.batonmq.samples.process.LeaseLook.Holder;
import io.batonmq.samples.process.NodeProcess;
import io.batonmq.samples.process.Waiting;
import io.batonmq.store.testing.H2Server;
import io.batonmq.store.testing.PostgresFixture;
import io.batonmq.store.testing.TestDatabase;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import jakarta.jms.TransactionRolledBackException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Holders are killed while pools of server sessions process what connection consumers are sent, of a queue and of each kind
 * of lasting subscription (Jakarta Messaging 3.1, section 11.2): nothing is lost, nothing is processed twice.
 */
class ServerSessionsTest {
    private static final int KILLS = Integer.getInteger("serverSessions.kills", 3);
    private static final long SEED = Long.getLong("serverSessions.seed", System.nanoTime());
    private static final int POOL = 4;
    private static final int MOST_LOADED = 5;
    private static final int MOST_PAUSE_MILLIS = 600;
    private static final Duration BOUND = Duration.ofMinutes(2);
    private static final Duration REST = Duration.ofMillis(2);

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path folder;

    private final List<String> sent = new CopyOnWriteArrayList<>();
    private final List<String> complaints = new CopyOnWriteArrayList<>();
    private final AtomicInteger rolledBack = new AtomicInteger();
    private volatile boolean ended;

    @ParameterizedTest
    @ValueSource(strings = {"H2", "PostgreSQL"})
    @Timeout(value = 1, unit = TimeUnit.HOURS)
    void nothingIsLostOrProcessedTwice(String store) throws Exception {
        System.out.println("server sessions: " + KILLS + " kills on " + store + ", seed " + SEED);
        try (TestDatabase database = store.equals("H2")
                        ? H2Server.start(folder.resolve("h2")).database()
                        : PostgresFixture.freshDatabase();
                Children children = new Children(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        System.getProperty("java.class.path"),
                        folder);
                Cluster cluster = new Cluster(
                        database,
                        2,
                        List.of("-Xmx192m"),
                        number -> List.of(),
                        folder,
                        children,
                        new Waiting(System::nanoTime))) {
            cluster.startAll();
            try (Work work = new Work(cluster.url())) {
                Thread sender = new Thread(() -> send(work), "sender");
                sender.start();
                kill(cluster);
                ended = true;
                sender.join();
                work.check(sent);
            }
            System.out.println("sent=" + sent.size() + " rolled-back=" + rolledBack + " complaints=" + complaints);
            assertThat(complaints).isEmpty();
            assertThat(sent).hasSizeGreaterThan(KILLS);
        }
    }

    private void kill(Cluster cluster) {
        Random random = new Random(SEED);
        for (int i = 0; i < KILLS; i++) {
            cluster.awaitStandby(BOUND);
            LockSupport.parkNanos(
                    Duration.ofMillis(1 + random.nextInt(MOST_PAUSE_MILLIS)).toNanos());
            Holder before = cluster.holder();
            NodeProcess victim = cluster.holdingNode();
            victim.process().kill();
            cluster.awaitHolderAfter(before.epoch(), BOUND);
            cluster.start(victim);
        }
    }

    /** To queues and topic in one transaction, again and again. */
    private void send(Work work) {
        try (Connection connection = work.factory.createConnection();
                Session session = connection.createSession(Session.SESSION_TRANSACTED)) {
            for (int i = 0; !ended; i++) {
                String text = "m" + i;
                boolean done = false;
                while (!done) {
                    session.createProducer(work.transacted).send(session.createTextMessage(text));
                    session.createProducer(work.auto).send(session.createTextMessage(text));
                    session.createProducer(work.client).send(session.createTextMessage(text));
                    session.createProducer(work.topic).send(session.createTextMessage(text));
                    done = committed(session);
                }
                sent.add(text);
                LockSupport.parkNanos(REST.toNanos());
            }
        } catch (JMSException e) {
            complaints.add("sending failed: " + e.getErrorCode() + " " + e.getMessage());
        }
    }

    private boolean committed(Session session) throws JMSException {
        try {
            session.commit();
            return true;
        } catch (TransactionRolledBackException e) {
            rolledBack.incrementAndGet();
            return false;
        }
    }

    /** The pools, and what they process. */
    private final class Work implements AutoCloseable {
        private final BatonConnectionFactory factory;
        private final Connection connection;
        private final List<ServerPool> pools = new ArrayList<>();
        private final Queue transacted;
        private final Queue auto;
        private final Queue client;
        private final Topic topic;
        private final List<String> byAuto = new CopyOnWriteArrayList<>();
        private final List<String> byClient = new CopyOnWriteArrayList<>();

        Work(String url) throws JMSException {
            factory = new BatonConnectionFactory(url);
            connection = factory.createConnection();
            connection.setClientID("server");
            connection.setExceptionListener(
                    event -> complaints.add("told: " + event.getErrorCode() + " " + event.getMessage()));
            Session names = connection.createSession();
            transacted = names.createQueue("transacted");
            auto = names.createQueue("auto");
            client = names.createQueue("client");
            topic = names.createTopic("topic");
            names.close();
            connection.createConnectionConsumer(transacted, null, forwarding("of-queue"), MOST_LOADED);
            connection.createConnectionConsumer(auto, null, pool(Session.AUTO_ACKNOWLEDGE, byAuto), MOST_LOADED);
            connection.createConnectionConsumer(client, null, pool(Session.CLIENT_ACKNOWLEDGE, byClient), MOST_LOADED);
            connection.createDurableConnectionConsumer(topic, "d", null, forwarding("of-durable"), MOST_LOADED);
            connection.createSharedDurableConnectionConsumer(
                    topic, "sd", null, forwarding("of-shared-durable"), MOST_LOADED);
            connection.start();
        }

        /** Sends each message on, in the transaction that consumes it. */
        private ServerPool forwarding(String results) throws JMSException {
            return add(new ServerPool(connection, POOL, Session.SESSION_TRANSACTED, (session, message) -> {
                session.createProducer(session.createQueue(results))
                        .send(session.createTextMessage(message.getBody(String.class)));
                committed(session);
            }));
        }

        private ServerPool pool(int mode, List<String> processed) throws JMSException {
            return add(new ServerPool(connection, POOL, mode, (session, message) -> {
                message.acknowledge();
                processed.add(text(message));
            }));
        }

        private ServerPool add(ServerPool pool) {
            pools.add(pool);
            return pool;
        }

        void check(List<String> wanted) throws JMSException {
            for (String results : List.of("of-queue", "of-durable", "of-shared-durable")) {
                check(results, wanted, received(results, wanted.size()));
            }
            for (List<String> processed : List.of(byAuto, byClient)) {
                await().atMost(BOUND).until(() -> processed.size() >= wanted.size());
            }
            check("AUTO", wanted, byAuto);
            check("CLIENT", wanted, byClient);
            for (String queue :
                    List.of("transacted", "auto", "client", "of-queue", "of-durable", "of-shared-durable")) {
                check("left in " + queue, List.of(), received(queue, 0));
            }
        }

        private void check(String what, List<String> wanted, List<String> got) {
            List<String> left = new ArrayList<>(got);
            for (String each : wanted) {
                if (!left.remove(each)) {
                    complaints.add(what + ": lost " + each);
                }
            }
            left.forEach(each -> complaints.add(what + ": too many of " + each));
        }

        /** At least so many, and what else is there. */
        private List<String> received(String queue, int most) throws JMSException {
            List<String> received = new ArrayList<>();
            try (Connection receiving = factory.createConnection();
                    Session session = receiving.createSession()) {
                receiving.start();
                try (var consumer = session.createConsumer(session.createQueue(queue))) {
                    Message next = consumer.receive(received.size() < most ? BOUND.toMillis() : 500);
                    while (next != null) {
                        received.add(text(next));
                        next = consumer.receive(received.size() < most ? BOUND.toMillis() : 500);
                    }
                }
            }
            return Collections.unmodifiableList(received);
        }

        @Override
        public void close() throws JMSException {
            connection.close();
            pools.forEach(ServerPool::close);
        }
    }

    private static String text(Message message) throws JMSException {
        return message.getBody(String.class);
    }
}
