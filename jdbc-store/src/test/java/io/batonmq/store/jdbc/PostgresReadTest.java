package io.batonmq.store.jdbc;

import io.batonmq.store.contract.NodeStores;
import io.batonmq.store.contract.ReadContract;
import io.batonmq.store.testing.PostgresFixture;
import io.batonmq.store.testing.TestDatabase;
import org.junit.jupiter.api.AfterAll;

class PostgresReadTest extends ReadContract {

    private static final TestDatabase DATABASE = PostgresFixture.freshDatabase();

    @AfterAll
    static void dropDatabase() {
        DATABASE.close();
    }

    @Override
    protected NodeStores openNode() {
        return JdbcNode.on(DATABASE);
    }
}
