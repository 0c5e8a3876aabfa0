package io.batonmq.broker.writer;

import static org.assertj.core.api.Assertions.assertThat;

import io.batonmq.broker.testing.ManualLoop;
import io.batonmq.broker.testing.MemoryStore;
import io.batonmq.store.BatchResult;
import io.batonmq.store.Identity;
import io.batonmq.store.LeaseStore.RenewResult;
import io.batonmq.store.LeaseTerm;
import io.batonmq.store.StoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

/** What becomes of a writer whose batches aren't stored (S5, S7). */
class BatchWriterOutageTest {
    private final ManualLoop loop = new ManualLoop();
    private final MemoryStore store = new MemoryStore();
    private final List<String> ended = new ArrayList<>();
    private final List<Long> durable = new ArrayList<>();
    private final BatchWriter writer = new BatchWriter(
            loop,
            store,
            new LeaseTerm("default", "node", new Identity(1, 1), 100),
            List.of(),
            new BatchWriter.Bounds(1_000, 4 << 20, Duration.ofMillis(100), 10_000),
            batch -> CompletableFuture.completedFuture(RenewResult.RENEWED),
            ended::add);

    private static StoreException away() {
        return new StoreException.NotStored("away", new IllegalStateException());
    }

    private void write() {
        Unit unit = new Unit();
        unit.deleteConnection(new Identity(1, 2));
        unit.whenDurable((epoch, batch) -> durable.add(batch));
        writer.submit(unit);
        loop.run();
    }

    @Test
    void theSameBatchIsSentUntilTheDatabaseIsBack() {
        store.fail(() -> new BatchResult.NotStored(away()));
        write();
        loop.advance(Duration.ofSeconds(5));
        assertThat(durable).isEmpty();
        store.fail(() -> null);
        loop.advance(Duration.ofSeconds(1));

        assertThat(durable).containsExactly(1L);
        assertThat(ended).isEmpty();
    }

    @Test
    void aWriterThatCanNotGoOnForLongLetsAnotherNodeTry() {
        store.fail(
                () -> new BatchResult.Unknown(new StoreException.OutcomeUnknown("away", new IllegalStateException())));
        write();
        loop.advance(Duration.ofSeconds(60));

        assertThat(ended).singleElement().asString().contains("could not be stored");
        assertThat(durable).isEmpty();
    }

    @Test
    void aDatabaseThatIsSetUpWronglyIsNotTriedAgain() {
        store.fail(() -> new BatchResult.NotStored(
                new StoreException.Unusable("synchronous_commit is off", new IllegalStateException())));
        write();

        assertThat(ended).singleElement().asString().contains("synchronous_commit is off");
    }

    /** Nobody knows what state it left: the loop must see it (L9). */
    @Test
    void whatGoesWrongInACallbackIsNotSwallowed() {
        Unit unit = new Unit();
        unit.deleteConnection(new Identity(1, 2));
        unit.whenDurable((epoch, batch) -> {
            throw new IllegalStateException("broken");
        });
        writer.submit(unit);

        Assertions.assertThatThrownBy(loop::run).hasMessage("broken");
    }
}
