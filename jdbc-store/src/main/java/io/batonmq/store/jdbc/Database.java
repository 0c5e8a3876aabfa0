package io.batonmq.store.jdbc;

import io.batonmq.store.StoreException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens connections on which everything may be relied on: schema there and of the right version, timeouts set.
 *
 * <p>For any thread.
 */
final class Database {

    private static final Logger LOG = LoggerFactory.getLogger(Database.class);

    private final StoreSettings settings;
    private final SqlDialect dialect;
    private final Schema schema;
    private final ReentrantLock schemaLock = new ReentrantLock();
    private final AtomicBoolean advised = new AtomicBoolean();

    Database(StoreSettings settings, SqlDialect dialect) {
        this.settings = settings;
        this.dialect = dialect;
        this.schema = new Schema(dialect);
    }

    SqlDialect dialect() {
        return dialect;
    }

    /** Opens a connection in auto-commit mode; {@link StoreException.NotStored} if that may succeed later. */
    Connection open(SqlDialect.Use use) {
        Connection connection = null;
        try {
            connection = dialect.connect(use);
            prepareSchema(connection);
            if (advised.compareAndSet(false, true)) {
                String advice = dialect.advice(connection);
                if (!advice.isEmpty()) {
                    LOG.info("{}", advice);
                }
            }
            Connection opened = connection;
            connection = null;
            return opened;
        } catch (SQLException e) {
            throw SqlFault.whileReading("cannot use the database at " + settings.shownUrl() + remedy(e), e);
        } finally {
            close(connection);
        }
    }

    /** One at a time: H2 does not expect the same table to be made twice at once. */
    private void prepareSchema(Connection connection) throws SQLException {
        schemaLock.lock();
        try {
            schema.prepare(connection);
        } finally {
            schemaLock.unlock();
        }
    }

    /** Closes quietly: what isn't committed ends with it. */
    static void close(@Nullable Connection connection) {
        if (connection != null) {
            try {
                connection.close();
            } catch (SQLException e) {
                LOG.debug("closing a connection", e);
            }
        }
    }

    private String remedy(SQLException failure) {
        if (SqlFault.of(failure) != SqlFault.PERMANENT) {
            return "";
        }
        String state = failure.getSQLState();
        return switch (state) {
            case "90020" ->
                ", whose file another process has open; nodes that share a database need PostgreSQL or an H2"
                        + " server (jdbc:h2:tcp://…)";
            case "28000", "28P01" -> "; check store.user, store.password and who the database lets in";
            case "3D000", "90013", "90146", "90149" -> "; create the database first";
            case "42501", "3F000", "90040", "90096" ->
                "; the user "
                        + (settings.user() == null ? "" : settings.user() + " ")
                        + "must be allowed to create and use tables in its schema"
                        + (dialect instanceof H2Dialect ? ", and to checkpoint (an H2 administrator)" : "");
            default -> "";
        };
    }
}
