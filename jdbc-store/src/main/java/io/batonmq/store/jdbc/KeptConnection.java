package io.batonmq.store.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A pool of one: a connection that is opened when it is first needed and again after it was discarded.
 *
 * <p>Confined to its owner's thread, but for {@link #cut}, and for a last {@link #discard} when the owner has ended.
 */
final class KeptConnection {

    private final Database database;
    private final SqlDialect.Use use;
    private final Map<String, PreparedStatement> statements = new HashMap<>();
    private volatile @Nullable Connection connection;

    KeptConnection(Database database, SqlDialect.Use use) {
        this.database = database;
        this.use = use;
    }

    Connection get() {
        Connection current = connection;
        if (current == null) {
            current = database.open(use);
            connection = current;
        }
        return current;
    }

    /** A statement that is kept as long as the connection: H2 takes longer to prepare some than to run them. */
    PreparedStatement prepare(String sql) throws SQLException {
        PreparedStatement statement = statements.get(sql);
        if (statement == null) {
            statement = get().prepareStatement(sql);
            statements.put(sql, statement);
        }
        return statement;
    }

    boolean isOpen() {
        return connection != null;
    }

    /** After a failure that leaves its state, or where it leads to, in doubt. */
    void discard() {
        Connection old = connection;
        connection = null;
        statements.clear();
        Database.close(old);
    }

    /** From any thread: frees the owner from a call that hangs. */
    void cut() {
        Connection current = connection;
        if (current != null) {
            try {
                current.abort(Runnable::run);
            } catch (SQLException e) {
                // It was broken already.
            }
        }
    }
}
