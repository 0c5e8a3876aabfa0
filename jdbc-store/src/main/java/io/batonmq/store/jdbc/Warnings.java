package io.batonmq.store.jdbc;

import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/**
 * Makes warnings failures (S6): PostgreSQL answers "committed, but perhaps not on the standby" with a warning and a normal
 * return. Stateless.
 */
final class Warnings {
    private Warnings() {}

    /** Throws the first warning of a statement that wrote. Notices of class 00 are none. */
    static void refuse(Statement statement) throws SQLException {
        refuse(statement.getWarnings());
    }

    static void refuse(@Nullable SQLWarning first) throws SQLException {
        for (SQLWarning warning = first; warning != null; warning = warning.getNextWarning()) {
            String state = warning.getSQLState();
            if (state == null || !state.startsWith("00")) {
                throw warning;
            }
        }
    }
}
