package io.batonmq.store.testing;

/**
 * Where tests get PostgreSQL from: one server for the whole test process, a fresh database whenever asked.
 *
 * <p>The server is, in this order: the one that the user names ({@code -Dbatonmq.test.postgres.url=jdbc:postgresql://…},
 * with {@code .user} and {@code .password}, or {@code BATONMQ_TEST_POSTGRES_URL} and so on in the environment; the role
 * needs CREATEDB); a container, where Docker answers; an embedded one. Each must really be durable: it is refused if
 * {@code fsync}, {@code synchronous_commit} or {@code full_page_writes} is not on.
 *
 * <p>For any thread; the first caller starts the server.
 */
public final class PostgresFixture {

    private PostgresFixture() {}

    /** Makes an empty database on the shared server. Close it after the test class, or leave it to the end. */
    public static TestDatabase freshDatabase() {
        return Shared.SERVER.freshDatabase();
    }

    /** Starts an embedded server of the caller's own, to be suspended, killed, reconfigured, and closed. */
    public static EmbeddedServer startOwnServer() {
        return EmbeddedServer.start();
    }

    /** Started on first use; stopped by what started it, at the end of the process. */
    private static final class Shared {
        static final PostgresServer SERVER = PostgresSource.choose(
                        PostgresSource::userSetting, ContainerServer::dockerAnswers)
                .start();

        private Shared() {}
    }
}
