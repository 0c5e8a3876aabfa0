package io.batonmq.store;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One write batch, folded: at most one net effect per row (S4). One transaction, whole or not at all (S1). All lists may be
 * empty; {@link Folding} checks it; rows are absolute, so that the same batch means the same wherever it is sent again (S5).
 *
 * @param term the fence (S2)
 * @param number from 1 within the epoch; with the epoch the unique row that makes a resend harmless
 * @param after the batch of the epoch that was stored last before this one, whose row must be there: on a database that went
 *     back, what this batch counts on is not there (R15); 0 = none
 * @param insertMessages new message rows
 * @param deleteMessages rows that must exist, else the batch is a fault
 * @param deliveries rows that must exist
 * @param insertContent new chunks
 * @param deleteContent chunks to delete, those of a content without gaps and its first ones last: what has none of them has
 *     none at all; absent ones are no fault
 * @param putQueues rows to insert or replace
 * @param queueStates rows that must exist, new state
 * @param deleteQueues rows that must exist
 * @param putConnections rows to insert or replace
 * @param deleteConnections connections to delete, with all their sessions and refusals; absent ones are no fault
 * @param putSessions rows to insert or replace
 * @param deleteSessions session rows to delete, with their refusals; absent ones are no fault
 * @param insertRefusals new refusals
 * @param pruneRefusals refusals up to the number go
 * @param putStages rows to insert or replace
 * @param insertStaged new staged effects
 * @param deleteStaged staged effects from the first index up to, excluding, the second; absent ones are no fault
 * @param deleteStages stage rows that must exist; the caller has deleted their effects before
 * @param pruneBatchesBelow batch rows of this epoch below this number, and all of older epochs, may go, some of them now;
 *     0 = none. It touches the lease row (from then on the fence refuses late copies of those batches by their number), so
 *     it belongs in a batch now and then, not in each; at most {@code number}
 * @param release null, or the successor to name while giving the lease up in the same statement (L8)
 */
public record WriteBatch(
        LeaseTerm term,
        long number,
        long after,
        List<MessageRow> insertMessages,
        List<MessageKey> deleteMessages,
        List<DeliveryRow> deliveries,
        List<ContentRow> insertContent,
        List<ChunkRange> deleteContent,
        List<QueueRow> putQueues,
        List<QueueChange> queueStates,
        List<Long> deleteQueues,
        List<ConnectionRow> putConnections,
        List<Identity> deleteConnections,
        List<SessionRow> putSessions,
        List<SessionRow.SessionKey> deleteSessions,
        List<RefusalRow> insertRefusals,
        List<RefusalPrune> pruneRefusals,
        List<StageRow> putStages,
        List<StagedItem> insertStaged,
        List<StagedRange> deleteStaged,
        List<Position> deleteStages,
        long pruneBatchesBelow,
        @Nullable Release release) {

    /** Chunks of a content, from inclusive, to exclusive. */
    public record ChunkRange(Position content, int from, int to) {}

    /** New state of a queue. */
    public record QueueChange(long queue, QueueRow.QueueState state) {}

    /** Refusals of a session up to and including {@code upTo} go (R3). */
    public record RefusalPrune(SessionRow.SessionKey session, long upTo) {}

    /** Staged effects of a stage, from inclusive, to exclusive. */
    public record StagedRange(Position stage, long from, long to) {}

    /** The lease is given up in this batch; {@code successor} may be null (L8). */
    public record Release(@Nullable String successor) {}
}
