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
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The owner of a real database lets no message into the dead-letter queue: the node serves on, the message stays visible in its
 * queue and is delivered no more, and it moves when the database takes it (C75, S7).
 */
class DeadLetterRefusedOnNodesTest {
    private static final long SOON = 30_000;
    private static final String ORDERS = "orders";

    private static final String CONSTRAINT = "alter table baton_message add constraint no_dead check (queue <> %d)";
    private static final String NO_CONSTRAINT = "alter table baton_message drop constraint no_dead";
    private static final String TRIGGER = """
            create function refuse() returns trigger language plpgsql as $$
            begin
              if new.queue = %d then
                raise exception 'no room for dead letters';
              end if;
              return new;
            end $$;
            create trigger no_dead before insert on baton_message for each row execute function refuse()
            """;
    private static final String NO_TRIGGER = "drop trigger no_dead on baton_message";

    @TempDir
    Path folder;

    static Stream<Arguments> refusals() {
        Named<Supplier<TestDatabase>> h2 = Named.of("H2", H2Fixture::freshDatabase);
        Named<Supplier<TestDatabase>> postgres = Named.of("PostgreSQL", PostgresFixture::freshDatabase);
        return Stream.of(
                Arguments.of(h2, Named.of("constraint", CONSTRAINT), NO_CONSTRAINT),
                Arguments.of(postgres, Named.of("constraint", CONSTRAINT), NO_CONSTRAINT),
                Arguments.of(postgres, Named.of("trigger", TRIGGER), NO_TRIGGER));
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void aDeadLetterThatIsRefusedCostsNothingElse(Supplier<TestDatabase> made, String refuse, String allow)
            throws Exception {
        TestDatabase database = made.get();
        try (Nodes nodes = Nodes.start(2, database, folder, Map.of("maxDeliveries", "2"));
                Connection connection = nodes.factory("maxReconnectDelay=200").createConnection()) {
            connection.start();
            Session session = connection.createSession(Session.SESSION_TRANSACTED);
            Queue orders = session.createQueue(ORDERS);
            Queue dead = session.createQueue("DLQ");
            send(connection, dead, "made");
            assertThat(next(connection, dead, SOON)).isEqualTo("made");
            execute(database, refuse.formatted(number(database)));
            NodeStatus before = holder(nodes);

            send(connection, orders, "poison", "fine");
            MessageConsumer consumer = session.createConsumer(orders);
            for (int i = 0; i < 2; i++) {
                assertThat(consumer.receive(SOON).getBody(String.class)).isEqualTo("poison");
                session.rollback();
            }
            assertThat(consumer.receive(SOON).getBody(String.class)).isEqualTo("fine");
            session.commit();
            assertThat(consumer.receive(200)).as("over its limit").isNull();
            assertThat(browsed(session, orders)).containsExactly("poison");
            assertThat(holder(nodes).epoch()).as("the node serves on").isEqualTo(before.epoch());

            nodes.takeOver();
            assertThat(consumer.receive(200)).as("the limit is stored").isNull();
            send(connection, orders, "more");
            assertThat(consumer.receive(SOON).getBody(String.class)).isEqualTo("more");
            session.commit();
            assertThat(browsed(session, orders)).containsExactly("poison");

            execute(database, allow);
            nodes.takeOver();
            assertThat(next(connection, dead, SOON)).isEqualTo("poison");
            assertThat(browsed(session, orders)).isEmpty();
        }
    }

    private static NodeStatus holder(Nodes nodes) {
        return nodes.all().stream()
                .map(BrokerNode::status)
                .filter(status -> status.role() == NodeRole.HOLDER)
                .findFirst()
                .orElseThrow();
    }

    private static void execute(TestDatabase database, String sql) throws SQLException {
        try (java.sql.Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Of the dead-letter queue. */
    private static long number(TestDatabase database) throws SQLException {
        try (java.sql.Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select queue from baton_queue where name = 'DLQ'")) {
            row.next();
            return row.getLong(1);
        }
    }

    private static void send(Connection connection, Queue queue, String... texts) throws JMSException {
        try (Session session = connection.createSession()) {
            MessageProducer producer = session.createProducer(queue);
            for (String text : texts) {
                producer.send(session.createTextMessage(text));
            }
        }
    }

    private static String next(Connection connection, Queue queue, long millis) throws JMSException {
        try (Session session = connection.createSession()) {
            Message message = session.createConsumer(queue).receive(millis);
            assertThat(message).as("a message of %s", queue).isNotNull();
            return message.getBody(String.class);
        }
    }

    private static List<String> browsed(Session session, Queue queue) throws JMSException {
        return Collections.list(
                        (java.util.Enumeration<?>) session.createBrowser(queue).getEnumeration())
                .stream()
                .map(message -> {
                    try {
                        return ((Message) message).getBody(String.class);
                    } catch (JMSException e) {
                        throw new AssertionError(e);
                    }
                })
                .toList();
    }
}
