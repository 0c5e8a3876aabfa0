package io.batonmq.store.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Classes of this package that keep or break a rule. */
public final class Fixtures {
    private Fixtures() {}

    public static final class Table {
        io.batonmq.store.Fixtures.@Nullable Plain row;

        void ask(Connection connection) throws SQLException {
            connection.commit();
        }
    }
}
