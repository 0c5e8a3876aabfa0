package io.batonmq.tck;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;

/** Sees whether the database that the user gave lets them in: a node would wait for it. No thread of its own. */
final class DatabaseCheck {
    private static final String BOUND_SECONDS = "15";

    private DatabaseCheck() {}

    /** Connects once, if it is PostgreSQL: H2 is the node's own. */
    static void run(OwnNode.Database database) throws BadInputException {
        if (database.url().isEmpty() || database.url().startsWith("jdbc:h2:")) {
            return;
        }
        if (!database.url().startsWith("jdbc:postgresql:")) {
            throw new BadInputException("--database " + database.description()
                    + ": a URL that begins with jdbc:postgresql: or jdbc:h2: is needed");
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
            throw new BadInputException("--database " + database.description() + ": " + ProviderCheck.text(e)
                    + " (--database-user and --database-password say who connects)");
        }
    }
}
