package io.batonmq.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.batonmq.store.BatchResult;
import io.batonmq.store.Identity;
import io.batonmq.store.LeaseStore.Condition;
import io.batonmq.store.LeaseStore.NodeSelf;
import io.batonmq.store.LeaseStore.Take;
import io.batonmq.store.LeaseTerm;
import io.batonmq.store.MessageRow;
import io.batonmq.store.Position;
import io.batonmq.store.contract.Batch;
import io.batonmq.store.testing.H2Fixture;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a power loss leaves of an embedded H2: every batch that was reported stored (S3, I1). */
class H2PowerLossTest {

    private static final int BATCHES = 60;
    private static final int CRASHES_PER_BATCH = 2;

    @TempDir
    private Path directory;

    @BeforeAll
    static void register() {
        PowerLossFiles.register();
    }

    private static <T> T get(CompletionStage<T> call) {
        return call.toCompletableFuture().orTimeout(30, TimeUnit.SECONDS).join();
    }

    private JdbcStores open(boolean checkpoint) {
        String url = "jdbc:h2:powerloss:" + directory.resolve("node").toAbsolutePath();
        return JdbcStores.open(StoreSettings.of(url, "sa", "").withDurability(false, checkpoint, false));
    }

    private static LeaseTerm take(JdbcStores stores) {
        NodeSelf self = new NodeSelf("default", "node", new Identity(1, 2), "tcp://node:1");
        get(stores.lease().look(self));
        return Objects.requireNonNull(
                get(stores.lease().take(new Take(self, 5_000, 500, 0, 0, new Condition.Expired())))
                        .term());
    }

    private static MessageRow row(LeaseTerm term, int number) {
        return new MessageRow(1, new Position(term.epoch(), number), 5, 400, 0, 0, 0, new byte[400], null, 0);
    }

    /** The messages that are found after a crash now; −1 if the database can't even be opened. */
    private int afterCrash(String name, long seed) {
        PowerLossFiles.crash(directory.resolve("node.mv.db"), directory.resolve(name + ".mv.db"), seed);
        String url = H2Fixture.urlIn(directory).replaceFirst("batonmq$", name);
        try (JdbcStores found = JdbcStores.open(StoreSettings.of(url, "sa", ""))) {
            List<MessageRow> rows = get(found.messages().page("default", 1, 5, Position.FIRST, 10_000, 1_000_000))
                    .rows();
            for (int i = 0; i < rows.size(); i++) {
                assertThat(rows.get(i).position().counter()).isEqualTo(i + 1);
            }
            return rows.size();
        } catch (RuntimeException e) {
            return -1;
        }
    }

    @Test
    void everyStoredBatchOutlivesAPowerLoss() {
        try (JdbcStores stores = open(true)) {
            LeaseTerm term = take(stores);
            for (int i = 1; i <= BATCHES; i++) {
                BatchResult result = get(stores.messages()
                        .write(Batch.of(term, i).insert(row(term, i)).build()));
                assertThat(result).isEqualTo(new BatchResult.Stored());
                for (int crash = 0; crash < CRASHES_PER_BATCH; crash++) {
                    long seed = i * 1_000L + crash;
                    assertThat(afterCrash("crash-" + seed, seed))
                            .as("messages after %s batches, seed %s", i, seed)
                            .isEqualTo(i);
                }
            }
        }
    }

    /** The power loss is a real one: without the checkpoint it takes batches. */
    @Test
    void withoutTheCheckpointAPowerLossTakesBatches() {
        try (JdbcStores stores = open(false)) {
            LeaseTerm term = take(stores);
            for (int i = 1; i <= BATCHES; i++) {
                get(stores.messages()
                        .write(Batch.of(term, i).insert(row(term, i)).build()));
            }
            assertThat(afterCrash("crash", 1)).isLessThan(BATCHES);
        }
    }
}
