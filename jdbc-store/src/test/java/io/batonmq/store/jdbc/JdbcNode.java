package io.batonmq.store.jdbc;

import io.batonmq.store.LeaseStore;
import io.batonmq.store.MessageStore;
import io.batonmq.store.contract.NodeStores;
import io.batonmq.store.testing.TestDatabase;

/** A node's stores over JDBC. */
record JdbcNode(JdbcStores stores) implements NodeStores {

    static NodeStores on(TestDatabase database) {
        return new JdbcNode(JdbcStores.open(settings(database)));
    }

    static StoreSettings settings(TestDatabase database) {
        return StoreSettings.of(database.url(), database.user(), database.password());
    }

    @Override
    public MessageStore messages() {
        return stores.messages();
    }

    @Override
    public LeaseStore lease() {
        return stores.lease();
    }

    @Override
    public void close() {
        stores.close();
    }
}
