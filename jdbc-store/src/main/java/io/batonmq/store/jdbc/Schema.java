package io.batonmq.store.jdbc;

import io.batonmq.store.Identity;
import io.batonmq.store.StoreException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the schema to the version that this node knows, by scripts {@code V1.sql}, {@code V2.sql} …, and refuses a newer
 * one. Several nodes may do so at once: where one finds that another was faster, it looks again.
 *
 * <p>Stateless, for any thread.
 */
final class Schema {

    static final int VERSION = 4;

    private static final Logger LOG = LoggerFactory.getLogger(Schema.class);
    private static final int MOST_ATTEMPTS = 20;

    private final SqlDialect dialect;

    Schema(SqlDialect dialect) {
        this.dialect = dialect;
    }

    /** Checks the version over a connection in auto-commit mode, and changes the schema if it is older. */
    void prepare(Connection connection) throws SQLException {
        for (int attempt = 1; ; attempt++) {
            int version = version(connection);
            if (version == VERSION) {
                return;
            }
            if (version > VERSION) {
                String message = "the database's schema has version " + version + ", this node knows " + VERSION
                        + ": start a node of the newer release";
                throw new StoreException.Unusable(message, new IllegalStateException(message));
            }
            try {
                migrate(connection, version);
            } catch (SQLException e) {
                // H2 changes a table by way of a copy: for a moment, while another node does so, it isn't there.
                boolean raced =
                        dialect.isAlreadyThere(e) || dialect.isMissingTable(e) || SqlFault.of(e) == SqlFault.RETRY;
                if (!raced || attempt == MOST_ATTEMPTS) {
                    throw e;
                }
                LOG.debug("another node is making the schema: looking again", e);
            }
        }
    }

    private int version(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select version from baton_meta where id = 1")) {
            return row.next() ? row.getInt(1) : 0;
        } catch (SQLException e) {
            if (dialect.isMissingTable(e)) {
                return 0;
            }
            throw e;
        }
    }

    /** One transaction on PostgreSQL; H2 commits each statement, which may each run again. */
    private void migrate(Connection connection, int from) throws SQLException {
        connection.setAutoCommit(false);
        try {
            try (Statement statement = connection.createStatement()) {
                for (int version = from + 1; version <= VERSION; version++) {
                    for (String sql : script(version)) {
                        statement.execute(sql);
                    }
                }
            }
            record(connection, from);
            connection.commit();
            LOG.info("database schema is at version {}", VERSION);
        } catch (SQLException | RuntimeException e) {
            connection.rollback();
            throw e;
        } finally {
            connection.setAutoCommit(true);
        }
    }

    private static void record(Connection connection, int from) throws SQLException {
        String sql = from == 0
                ? "insert into baton_meta (id, version, cluster) values (1, ?, ?)"
                : "update baton_meta set version = ? where id = 1";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setInt(1, VERSION);
            if (from == 0) {
                SecureRandom random = new SecureRandom();
                statement.setString(2, new Identity(random.nextLong(), random.nextLong()).toString());
            }
            statement.executeUpdate();
        }
    }

    private List<String> script(int version) {
        String name = dialect.folder() + "/V" + version + ".sql";
        try (InputStream in = Schema.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("no schema script " + name);
            }
            return statements(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Statements end with a semicolon at the end of a line. */
    static List<String> statements(String script) {
        List<String> statements = new ArrayList<>();
        StringBuilder statement = new StringBuilder();
        for (String line : script.lines().toList()) {
            if (line.stripLeading().startsWith("--") || line.isBlank()) {
                continue;
            }
            statement.append(line).append('\n');
            if (line.stripTrailing().endsWith(";")) {
                statements.add(statement.substring(0, statement.lastIndexOf(";")));
                statement.setLength(0);
            }
        }
        if (statement.length() > 0) {
            throw new IllegalStateException("a schema script ends in the middle of: " + statement);
        }
        return statements;
    }
}
