package io.batonmq.tck;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import org.h2.tools.Server;
import org.jspecify.annotations.Nullable;

/**
 * The database that two nodes share: the user's, or an H2 server in the runner's own process, which outlives every killed
 * node. One thread.
 */
final class SharedDatabase implements AutoCloseable {
    private final OwnNode.Database given;
    private final Path folder;
    private final @Nullable Server server;

    private SharedDatabase(OwnNode.Database given, Path folder, @Nullable Server server) {
        this.given = given;
        this.folder = folder;
        this.server = server;
    }

    static SharedDatabase open(OwnNode.Database given, Path folder) throws IOException {
        if (!given.url().isEmpty()) {
            return new SharedDatabase(given, folder, null);
        }
        try {
            Server server = Server.createTcpServer("-tcpPort", "0", "-tcpDaemon", "-ifNotExists");
            return new SharedDatabase(given, folder, server.start());
        } catch (SQLException e) {
            throw new IOException("no H2 server can be started", e);
        }
    }

    /**
     * The settings that lead a node to it.
     *
     * @param name of the H2 database, new each time; the user's is one, and its leases' names tell stores apart
     */
    Map<String, String> settings(String name) {
        if (server == null) {
            return given.settings();
        }
        Map<String, String> settings = new HashMap<>();
        settings.put(
                "store.url",
                "jdbc:h2:tcp://127.0.0.1:" + server.getPort() + "/async:"
                        + folder.resolve(name).toAbsolutePath() + ";WRITE_DELAY=0");
        settings.put("store.user", "sa");
        return settings;
    }

    String description() {
        return server == null ? given.description() : "an H2 server";
    }

    @Override
    public void close() {
        if (server != null) {
            server.stop();
        }
    }
}
