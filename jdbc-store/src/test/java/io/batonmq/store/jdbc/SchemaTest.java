package io.batonmq.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.batonmq.store.Identity;
import io.batonmq.store.LeaseStore.LeaseView;
import io.batonmq.store.LeaseStore.NodeSelf;
import io.batonmq.store.Position;
import io.batonmq.store.QueueRow;
import io.batonmq.store.QueueRow.QueueState;
import io.batonmq.store.SentQueues;
import io.batonmq.store.SessionRow;
import io.batonmq.store.StoreException;
import io.batonmq.store.testing.H2Fixture;
import io.batonmq.store.testing.PostgresFixture;
import io.batonmq.store.testing.TestDatabase;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Nodes that meet a database for the first time, or one that they can't use (C58, C100). */
class SchemaTest {

    private enum Kind {
        H2(H2Fixture::freshDatabase),
        POSTGRES(PostgresFixture::freshDatabase);

        @SuppressWarnings("ImmutableEnumChecker")
        private final Supplier<TestDatabase> database;

        Kind(Supplier<TestDatabase> database) {
            this.database = database;
        }
    }

    private static final NodeSelf SELF = new NodeSelf("default", "node", new Identity(1, 2), "tcp://node:1");

    private static LeaseView look(JdbcStores stores) {
        try {
            return stores.lease()
                    .look(SELF)
                    .toCompletableFuture()
                    .orTimeout(30, TimeUnit.SECONDS)
                    .join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof StoreException known ? known : e;
        }
    }

    private static void run(TestDatabase database, String... statements) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private static JdbcStores open(TestDatabase database) {
        return JdbcStores.open(JdbcNode.settings(database));
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void nodesThatStartAtOnceMakeOneSchemaAndOneCluster(Kind kind) {
        try (TestDatabase database = kind.database.get()) {
            List<JdbcStores> nodes = new ArrayList<>();
            List<CompletionStage<LeaseView>> looks = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                JdbcStores stores = open(database);
                nodes.add(stores);
                looks.add(stores.lease().look(SELF));
            }
            Identity cluster = look(nodes.get(0)).lease().cluster();
            for (CompletionStage<LeaseView> look : looks) {
                assertThat(look.toCompletableFuture()
                                .orTimeout(30, TimeUnit.SECONDS)
                                .join()
                                .lease()
                                .cluster())
                        .isEqualTo(cluster);
            }
            nodes.forEach(JdbcStores::close);
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void aNewerSchemaIsRefused(Kind kind) throws SQLException {
        try (TestDatabase database = kind.database.get();
                JdbcStores first = open(database)) {
            look(first);
            run(database, "update baton_meta set version = 99");
            try (JdbcStores second = open(database)) {
                assertThatThrownBy(() -> look(second))
                        .isInstanceOf(StoreException.Unusable.class)
                        .hasMessageContaining("version 99")
                        .hasMessageContaining("newer release");
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void aSchemaThatWasBegunIsFinished(Kind kind) throws SQLException {
        try (TestDatabase database = kind.database.get()) {
            try (JdbcStores first = open(database)) {
                look(first);
            }
            run(database, "drop table baton_meta", "drop table baton_staged");
            try (JdbcStores second = open(database)) {
                assertThat(look(second).lease().leaseName()).isEqualTo("default");
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void aSchemaOfTheFirstVersionIsMigratedWithWhatStandsInIt(Kind kind) throws SQLException {
        try (TestDatabase database = kind.database.get()) {
            try (JdbcStores first = open(database)) {
                look(first);
            }
            String session = "insert into baton_session"
                    + " (lease, connection, session, durable, dispatched, claims_void, closed_at) values"
                    + " ('default', '" + new Identity(1, 2) + "', ";
            run(
                    database,
                    "alter table baton_session drop column sent_queues",
                    "update baton_meta set version = 1",
                    session + "1, 5, true, false, 0)",
                    session + "2, 6, false, false, 0)");
            try (JdbcStores second = open(database)) {
                look(second);
                assertThat(second.messages()
                                .recover("default")
                                .toCompletableFuture()
                                .join()
                                .sessions())
                        .extracting(SessionRow::dispatched)
                        .containsExactly(SentQueues.ALL, SentQueues.NONE);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void ofQueuesOfTheSecondVersionEverythingUpToTheMarkIsInDoubt(Kind kind) throws SQLException {
        try (TestDatabase database = kind.database.get()) {
            try (JdbcStores first = open(database)) {
                look(first);
            }
            run(
                    database,
                    "alter table baton_queue drop column doubt_epoch",
                    "alter table baton_queue drop column doubt_counter",
                    "update baton_meta set version = 2",
                    "insert into baton_queue (lease, queue, kind, name, no_local, shared, depth, bytes, head_epoch,"
                            + " head_counter, mark_epoch, mark_counter, removed) values"
                            + " ('default', 1, 0, 'q', false, false, 1, 10, 3, 4, 5, 6, false)");
            try (JdbcStores second = open(database)) {
                look(second);
                assertThat(second.messages()
                                .recover("default")
                                .toCompletableFuture()
                                .join()
                                .queues())
                        .extracting(QueueRow::state)
                        .containsExactly(new QueueState(
                                1, 10, new Position(3, 4), new Position(5, 6), new Position(5, 6), false));
            }
        }
    }

    @Test
    void aWrongPasswordIsNamed() {
        try (TestDatabase database = H2Fixture.freshDatabase();
                JdbcStores first = open(database)) {
            look(first);
            try (JdbcStores second = JdbcStores.open(StoreSettings.of(database.url(), "nobody", "wrong"))) {
                assertThatThrownBy(() -> look(second))
                        .isInstanceOf(StoreException.Unusable.class)
                        .hasMessageContaining("store.password");
            }
        }
    }

    @Test
    void aDatabaseThatDoesNotExistIsNamed() {
        try (TestDatabase database = PostgresFixture.freshDatabase();
                JdbcStores stores =
                        JdbcStores.open(StoreSettings.of(database.url() + "x", database.user(), database.password()))) {
            assertThatThrownBy(() -> look(stores))
                    .isInstanceOf(StoreException.Unusable.class)
                    .hasMessageContaining("create the database");
        }
    }

    @Test
    void aDatabaseWithoutASchemaToUseIsNamed() throws SQLException {
        try (TestDatabase database = PostgresFixture.freshDatabase()) {
            run(database, "drop schema public cascade");
            try (JdbcStores stores = open(database)) {
                assertThatThrownBy(() -> look(stores))
                        .isInstanceOf(StoreException.Unusable.class)
                        .hasMessageContaining("must be allowed to create and use tables");
            }
        }
    }

    @Test
    void aSecondProcessOnTheSameFileIsRefused(@TempDir Path directory) {
        String url = H2Fixture.urlIn(directory);
        try (ForkedJvm other = ForkedJvm.run(FileHolder.class, List.of(url))) {
            other.awaitLine("open");
            try (JdbcStores stores = JdbcStores.open(StoreSettings.of(url, "sa", ""))) {
                assertThatThrownBy(() -> look(stores))
                        .isInstanceOf(StoreException.Unusable.class)
                        .hasMessageContaining("another process has open");
            }
            other.kill();
            try (JdbcStores stores = JdbcStores.open(StoreSettings.of(url, "sa", ""))) {
                assertThat(look(stores).lease().leaseName()).isEqualTo("default");
            }
        }
    }

    @Test
    void aScriptIsCutAtItsStatementEnds() {
        assertThat(Schema.statements("-- c;\na\nb;\n\n  -- d\nc;\n")).containsExactly("a\nb", "c");
        assertThatThrownBy(() -> Schema.statements("a;\nb")).hasMessageContaining("b");
    }

    /** Keeps an H2 file open. */
    static final class FileHolder {
        private FileHolder() {}

        public static void main(String[] args) throws Exception {
            try (JdbcStores stores = JdbcStores.open(StoreSettings.of(args[0], "sa", ""))) {
                look(stores);
                System.out.println("open");
                System.in.read();
            }
        }
    }
}
