package io.batonmq.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.batonmq.store.BatchResult;
import io.batonmq.store.LeaseStore.NodeSelf;
import io.batonmq.store.LeaseStore.RenewResult;
import io.batonmq.store.LeaseTerm;
import io.batonmq.store.MessageStore;
import io.batonmq.store.Position;
import io.batonmq.store.StoreException;
import io.batonmq.store.contract.Batch;
import io.batonmq.store.contract.NodeStores;
import io.batonmq.store.contract.StoreContract;
import io.batonmq.store.testing.EmbeddedServer;
import io.batonmq.store.testing.PostgresFixture;
import io.batonmq.store.testing.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A PostgreSQL that is away, hangs, takes no writes, promises too little or warns (S6, S10, C04, C55, C56, C58). */
class PostgresOutageTest extends StoreContract {

    private static EmbeddedServer server;

    private TestDatabase database;

    @BeforeAll
    static void startServer() {
        server = PostgresFixture.startOwnServer();
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    @BeforeEach
    void makeDatabase() {
        database = server.freshDatabase();
    }

    @Override
    protected NodeStores openNode() {
        return new JdbcNode(JdbcStores.open(JdbcNode.settings(database).withSocketTimeout(Duration.ofSeconds(2))));
    }

    private void asSuperuser(String sql) {
        try (Connection connection = server.asSuperuser(database).connect();
                Statement statement = connection.createStatement()) {
            statement.execute("set session characteristics as transaction read write");
            statement.execute(sql);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    private String databaseName() {
        return database.url().replaceAll(".*/", "");
    }

    private void endConnections() {
        asSuperuser("select pg_terminate_backend(pid) from pg_stat_activity"
                + " where datname = current_database() and pid <> pg_backend_pid()");
    }

    private void assertNotStored(BatchResult result, Class<? extends StoreException> cause) {
        assertThat(result).isInstanceOf(BatchResult.NotStored.class);
        assertThat(((BatchResult.NotStored) result).cause()).isInstanceOf(cause);
    }

    @Test
    void aNodeStartsWhileTheDatabaseIsAway() {
        LeaseTerm term = take(node());
        server.kill();
        NodeStores node = node();
        NodeSelf self = self("late");

        assertThatThrownBy(() -> look(node, self)).isInstanceOf(StoreException.NotStored.class);
        assertThatThrownBy(() -> recover(node)).isInstanceOf(StoreException.NotStored.class);
        assertNotStored(write(node, Batch.of(term, 1)), StoreException.NotStored.class);

        server.restart();
        assertThat(look(node, self).lease().epoch()).isEqualTo(term.epoch());
        store(node, Batch.of(term, 1).insert(message(1, new Position(1, 1))));
        assertThat(messages(node, 1)).hasSize(1);
    }

    @Test
    void aNodeFindsItsWayBackAfterARestartOfTheDatabase() {
        NodeStores node = node();
        LeaseTerm term = take(node);
        store(node, Batch.of(term, 1).insert(message(1, new Position(1, 1))));
        assertThat(messages(node, 1)).hasSize(1);

        server.kill();
        server.restart();

        BatchResult result = write(node, Batch.of(term, 2));
        if (!(result instanceof BatchResult.Stored)) {
            assertThat(result).isInstanceOf(BatchResult.Unknown.class);
            store(node, Batch.of(term, 2));
        }
        Awaitility.await().ignoreExceptions().until(() -> messages(node, 1).size() == 1);
        Awaitility.await()
                .ignoreExceptions()
                .until(() -> get(node.lease().renew(term, ACTIVATION, null)).result() == RenewResult.RENEWED);
    }

    @Test
    void aDatabaseThatHangsIsGivenUp() {
        NodeStores node = node();
        LeaseTerm term = take(node);
        store(node, Batch.of(term, 1));
        server.suspend();
        try {
            CompletionStage<BatchResult> batch =
                    node.messages().write(Batch.of(term, 2).build());
            assertThatThrownBy(() -> get(node.lease().renew(term, ACTIVATION, null)))
                    .isInstanceOf(StoreException.OutcomeUnknown.class);
            assertThat(get(batch)).isInstanceOf(BatchResult.Unknown.class);
        } finally {
            server.resume();
        }
        Awaitility.await()
                .ignoreExceptions()
                .until(() -> get(node.lease().renew(term, ACTIVATION, null)).result() == RenewResult.RENEWED);
        BatchResult again = write(node, Batch.of(term, 2));
        assertThat(again).isInstanceOfAny(BatchResult.Stored.class, BatchResult.AlreadyThere.class);
    }

    @Test
    void aDatabaseThatTakesNoWritesIsLeftUntilItDoes() {
        NodeStores node = node();
        LeaseTerm term = take(node);
        store(node, Batch.of(term, 1).insert(message(1, new Position(1, 1))));
        assertThat(messages(node, 1)).hasSize(1);
        asSuperuser("alter database " + databaseName() + " set default_transaction_read_only = on");
        endConnections();

        Awaitility.await().untilAsserted(() -> assertNotStored(write(node, Batch.of(term, 2)), StoreException.class));
        assertThatThrownBy(() -> get(node.lease().renew(term, ACTIVATION, null)))
                .isInstanceOf(StoreException.class);
        assertThatThrownBy(() -> recover(node)).isInstanceOf(StoreException.NotStored.class);

        asSuperuser("alter database " + databaseName() + " reset default_transaction_read_only");
        Awaitility.await().until(() -> write(node, Batch.of(term, 2)) instanceof BatchResult.Stored);
        Awaitility.await()
                .ignoreExceptions()
                .until(() -> get(node.lease().renew(term, ACTIVATION, null)).result() == RenewResult.RENEWED);
        Awaitility.await().ignoreExceptions().until(() -> messages(node, 1).size() == 1);
    }

    @Test
    void aDatabaseThatCommitsAsynchronouslyIsRefusedUnlessAllowed() {
        LeaseTerm term = take(node());
        asSuperuser("alter database " + databaseName() + " set synchronous_commit = off");

        BatchResult refused = write(node(), Batch.of(term, 1).insert(message(1, new Position(1, 1))));

        assertNotStored(refused, StoreException.Unusable.class);
        assertThat(((BatchResult.NotStored) refused).cause()).hasMessageContaining("synchronous_commit is off");
        assertThat(messages(node(), 1)).isEmpty();
        try (JdbcStores allowed = JdbcStores.open(JdbcNode.settings(database).withDurability(true, true, false))) {
            MessageStore messages = allowed.messages();
            assertThat(get(messages.write(Batch.of(term, 1).build()))).isEqualTo(new BatchResult.Stored());
        }
    }

    @Test
    void theIsolationIsOurs() {
        asSuperuser("alter database " + databaseName() + " set default_transaction_isolation = 'serializable'");

        NodeStores node = node();

        store(node, Batch.of(take(node), 1));
    }

    /** S6: the row is on the primary, and perhaps nowhere else. */
    @Test
    void aWarningMeansThatNobodyKnows() {
        NodeStores node = node();
        NodeStores taker = node();
        LeaseTerm term = take(node);
        store(node, Batch.of(term, 1));
        look(taker, self("taker"));
        asSuperuser("alter system set synchronous_standby_names = 'nobody'");
        asSuperuser("select pg_reload_conf()");
        Awaitility.await().until(() -> ask("show synchronous_standby_names").equals("nobody"));
        try {
            CompletionStage<BatchResult> batch = node.messages()
                    .write(Batch.of(term, 2)
                            .insert(message(1, new Position(1, 1)))
                            .build());
            cancelWaiting();

            assertThat(get(batch)).isInstanceOf(BatchResult.Unknown.class);

            CompletionStage<?> take = taker.lease()
                    .take(takeOf(
                            self("taker"),
                            term.epoch(),
                            new io.batonmq.store.LeaseStore.Condition.HolderGone(term.incarnation())));
            cancelWaiting();
            assertThatThrownBy(() -> get(take)).isInstanceOf(StoreException.OutcomeUnknown.class);
        } finally {
            asSuperuser("alter system reset synchronous_standby_names");
            asSuperuser("select pg_reload_conf()");
        }
        assertThat(write(node, Batch.of(term, 2))).isEqualTo(new BatchResult.Fenced());
        assertThat(messages(node, 1)).hasSize(1);
    }

    private String ask(String sql) throws SQLException {
        try (Connection connection = server.asSuperuser(database).connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getString(1);
        }
    }

    private void cancelWaiting() {
        Awaitility.await()
                .until(() -> ask("select count(pg_cancel_backend(pid)) from pg_stat_activity"
                                + " where datname = current_database() and wait_event = 'SyncRep'")
                        .equals("1"));
    }
}
