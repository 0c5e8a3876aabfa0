package io.batonmq.store;

import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Batches and reads. Every call completes on an arbitrary thread.
 *
 * <p>{@link #write} is called with one batch at a time: the next only after the stage of the one before is done (S1). Reads
 * run beside it in READ COMMITTED, on the primary; a failed read completes exceptionally with a {@link StoreException}.
 */
public interface MessageStore extends AutoCloseable {

    /** Sends one batch. Never completes exceptionally. */
    CompletionStage<BatchResult> write(WriteBatch batch);

    /** Reads everything a new holder needs, but no message (L4 (3), L12): statements begun after the call. */
    CompletionStage<RecoveredState> recover(String leaseName);

    /**
     * Reads message rows of one queue and level in order.
     *
     * @param from first position wanted, inclusive
     * @param maxRows at most so many rows
     * @param maxBytes stops before the row whose {@link MessageRow#size()} would exceed it, but gives at least one row
     */
    CompletionStage<Page> page(String leaseName, long queue, int level, Position from, int maxRows, long maxBytes);

    /** The levels of a queue that have rows at or after {@code head}, each with its first position. */
    CompletionStage<List<LevelHead>> levels(String leaseName, long queue, Position head);

    /** Reads these message rows, those that exist, in no order: for claims. */
    CompletionStage<List<MessageRow>> find(String leaseName, List<MessageKey> keys);

    /** Reads chunks of a content from {@code firstChunk}, at most {@code chunks} of them. */
    CompletionStage<List<ContentRow>> content(String leaseName, Position content, int firstChunk, int chunks);

    /** Reads staged effects of a stage in order. */
    CompletionStage<List<StagedItem>> staged(String leaseName, Position stage, long from, int maxRows);

    /**
     * Looks for contents that no message row and no staged message names and that bear no stage's own name: for the sweep
     * (S4, S8). However many contents there are, one call looks at a page of them.
     *
     * @param after where the page begins, exclusive
     * @param before where looking ends, exclusive
     * @param maxLooked looks at no more contents than these
     */
    CompletionStage<OrphanPage> orphanContents(String leaseName, Position after, Position before, int maxLooked);

    @Override
    void close();

    /** What {@link #page} read; {@code more} = there are rows behind the last. */
    record Page(List<MessageRow> rows, boolean more) {}

    /** The orphans among the contents looked at, in order; {@code lookedTo} = the last of these, null = there are no more. */
    record OrphanPage(List<Orphan> orphans, @Nullable Position lookedTo) {}

    /** A content that nothing names; {@code chunks} = one more than its last chunk's number. */
    record Orphan(Position content, int chunks) {}

    /** The first position of a level of a queue. */
    record LevelHead(int level, Position first) {}

    /** State that a new holder starts from. */
    record RecoveredState(
            List<QueueRow> queues,
            List<ConnectionRow> connections,
            List<SessionRow> sessions,
            List<RefusalRow> refusals,
            List<StageRow> stages,
            long databaseMillis) {}
}
