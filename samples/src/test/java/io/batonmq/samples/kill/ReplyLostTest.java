package io.batonmq.samples.kill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.batonmq.jms.BatonConnectionFactory;
import io.batonmq.samples.process.Children;
import io.batonmq.samples.process.LeaseLook.Holder;
import io.batonmq.samples.process.NodeProcess;
import io.batonmq.samples.process.Waiting;
import io.batonmq.store.testing.PostgresFixture;
import io.batonmq.store.testing.TestDatabase;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The holder has stored a message, is killed before its producer hears of it, and the producer sends it again to the next one:
 * there is one message, even if it was consumed before it came again, and whether or not it has an identifier (C08, R1, R4).
 */
class ReplyLostTest {
    private static final Duration BOUND = Duration.ofMinutes(2);
    private static final long SOON = BOUND.toMillis();

    /** One round of the test. */
    private record Round(String queue, boolean consumedBefore, boolean identifiers) {}

    private static final List<Round> ROUNDS = List.of(
            new Round("kept", false, true),
            new Round("consumed", true, true),
            new Round("kept-anonymous", false, false),
            new Round("consumed-anonymous", true, false));

    @TempDir
    Path folder;

    private final List<ReplyGate> gates = new ArrayList<>();

    @Test
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    void aMessageWhoseReplyIsLostWithItsHolderIsThereOnce() throws Exception {
        try (TestDatabase database = PostgresFixture.freshDatabase();
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
            for (NodeProcess node : cluster.nodes()) {
                gates.add(new ReplyGate(node.address()));
            }
            for (Round round : ROUNDS) {
                cluster.awaitStandby(BOUND);
                play(round, cluster);
            }
        } finally {
            gates.forEach(ReplyGate::close);
        }
    }

    private void play(Round round, Cluster cluster) throws Exception {
        try (Connection connection = behindTheGates();
                Session session = connection.createSession();
                Connection direct = new BatonConnectionFactory(cluster.url()).createConnection()) {
            direct.start();
            MessageProducer producer = session.createProducer(session.createQueue(round.queue()));
            producer.setDisableMessageID(!round.identifiers());
            Holder before = cluster.holder();
            NodeProcess holder = cluster.holdingNode();

            gates.forEach(ReplyGate::shut);
            FutureTask<@Nullable JMSException> sending = sending(session, producer);
            await().atMost(BOUND).until(() -> stored(cluster, round.queue()) == 1);
            holder.process().kill();
            cluster.awaitHolderAfter(before.epoch(), BOUND);
            if (round.consumedBefore()) {
                assertThat(next(direct, round.queue(), SOON)).as("%s", round).isEqualTo("m");
                await().atMost(BOUND).until(() -> stored(cluster, round.queue()) == 0);
            }
            assertThat(sending.isDone())
                    .as("%s: nobody told the producer", round)
                    .isFalse();
            gates.forEach(ReplyGate::open);

            assertThat(sending.get(SOON, TimeUnit.MILLISECONDS)).as("%s", round).isNull();
            producer.send(session.createTextMessage("next"));
            if (!round.consumedBefore()) {
                assertThat(next(direct, round.queue(), SOON)).as("%s", round).isEqualTo("m");
            }
            assertThat(next(direct, round.queue(), SOON)).as("%s", round).isEqualTo("next");
            assertThat(next(direct, round.queue(), 200)).as("%s", round).isNull();
            cluster.start(holder);
        }
    }

    private Connection behindTheGates() throws JMSException {
        return new BatonConnectionFactory("failover:(" + gates.get(0).address() + ","
                        + gates.get(1).address()
                        + ")?updateURIsSupported=false&initialReconnectDelay=10&maxReconnectDelay=200"
                        + "&startupMaxReconnectAttempts=200")
                .createConnection();
    }

    private static FutureTask<@Nullable JMSException> sending(Session session, MessageProducer producer) {
        FutureTask<@Nullable JMSException> task = new FutureTask<>(() -> {
            try {
                producer.send(session.createTextMessage("m"));
                return null;
            } catch (JMSException e) {
                return e;
            }
        });
        Thread thread = new Thread(task, "sender");
        thread.setDaemon(true);
        thread.start();
        return task;
    }

    private static long stored(Cluster cluster, String queue) {
        return cluster.number("select count(*) from baton_message m join baton_queue q on q.lease = m.lease"
                + " and q.queue = m.queue where q.name = '" + queue + "'");
    }

    private static @Nullable String next(Connection connection, String queue, long millis) throws JMSException {
        try (Session session = connection.createSession();
                MessageConsumer consumer = session.createConsumer(session.createQueue(queue))) {
            Message message = consumer.receive(millis);
            return message == null ? null : message.getBody(String.class);
        }
    }
}
