package io.batonmq.store.jdbc;

import io.batonmq.store.BatchResult;
import io.batonmq.store.Identity;
import io.batonmq.store.LeaseStore.Condition;
import io.batonmq.store.LeaseStore.NodeSelf;
import io.batonmq.store.LeaseStore.Take;
import io.batonmq.store.LeaseTerm;
import io.batonmq.store.MessageRow;
import io.batonmq.store.Position;
import io.batonmq.store.SentQueues;
import io.batonmq.store.SessionRow;
import io.batonmq.store.WriteBatch;
import io.batonmq.store.contract.Batch;
import io.batonmq.store.testing.H2Fixture;
import io.batonmq.store.testing.PostgresFixture;
import io.batonmq.store.testing.TestDatabase;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.CompletionStage;

/**
 * Measures batches and reads on both databases: an argument names the backlog, in messages, before which it is done.
 * Confined to its main thread.
 */
final class StoreThroughput {

    private static final long NANOS_PER_RUN = 2_000_000_000L;
    private static final int BODY = 1_024;

    private final JdbcStores stores;
    private final LeaseTerm term;
    private final String name;
    private long batch;
    private long counter;

    private StoreThroughput(JdbcStores stores, String name) {
        this.stores = stores;
        this.name = name;
        NodeSelf self = new NodeSelf("default", "node", new Identity(1, 2), "tcp://node:1");
        get(stores.lease().look(self));
        this.term = Objects.requireNonNull(
                get(stores.lease().take(new Take(self, 5_000, 500, 0, 0, new Condition.Expired())))
                        .term());
    }

    public static void main(String[] args) {
        int backlog = args.length == 0 ? 0 : Integer.parseInt(args[0]);
        try (TestDatabase postgres = PostgresFixture.freshDatabase();
                TestDatabase h2 = H2Fixture.freshDatabase()) {
            measure("PostgreSQL", postgres, backlog);
            measure("H2", h2, backlog);
        }
        System.exit(0); // the servers of tests end with the process
    }

    private static void measure(String name, TestDatabase database, int backlog) {
        try (JdbcStores stores = JdbcStores.open(JdbcNode.settings(database))) {
            StoreThroughput run = new StoreThroughput(stores, name);
            run.load(backlog);
            for (int size : new int[] {1, 1, 10, 100, 1_000}) {
                run.batches(size);
            }
            run.reads();
        }
    }

    private static <T> T get(CompletionStage<T> call) {
        return call.toCompletableFuture().join();
    }

    private void write(WriteBatch written) {
        BatchResult result = get(stores.messages().write(written));
        if (!(result instanceof BatchResult.Stored)) {
            throw new IllegalStateException("not stored: " + result);
        }
    }

    private MessageRow row(long queue, long place) {
        return new MessageRow(queue, new Position(term.epoch(), place), 5, BODY, 0, 0, 0, new byte[BODY], null, 0);
    }

    private Batch nextBatch() {
        return Batch.of(term, ++batch).after(batch - 1);
    }

    private void load(int backlog) {
        for (int loaded = 0; loaded < backlog; ) {
            Batch next = nextBatch();
            for (int i = 0; i < 1_000; i++, loaded++) {
                next.insert(row(1, ++counter));
            }
            write(next.build());
        }
    }

    /** Each batch stores as many new messages as it deletes old ones, and moves one session. */
    private void batches(int size) {
        SessionRow session = new SessionRow(new Identity(3, 4), 1, 1, SentQueues.ALL, false, 0);
        long from = counter;
        Batch first = nextBatch();
        for (int i = 0; i < size; i++) {
            first.insert(row(1, ++counter));
        }
        write(first.build());
        int done = 0;
        long started = System.nanoTime();
        while (System.nanoTime() - started < NANOS_PER_RUN) {
            Batch next = nextBatch().put(new SessionRow(session.connection(), 1, batch, SentQueues.ALL, false, 0));
            for (int i = 0; i < size; i++) {
                next.delete(row(1, ++from)).insert(row(1, ++counter));
            }
            if (batch % 1_000 == 0) {
                next.pruneBatchesBelow(batch - 100);
            }
            write(next.build());
            done++;
        }
        double seconds = (System.nanoTime() - started) / 1e9;
        print(
                "batches of %,d in + %,d out: %,.0f batches/s, %,.0f messages/s",
                size, size, done / seconds, done * size / seconds);
    }

    private void reads() {
        for (int rows : new int[] {1, 100, 1, 100}) {
            Position from = new Position(term.epoch(), counter / 2);
            time("a page of " + rows, () -> stores.messages().page("default", 1, 5, from, rows, 1_000_000));
        }
        for (int i = 0; i < 3; i++) {
            time("heads of levels", () -> stores.messages().levels("default", 1, Position.FIRST));
        }
        time("recovery", () -> stores.messages().recover("default"));
    }

    private void time(String what, java.util.function.Supplier<CompletionStage<?>> read) {
        int done = 0;
        long started = System.nanoTime();
        while (System.nanoTime() - started < NANOS_PER_RUN / 4) {
            get(read.get());
            done++;
        }
        print("%s: %,.3f ms", what, (System.nanoTime() - started) / 1e6 / done);
    }

    private void print(String format, Object... values) {
        System.out.printf(Locale.ROOT, name + ", %,d messages stored so far: " + format + "%n", prepend(values));
    }

    private Object[] prepend(Object[] values) {
        Object[] all = new Object[values.length + 1];
        all[0] = counter;
        System.arraycopy(values, 0, all, 1, values.length);
        return all;
    }
}
