package io.batonmq.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.batonmq.jms.BatonConnectionFactory;
import io.batonmq.jms.FailoverListener;
import io.batonmq.store.testing.H2Fixture;
import io.batonmq.store.testing.TestDatabase;
import jakarta.jms.Connection;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TransactionRolledBackException;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A client that is cut off for longer than its grace, with messages in hand that it has not acknowledged: they become another
 * consumer's, and are never its own as well (C11; R7, R9, R11, R14).
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class LostClaimsTest {
    private static final long SOON = 60_000;
    private static final String RESULTS = "lost-results";

    /** What makes the claims void. */
    enum Loss {
        /** The holder gives them up at the end of the grace. */
        GRACE,
        /** Another node takes over meanwhile, and does so. */
        TAKEOVER,
        /** The sessions themselves end, at the resume timeout. */
        ENDED
    }

    /** When the application says that it is done with what it has. */
    enum Done {
        /** Before anybody knows of the cut: it is written, and lost. */
        UNNOTICED,
        CUT_OFF,
        RETURNED
    }

    static Stream<Arguments> lossesAndMoments() {
        return Stream.of(Loss.values()).flatMap(loss -> Stream.of(Done.values()).map(done -> Arguments.of(loss, done)));
    }

    @TempDir
    static Path folder;

    private static TestDatabase database;
    private static Nodes nodes;

    @BeforeAll
    static void start() throws Exception {
        database = H2Fixture.freshDatabase();
        nodes = Nodes.start(
                2,
                database,
                folder,
                Map.of(
                        "silenceLimit", "1s",
                        "linkHeartbeat", "200ms",
                        "failoverGrace", "3s",
                        "maxGrace", "3s",
                        "resumeTimeout", "5s",
                        "transaction.stagingThreshold", "64KiB"));
    }

    @AfterAll
    static void stop() {
        nodes.close();
    }

    private static final class Told implements FailoverListener {
        final List<JMSException> interrupted = new CopyOnWriteArrayList<>();
        final List<Resumption> resumed = new CopyOnWriteArrayList<>();

        @Override
        public void interrupted(JMSException cause) {
            interrupted.add(cause);
        }

        @Override
        public void resumed(Resumption how) {
            resumed.add(how);
        }
    }

    @ParameterizedTest
    @MethodSource("lossesAndMoments")
    void whatWentToAnotherConsumerIsNotConsumedByTheFirstAsWell(Loss loss, Done done) throws Exception {
        String suffix = "-" + loss + "-" + done;
        long endedBefore = ended();
        Told told = new Told();
        try (SilentProxy one = SilentProxy.to(nodes.address(0));
                SilentProxy other = SilentProxy.to(nodes.address(1));
                Connection first = behind(one, other, told);
                Connection second = nodes.factory("maxReconnectDelay=200").createConnection()) {
            List<HoldingConsumer> holding = new ArrayList<>();
            for (HoldingConsumer.Kind kind : HoldingConsumer.Kind.values()) {
                send(second, kind + suffix, "m0", "m1", "m2");
                holding.add(new HoldingConsumer(first, kind, kind + suffix, RESULTS));
            }
            first.start();
            second.start();
            for (HoldingConsumer each : holding) {
                each.awaitInHand();
            }
            List<MessageConsumer> others = new ArrayList<>();
            for (HoldingConsumer each : holding) {
                Session session = second.createSession();
                others.add(session.createConsumer(session.createQueue(each.queue())));
            }

            one.drop();
            other.drop();
            if (done == Done.UNNOTICED) {
                holding.forEach(HoldingConsumer::finish);
            }
            Nodes.soon().until(() -> !told.interrupted.isEmpty());
            if (done == Done.CUT_OFF) {
                holding.forEach(HoldingConsumer::finish);
            }
            if (loss == Loss.TAKEOVER) {
                nodes.takeOver();
            }
            for (MessageConsumer next : others) {
                assertThat(List.of(text(next, true), text(next, false), text(next, false)))
                        .containsExactly("m0", "m1", "m2");
                next.close();
            }
            if (loss == Loss.ENDED) {
                Nodes.soon().until(() -> ended() >= endedBefore + holding.size());
            }

            one.heal();
            other.heal();
            Nodes.soon().until(() -> told.resumed.size() == 1);
            if (done == Done.RETURNED) {
                holding.forEach(HoldingConsumer::finish);
            }
            for (HoldingConsumer each : holding) {
                checkOutcome(each);
                send(second, each.queue(), "fresh");
                each.consumesNext("fresh");
            }
            FailoverListener.Resumption resumption = told.resumed.get(0);
            assertThat(resumption.reattached()).isTrue();
            assertThat(resumption.claimsLost())
                    .as("of those who are told in no other way, at least")
                    .isGreaterThanOrEqualTo(done == Done.RETURNED ? 6 : 2);
        }
        checkNothingIsLeft(suffix);
    }

    /** Knows no other way to the nodes. */
    private static Connection behind(SilentProxy one, SilentProxy other, FailoverListener listener)
            throws JMSException {
        BatonConnectionFactory factory = new BatonConnectionFactory(
                "failover:(" + one.address() + ","
                        + other.address()
                        + ")?startupMaxReconnectAttempts=20&updateURIsSupported=false&maxReconnectDelay=200&jms.connectTimeout=1000&jms.ackWindow=1");
        factory.setFailoverListener(listener);
        return factory.createConnection();
    }

    private static void send(Connection connection, String queue, String... texts) throws JMSException {
        try (Session session = connection.createSession()) {
            MessageProducer producer = session.createProducer(session.createQueue(queue));
            for (String text : texts) {
                producer.send(session.createTextMessage(text));
            }
        }
    }

    private static String text(MessageConsumer consumer, boolean handedOutBefore) throws JMSException {
        Message message = consumer.receive(SOON);
        assertThat(message).as("what the first consumer had").isNotNull();
        if (handedOutBefore) {
            assertThat(message.getJMSRedelivered()).isTrue();
            assertThat(message.getIntProperty("JMSXDeliveryCount")).isEqualTo(2);
        }
        return message.getBody(String.class);
    }

    /** How many sessions were ended at the resume timeout. */
    private static long ended() throws SQLException {
        try (java.sql.Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select count(*) from baton_session where closed_at > 0")) {
            row.next();
            return row.getLong(1);
        }
    }

    private static void checkOutcome(HoldingConsumer consumer) throws Exception {
        @Nullable JMSException failure = consumer.failure(SOON);
        switch (consumer.kind()) {
            case AUTO -> assertThat(consumer.seen()).containsExactly("m0");
            case DUPS_OK -> assertThat(consumer.seen()).startsWith("m0").doesNotHaveDuplicates();
            case CLIENT -> {
                assertThat(failure).isNotNull();
                assertThat(failure).isInstanceOf(IllegalStateException.class);
                assertThat(failure.getErrorCode()).isEqualTo("BATON-CLAIM-LOST");
            }
            case TRANSACTED -> {
                assertThat(failure).isNotNull();
                assertThat(failure).isInstanceOf(TransactionRolledBackException.class);
                assertThat(failure.getErrorCode()).isEqualTo("BATON-TRANSACTION-ROLLED-BACK");
            }
        }
    }

    /** Neither a message nor a result of a transaction that was rolled back; a result of the one that was committed. */
    private static void checkNothingIsLeft(String suffix) throws JMSException {
        try (Connection connection = nodes.factory().createConnection()) {
            connection.start();
            Session session = connection.createSession();
            for (HoldingConsumer.Kind kind : HoldingConsumer.Kind.values()) {
                MessageConsumer consumer = session.createConsumer(session.createQueue(kind + suffix));
                assertThat(consumer.receive(100)).as("left of %s", kind).isNull();
            }
            MessageConsumer results = session.createConsumer(session.createQueue(RESULTS));
            assertThat(results.receive(SOON).getBody(String.class)).isEqualTo("result of fresh");
            assertThat(results.receive(100)).as("another result").isNull();
            assertThat(session.createConsumer(session.createQueue("DLQ")).receive(100))
                    .as("a dead letter")
                    .isNull();
        }
    }
}
