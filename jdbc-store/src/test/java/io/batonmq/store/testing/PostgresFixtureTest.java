package io.batonmq.store.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PostgresFixtureTest {

    @ParameterizedTest
    @ValueSource(strings = {"fsync", "synchronous_commit", "full_page_writes"})
    void theServerIsDurable(String setting) throws SQLException {
        try (TestDatabase database = PostgresFixture.freshDatabase()) {
            assertThat(ask(database, "show " + setting)).isEqualTo("on");
        }
    }

    @Test
    void eachDatabaseIsEmptyAndItsOwn() throws SQLException {
        try (TestDatabase one = PostgresFixture.freshDatabase();
                TestDatabase other = PostgresFixture.freshDatabase()) {
            run(one, "create table thing (id int)");

            assertThat(ask(one, "select to_regclass('thing')")).isEqualTo("thing");
            assertThat(ask(other, "select to_regclass('thing')")).isNull();
        }
    }

    @Test
    void aClosedDatabaseIsGoneWithItsConnections() throws SQLException {
        TestDatabase database = PostgresFixture.freshDatabase();
        try (Connection left = database.connect()) {
            database.close();
            database.close();

            assertThat(left.isValid(5)).isFalse();
            assertThatThrownBy(database::connect).isInstanceOf(SQLException.class);
        }
    }

    @Test
    void aServerThatMayLoseRowsIsRefused() throws SQLException {
        try (EmbeddedServer server = PostgresFixture.startOwnServer()) {
            TestDatabase database = server.asSuperuser(server.freshDatabase());
            run(database, "alter role postgres set synchronous_commit = off");

            assertThatThrownBy(() -> new DatabaseMaker(database.url(), "postgres", "").requireDurable())
                    .hasMessageContaining("synchronous_commit=off");
        }
    }

    @Test
    void anEmbeddedServersDatabaseBelongsToAnOrdinaryRole() throws SQLException {
        try (EmbeddedServer server = PostgresFixture.startOwnServer()) {
            TestDatabase database = server.freshDatabase();

            assertThat(ask(database, "show is_superuser")).isEqualTo("off");
            assertThat(ask(server.asSuperuser(database), "show is_superuser")).isEqualTo("on");
        }
    }

    @Test
    void anEmbeddedServerStartsAgainWithItsDataAfterAKill() throws SQLException {
        try (EmbeddedServer server = PostgresFixture.startOwnServer()) {
            TestDatabase database = server.freshDatabase();
            run(database, "create table thing as select 42 as id");
            long killed = server.pid();

            server.kill();
            assertThatThrownBy(database::connect).isInstanceOf(SQLException.class);
            server.restart();

            assertThat(server.pid()).isNotEqualTo(killed);
            assertThat(ask(database, "select id from thing")).isEqualTo("42");
        }
    }

    @Test
    void aSuspendedServerKeepsItsConnectionsAndAnswersNothing() throws SQLException {
        try (EmbeddedServer server = PostgresFixture.startOwnServer();
                Connection connection = server.freshDatabase().connect()) {
            server.suspend();
            assertThat(connection.isValid(1)).isFalse();

            server.resume();
            TestDatabase later = server.freshDatabase();
            assertThat(ask(later, "select 1")).isEqualTo("1");
        }
    }

    @Test
    void theDataDirectoryOfAClosedServerIsGone() {
        EmbeddedServer server = PostgresFixture.startOwnServer();
        server.close();

        assertThat(server.dataDirectory()).doesNotExist();
    }

    private static void run(TestDatabase database, String sql) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static String ask(TestDatabase database, String sql) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getString(1);
        }
    }
}
