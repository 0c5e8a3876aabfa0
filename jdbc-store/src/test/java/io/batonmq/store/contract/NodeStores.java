package io.batonmq.store.contract;

import io.batonmq.store.LeaseStore;
import io.batonmq.store.MessageStore;

/** The stores of one node on the database under test. */
public interface NodeStores extends AutoCloseable {

    MessageStore messages();

    LeaseStore lease();

    @Override
    void close();
}
