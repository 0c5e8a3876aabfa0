package io.batonmq.store.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.batonmq.store.BatchResult;
import io.batonmq.store.Identity;
import io.batonmq.store.LeaseStore.Condition;
import io.batonmq.store.LeaseStore.LeaseView;
import io.batonmq.store.LeaseStore.NodeSelf;
import io.batonmq.store.LeaseStore.Take;
import io.batonmq.store.LeaseStore.TakeResult;
import io.batonmq.store.LeaseTerm;
import io.batonmq.store.MessageRow;
import io.batonmq.store.MessageStore.RecoveredState;
import io.batonmq.store.Position;
import io.batonmq.store.StoreException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;

/**
 * What the contracts share: nodes on one database, a lease of the test's own, rows. A subclass opens nodes and, where time
 * is simulated, says how calls end and time passes.
 */
public abstract class StoreContract {

    protected static final long ACTIVATION = 5_000;
    protected static final long PATIENCE = 500;

    private static final long CALL_SECONDS = 30;

    private final List<NodeStores> opened = new ArrayList<>();
    /** Each test has its own lease, and so its own empty store, in a database that is shared. */
    protected final String lease = "lease-" + UUID.randomUUID();

    /** Opens the stores of another node on the same database. */
    protected abstract NodeStores openNode();

    /** The end of a call: its value or its {@link StoreException}. */
    protected <T> T get(CompletionStage<T> call) {
        try {
            return call.toCompletableFuture()
                    .orTimeout(CALL_SECONDS, TimeUnit.SECONDS)
                    .join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof StoreException known) {
                throw known;
            }
            throw e;
        }
    }

    /** Returns when that much time has passed in the database. */
    protected void letPass(NodeStores node, long millis) {
        long from = databaseMillis(node);
        Awaitility.await().until(() -> databaseMillis(node) >= from + millis);
    }

    @AfterEach
    void closeNodes() {
        opened.forEach(NodeStores::close);
    }

    protected final NodeStores node() {
        NodeStores node = openNode();
        opened.add(node);
        return node;
    }

    protected final NodeSelf self(String nodeId) {
        return new NodeSelf(lease, nodeId, identity(), "tcp://" + nodeId + ":61616");
    }

    protected static Identity identity() {
        UUID random = UUID.randomUUID();
        return new Identity(random.getMostSignificantBits(), random.getLeastSignificantBits());
    }

    protected final LeaseView look(NodeStores node, NodeSelf self) {
        return get(node.lease().look(self));
    }

    protected final long databaseMillis(NodeStores node) {
        return get(node.messages().recover(lease)).databaseMillis();
    }

    /** Takes the lease whoever holds it, as after early takeover. */
    protected final LeaseTerm take(NodeStores node, NodeSelf self) {
        LeaseView view = look(node, self);
        Identity holder = view.lease().incarnation();
        Condition condition = holder == null ? new Condition.Expired() : new Condition.HolderGone(holder);
        return term(get(node.lease().take(takeOf(self, view.lease().epoch(), condition))));
    }

    protected final LeaseTerm take(NodeStores node) {
        return take(node, self("node-" + UUID.randomUUID()));
    }

    protected static Take takeOf(NodeSelf self, long expectedEpoch, Condition condition) {
        return new Take(self, ACTIVATION, PATIENCE, 0, expectedEpoch, condition);
    }

    protected static LeaseTerm term(TakeResult result) {
        return Objects.requireNonNull(result.term(), () -> "not taken: " + result.row());
    }

    protected final BatchResult write(NodeStores node, Batch batch) {
        return get(node.messages().write(batch.build()));
    }

    protected final void store(NodeStores node, Batch batch) {
        assertThat(write(node, batch)).isEqualTo(new BatchResult.Stored());
    }

    protected final RecoveredState recover(NodeStores node) {
        return get(node.messages().recover(lease));
    }

    /** All messages of a queue's level 5. */
    protected final List<MessageRow> messages(NodeStores node, long queue) {
        return get(node.messages().page(lease, queue, 5, Position.FIRST, 10_000, Long.MAX_VALUE))
                .rows();
    }

    protected static MessageRow message(long queue, Position position) {
        return message(queue, position, 5, "message at " + position, null, 0);
    }

    protected static MessageRow message(
            long queue, Position position, int level, String text, @Nullable Position content, long contentLength) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int size = Math.toIntExact(bytes.length + contentLength);
        return new MessageRow(queue, position, level, size, 0, 0, 0, bytes, content, contentLength);
    }

    protected static List<Position> positions(List<MessageRow> rows) {
        return rows.stream().map(MessageRow::position).toList();
    }
}
