package io.batonmq.store.testing;

import org.testcontainers.DockerClientFactory;
import org.testcontainers.postgresql.PostgreSQLContainer;

/** PostgreSQL in a container, removed by Testcontainers when the test process ends. For any thread. */
final class ContainerServer implements PostgresServer {

    private static final String IMAGE = "postgres:18-alpine";

    private final PostgreSQLContainer container;
    private final DatabaseMaker databases;

    private ContainerServer(PostgreSQLContainer container, DatabaseMaker databases) {
        this.container = container;
        this.databases = databases;
    }

    static boolean dockerAnswers() {
        try {
            return DockerClientFactory.instance().isDockerAvailable();
        } catch (RuntimeException | LinkageError e) {
            return false; // a broken installation of Docker is as good as none
        }
    }

    static ContainerServer start() {
        PostgreSQLContainer container = new PostgreSQLContainer(IMAGE);
        // The container's own default command switches fsync off.
        container.setCommand("postgres", "-c", "fsync=on", "-c", "max_connections=300");
        container.start();
        DatabaseMaker superuser =
                new DatabaseMaker(container.getJdbcUrl(), container.getUsername(), container.getPassword());
        return new ContainerServer(container, superuser.requireDurable().asOrdinaryRole("batonmq"));
    }

    @Override
    public TestDatabase freshDatabase() {
        return databases.freshDatabase();
    }

    @Override
    public void close() {
        container.stop();
    }
}
