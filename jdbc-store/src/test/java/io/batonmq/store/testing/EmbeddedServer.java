package io.batonmq.store.testing;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A PostgreSQL server in processes of its own, which a test may freeze, kill and start again over the same data.
 *
 * <p>For one thread at a time; {@link #freshDatabase()} for any.
 */
public final class EmbeddedServer implements PostgresServer {

    private final Path dataDirectory;
    private final DatabaseMaker databases;
    private EmbeddedPostgres postgres;

    private EmbeddedServer(Path dataDirectory, EmbeddedPostgres postgres, DatabaseMaker superuser) {
        this.dataDirectory = dataDirectory;
        this.postgres = postgres;
        this.databases = superuser.requireDurable().asOrdinaryRole("batonmq");
    }

    static EmbeddedServer start() {
        try {
            Path dataDirectory = Files.createTempDirectory(workingDirectory(), "data-");
            EmbeddedPostgres postgres = start(dataDirectory, 0);
            // Not the library's own URL: it names the superuser, which would win over the role asked for.
            String url = "jdbc:postgresql://127.0.0.1:" + postgres.getPort() + "/postgres";
            DatabaseMaker superuser = new DatabaseMaker(url, "postgres", "");
            EmbeddedServer server = new EmbeddedServer(dataDirectory, postgres, superuser);
            Runtime.getRuntime().addShutdownHook(new Thread(server::close, "stop embedded PostgreSQL"));
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start an embedded PostgreSQL: " + e.getMessage(), e);
        }
    }

    /** Not the shared default: what one user has unpacked there, another can't write to. */
    private static Path workingDirectory() throws IOException {
        String name = "batonmq-postgres-" + System.getProperty("user.name");
        return Files.createDirectories(Path.of(System.getProperty("java.io.tmpdir"), name));
    }

    private static EmbeddedPostgres start(Path dataDirectory, int port) throws IOException {
        EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder()
                .setOverrideWorkingDirectory(workingDirectory().toFile())
                .setDataDirectory(dataDirectory)
                .setCleanDataDirectory(false)
                .setRegisterShutdownHook(false)
                .setPort(port)
                .setLocaleConfig("locale", "C")
                .setServerConfig("max_connections", "300");
        DatabaseMaker.DURABLE_SETTINGS.forEach(setting -> builder.setServerConfig(setting, "on"));
        return builder.start();
    }

    @Override
    public TestDatabase freshDatabase() {
        return databases.freshDatabase();
    }

    /** The same database as its server's superuser, to look at and change what an ordinary role can't. */
    public TestDatabase asSuperuser(TestDatabase database) {
        return new TestDatabase(database.url(), "postgres", "", database.onClose());
    }

    /** The server's data directory; it outlives {@link #kill()} and goes at {@link #close()}. */
    public Path dataDirectory() {
        return dataDirectory;
    }

    /** The process id of the server's main process, the parent of one process per connection. */
    public long pid() {
        try (Stream<String> lines = Files.lines(dataDirectory.resolve("postmaster.pid"))) {
            return Long.parseLong(lines.findFirst().orElseThrow().strip());
        } catch (IOException e) {
            throw new UncheckedIOException("the server is not running", e);
        }
    }

    /** Freezes the main process and all others: connections stay open and nothing answers. */
    public void suspend() {
        ProcessSignal.STOP.send(pid()); // first, so that it starts no others
        processes().forEach(ProcessSignal.STOP::sendIfAlive);
    }

    /** Undoes {@link #suspend()}. */
    public void resume() {
        processes().forEach(ProcessSignal.CONT::sendIfAlive);
    }

    /** Kills all processes with SIGKILL and waits until they are gone. */
    public void kill() {
        List<ProcessHandle> all = processes();
        all.forEach(ProcessSignal.KILL::sendIfAlive);
        all.forEach(ProcessSignal::awaitExit);
    }

    /** Starts a killed server again: same port, same data, after its own crash recovery. */
    public void restart() {
        try {
            int port = postgres.getPort();
            postgres.close();
            postgres = start(dataDirectory, port);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot restart the embedded PostgreSQL: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        try {
            postgres.close();
            TemporaryFiles.delete(dataDirectory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<ProcessHandle> processes() {
        ProcessHandle main = ProcessHandle.of(pid()).orElseThrow();
        return Stream.concat(Stream.of(main), main.descendants()).toList();
    }
}
