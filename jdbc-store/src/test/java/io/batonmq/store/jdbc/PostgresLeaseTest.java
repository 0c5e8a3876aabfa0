package io.batonmq.store.jdbc;

import io.batonmq.store.contract.LeaseContract;
import io.batonmq.store.contract.NodeStores;
import io.batonmq.store.testing.PostgresFixture;
import io.batonmq.store.testing.TestDatabase;
import org.junit.jupiter.api.AfterAll;

class PostgresLeaseTest extends LeaseContract {

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
