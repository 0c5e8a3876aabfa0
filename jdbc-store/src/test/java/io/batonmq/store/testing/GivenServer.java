package io.batonmq.store.testing;

import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.postgresql.Driver;

/** A PostgreSQL server that the user named: databases are made on it and dropped. For any thread. */
final class GivenServer implements PostgresServer {

    private final DatabaseMaker databases;

    private GivenServer(DatabaseMaker databases) {
        this.databases = databases;
    }

    static GivenServer connect(String url, @Nullable String user, @Nullable String password) {
        Properties parsed = Driver.parseURL(url, new Properties());
        if (parsed == null) {
            throw new IllegalArgumentException(PostgresSource.URL + " is not a PostgreSQL JDBC URL: " + url);
        }
        String ownUser = user != null ? user : parsed.getProperty("user", System.getProperty("user.name"));
        String ownPassword = password != null ? password : parsed.getProperty("password", "");
        GivenServer server = new GivenServer(
                new DatabaseMaker(DatabaseMaker.withoutCredentials(url), ownUser, ownPassword).requireDurable());
        Runtime.getRuntime().addShutdownHook(new Thread(server::close, "drop test databases"));
        return server;
    }

    @Override
    public TestDatabase freshDatabase() {
        return databases.freshDatabase();
    }

    @Override
    public void close() {
        databases.dropAll();
    }
}
