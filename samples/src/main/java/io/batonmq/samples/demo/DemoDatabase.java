package io.batonmq.samples.demo;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.h2.tools.Server;
import org.jspecify.annotations.Nullable;

/**
 * The one database that the nodes share: an H2 server in the launcher's own process, so that it outlives every killed node,
 * or the user's PostgreSQL. For one thread.
 */
final class DemoDatabase implements AutoCloseable {

    private final @Nullable Server server;
    private final String url;
    private final String user;
    private final String password;

    private DemoDatabase(@Nullable Server server, String url, String user, String password) {
        this.server = server;
        this.url = url;
        this.user = user;
        this.password = password;
    }

    static DemoDatabase open(DemoOptions options, Path folder) throws SQLException {
        if (options.database() != null) {
            return new DemoDatabase(null, options.database(), options.user(), options.password());
        }
        Server server = Server.createTcpServer("-tcpPort", "0", "-tcpDaemon", "-ifNotExists")
                .start();
        String url = "jdbc:h2:tcp://127.0.0.1:" + server.getPort() + "/async:"
                + folder.resolve("database").toAbsolutePath() + ";WRITE_DELAY=0";
        return new DemoDatabase(server, url, "sa", "");
    }

    /** What to call it. */
    String description() {
        return server == null ? url.replaceAll("[?].*", "") : "H2 server in this process, port " + server.getPort();
    }

    /** The settings that lead a node to it. */
    List<String> nodeSettings() {
        List<String> settings = new ArrayList<>(List.of("--store.url=" + url));
        if (!user.isEmpty()) {
            settings.add("--store.user=" + user);
        }
        if (!password.isEmpty()) {
            settings.add("--store.password=" + password);
        }
        return settings;
    }

    Connection connect() throws SQLException {
        Properties properties = new Properties();
        if (!user.isEmpty()) {
            properties.setProperty("user", user);
        }
        if (!password.isEmpty()) {
            properties.setProperty("password", password);
        }
        return DriverManager.getConnection(url, properties);
    }

    @Override
    public void close() {
        if (server != null) {
            server.stop();
        }
    }
}
