package io.batonmq.store.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import org.h2.tools.Server;

/** H2 as a server, for tests with several processes. For any thread. */
public record H2Server(Server server, Path directory) implements AutoCloseable {

    /** Starts a server whose databases are in a directory. */
    public static H2Server start(Path directory) {
        try {
            Files.createDirectories(directory);
            Server server = Server.createTcpServer("-tcpPort", "0", "-ifNotExists", "-baseDir", directory.toString())
                    .start();
            return new H2Server(server, directory);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Its database, empty at first; closing it stops the server. */
    public TestDatabase database() {
        return new TestDatabase("jdbc:h2:tcp://127.0.0.1:" + server.getPort() + "/./batonmq", "sa", "", this::close);
    }

    @Override
    public void close() {
        server.stop();
    }
}
