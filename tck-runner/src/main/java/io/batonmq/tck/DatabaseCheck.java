package io.batonmq.tck;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;

/** Sees whether the database that the user gave lets them in: a node would wait for it. No thread of its own. */
final class DatabaseCheck {
    private static final String BOUND_SECONDS = "15";

    private DatabaseCheck() {}

    /** Connects once, if it is PostgreSQL: others are embedded, or the node says at once that it does not know them. */
    static void run(OwnNode.Database database) throws BadInputException {
        if (!database.url().startsWith("jdbc:postgresql:")) {
            return;
        }
        Properties properties = new Properties();
        properties.put("loginTimeout", BOUND_SECONDS);
        if (!database.user().isEmpty()) {
            properties.put("user", database.user());
        }
        if (!database.password().isEmpty()) {
            properties.put("password", database.password());
        }
        try {
            Connection connection = DriverManager.getConnection(database.url(), properties);
            connection.close();
        } catch (SQLException e) {
            throw new BadInputException("--database " + database.description() + ": " + ProviderCheck.text(e));
        }
    }
}
