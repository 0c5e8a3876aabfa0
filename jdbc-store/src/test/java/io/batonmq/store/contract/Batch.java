package io.batonmq.store.contract;

import io.batonmq.store.ConnectionRow;
import io.batonmq.store.ContentRow;
import io.batonmq.store.DeliveryRow;
import io.batonmq.store.Identity;
import io.batonmq.store.LeaseTerm;
import io.batonmq.store.MessageKey;
import io.batonmq.store.MessageRow;
import io.batonmq.store.Position;
import io.batonmq.store.QueueRow;
import io.batonmq.store.QueueRow.QueueState;
import io.batonmq.store.RefusalRow;
import io.batonmq.store.SessionRow;
import io.batonmq.store.SessionRow.SessionKey;
import io.batonmq.store.StageRow;
import io.batonmq.store.StagedItem;
import io.batonmq.store.WriteBatch;
import io.batonmq.store.WriteBatch.QueueChange;
import io.batonmq.store.WriteBatch.RefusalPrune;
import io.batonmq.store.WriteBatch.Release;
import io.batonmq.store.WriteBatch.StagedRange;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Builds write batches for tests. Confined to the test. */
public final class Batch {
    private final LeaseTerm term;
    private final long number;
    private final List<MessageRow> insertMessages = new ArrayList<>();
    private final List<MessageKey> deleteMessages = new ArrayList<>();
    private final List<DeliveryRow> deliveries = new ArrayList<>();
    private final List<ContentRow> insertContent = new ArrayList<>();
    private final List<WriteBatch.ChunkRange> deleteContent = new ArrayList<>();
    private final List<QueueRow> putQueues = new ArrayList<>();
    private final List<QueueChange> queueStates = new ArrayList<>();
    private final List<Long> deleteQueues = new ArrayList<>();
    private final List<ConnectionRow> putConnections = new ArrayList<>();
    private final List<Identity> deleteConnections = new ArrayList<>();
    private final List<SessionRow> putSessions = new ArrayList<>();
    private final List<SessionKey> deleteSessions = new ArrayList<>();
    private final List<RefusalRow> insertRefusals = new ArrayList<>();
    private final List<RefusalPrune> pruneRefusals = new ArrayList<>();
    private final List<StageRow> putStages = new ArrayList<>();
    private final List<StagedItem> insertStaged = new ArrayList<>();
    private final List<StagedRange> deleteStaged = new ArrayList<>();
    private final List<Position> deleteStages = new ArrayList<>();
    private long after;
    private long pruneBatchesBelow;
    private @Nullable Release release;

    private Batch(LeaseTerm term, long number) {
        this.term = term;
        this.number = number;
    }

    public static Batch of(LeaseTerm term, long number) {
        return new Batch(term, number);
    }

    public Batch after(long stored) {
        after = stored;
        return this;
    }

    public WriteBatch build() {
        return new WriteBatch(
                term,
                number,
                after,
                List.copyOf(insertMessages),
                List.copyOf(deleteMessages),
                List.copyOf(deliveries),
                List.copyOf(insertContent),
                List.copyOf(deleteContent),
                List.copyOf(putQueues),
                List.copyOf(queueStates),
                List.copyOf(deleteQueues),
                List.copyOf(putConnections),
                List.copyOf(deleteConnections),
                List.copyOf(putSessions),
                List.copyOf(deleteSessions),
                List.copyOf(insertRefusals),
                List.copyOf(pruneRefusals),
                List.copyOf(putStages),
                List.copyOf(insertStaged),
                List.copyOf(deleteStaged),
                List.copyOf(deleteStages),
                pruneBatchesBelow,
                release);
    }

    public Batch insert(MessageRow... rows) {
        insertMessages.addAll(List.of(rows));
        return this;
    }

    public Batch delete(MessageRow... rows) {
        for (MessageRow row : rows) {
            deleteMessages.add(new MessageKey(row.queue(), row.position()));
        }
        return this;
    }

    public Batch deliver(MessageRow row, int count, long availableAt) {
        deliveries.add(new DeliveryRow(new MessageKey(row.queue(), row.position()), count, availableAt));
        return this;
    }

    public Batch insert(ContentRow... rows) {
        insertContent.addAll(List.of(rows));
        return this;
    }

    public Batch deleteContent(Position... contents) {
        for (Position content : contents) {
            deleteChunks(content, 0, Integer.MAX_VALUE);
        }
        return this;
    }

    public Batch deleteChunks(Position content, int from, int to) {
        deleteContent.add(new WriteBatch.ChunkRange(content, from, to));
        return this;
    }

    public Batch put(QueueRow... rows) {
        putQueues.addAll(List.of(rows));
        return this;
    }

    public Batch change(long queue, QueueState state) {
        queueStates.add(new QueueChange(queue, state));
        return this;
    }

    public Batch deleteQueue(long queue) {
        deleteQueues.add(queue);
        return this;
    }

    public Batch put(ConnectionRow... rows) {
        putConnections.addAll(List.of(rows));
        return this;
    }

    public Batch deleteConnection(Identity connection) {
        deleteConnections.add(connection);
        return this;
    }

    public Batch put(SessionRow... rows) {
        putSessions.addAll(List.of(rows));
        return this;
    }

    public Batch deleteSession(SessionKey session) {
        deleteSessions.add(session);
        return this;
    }

    public Batch insert(RefusalRow... rows) {
        insertRefusals.addAll(List.of(rows));
        return this;
    }

    public Batch prune(SessionKey session, long upTo) {
        pruneRefusals.add(new RefusalPrune(session, upTo));
        return this;
    }

    public Batch put(StageRow... rows) {
        putStages.addAll(List.of(rows));
        return this;
    }

    public Batch insert(StagedItem... items) {
        insertStaged.addAll(List.of(items));
        return this;
    }

    public Batch deleteStaged(Position stage, long from, long to) {
        deleteStaged.add(new StagedRange(stage, from, to));
        return this;
    }

    public Batch deleteStage(Position stage) {
        deleteStages.add(stage);
        return this;
    }

    public Batch pruneBatchesBelow(long below) {
        pruneBatchesBelow = below;
        return this;
    }

    public Batch release(@Nullable String successor) {
        release = new Release(successor);
        return this;
    }
}
