package io.batonmq.store.jdbc;

import io.batonmq.store.testing.PostgresFixture;
import io.batonmq.store.testing.TestDatabase;
import org.junit.jupiter.api.AfterAll;

class PostgresTakeoverTest extends TakeoverContract {

    private static final TestDatabase DATABASE = PostgresFixture.freshDatabase();

    @AfterAll
    static void dropDatabase() {
        DATABASE.close();
    }

    @Override
    TestDatabase database() {
        return DATABASE;
    }

    @Override
    String waiting() {
        return "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    }

    @Override
    String countingSessions() {
        return "select count(*) from pg_stat_activity where datname = current_database()";
    }
}
