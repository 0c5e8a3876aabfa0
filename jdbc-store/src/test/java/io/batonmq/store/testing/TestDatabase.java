package io.batonmq.store.testing;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/**
 * An empty database of a test's own; closing it throws it away with all that is connected to it.
 *
 * <p>Immutable, for any thread.
 *
 * @param url JDBC URL without credentials of its own
 * @param onClose drops the database; run at each {@link #close()}, so it must bear being run twice
 */
public record TestDatabase(String url, String user, String password, Runnable onClose) implements AutoCloseable {

    /** Opens a plain connection, as a second pair of eyes beside the code under test. */
    public Connection connect() throws SQLException {
        return DriverManager.getConnection(url, user, password);
    }

    @Override
    public void close() {
        onClose.run();
    }

    @Override
    public String toString() {
        return url;
    }
}
