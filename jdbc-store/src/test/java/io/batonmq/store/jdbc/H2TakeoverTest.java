package io.batonmq.store.jdbc;

import io.batonmq.store.testing.H2Server;
import io.batonmq.store.testing.TestDatabase;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

class H2TakeoverTest extends TakeoverContract {

    @TempDir
    private static Path directory;

    private static H2Server server;

    @BeforeAll
    static void startServer() {
        server = H2Server.start(directory);
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    @Override
    TestDatabase database() {
        return server.database();
    }

    @Override
    String waiting() {
        return "select count(*) from information_schema.sessions where blocker_id is not null";
    }

    @Override
    String countingSessions() {
        return "select count(*) from information_schema.sessions";
    }
}
