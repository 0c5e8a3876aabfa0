package io.batonmq.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.batonmq.store.BatchResult;
import io.batonmq.store.LeaseStore.RenewResult;
import io.batonmq.store.LeaseTerm;
import io.batonmq.store.Position;
import io.batonmq.store.contract.Batch;
import io.batonmq.store.contract.NodeStores;
import io.batonmq.store.contract.StoreContract;
import io.batonmq.store.testing.H2Fixture;
import io.batonmq.store.testing.TestDatabase;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Interrupts, even of the store's own threads, leave the embedded database usable (C35). */
class InterruptTest extends StoreContract {

    private static final TestDatabase DATABASE = H2Fixture.freshDatabase();
    private static final int BATCHES = 200;

    @AfterAll
    static void dropDatabase() {
        DATABASE.close();
    }

    @Override
    protected NodeStores openNode() {
        return JdbcNode.on(DATABASE);
    }

    @Test
    void theStoreGoesOnWhateverIsInterrupted() throws InterruptedException {
        NodeStores node = node();
        LeaseTerm term = take(node);
        AtomicBoolean stop = new AtomicBoolean();
        Thread interrupter = new Thread(() -> {
            while (!stop.get()) {
                Thread.getAllStackTraces().keySet().stream()
                        .filter(thread -> thread.getName().startsWith("batonmq-"))
                        .forEach(Thread::interrupt);
            }
        });
        interrupter.start();
        for (int i = 1; i <= BATCHES; i++) {
            int number = i;
            Awaitility.await().until(() -> {
                BatchResult result =
                        write(node, Batch.of(term, number).insert(message(1, new Position(term.epoch(), number))));
                return result instanceof BatchResult.Stored || result instanceof BatchResult.AlreadyThere;
            });
        }
        stop.set(true);
        interrupter.join();

        assertThat(messages(node, 1)).hasSize(BATCHES);
        assertThat(get(node.lease().renew(term, ACTIVATION, (long) BATCHES)).result())
                .isEqualTo(RenewResult.RENEWED);
    }
}
