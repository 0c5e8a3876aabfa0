package io.batonmq.store;

import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The lease row (L1–L11). Every call is one short transaction on the lease's own connection, in order, and completes on an
 * arbitrary thread; a failure is a {@link StoreException}, of which {@link StoreException.OutcomeUnknown} means that the
 * statement may or may not take effect, now or later.
 */
public interface LeaseStore extends AutoCloseable {

    /**
     * Reads the row (made if it is not there) and the nodes that were seen within ten activation intervals, and writes this
     * node's own row. Its own row is read as it was before: another incarnation in it, seen lately, is another process with
     * the same id.
     */
    CompletionStage<LeaseView> look(NodeSelf self);

    /**
     * Takes the lease: raises the epoch to {@code greatest(epoch + 1, database time in ms)} (L2) if the row allows it. It
     * waits for a batch in flight (L4); after {@code lockPatienceMillis} it ends whoever blocks it (L6).
     */
    CompletionStage<TakeResult> take(Take take);

    /**
     * Renews: {@code expiry = database now + activation}, renewal count + 1, requiring the row to name the term unchanged
     * (L3) and, if {@code requiredBatch} is given, the row (epoch, batch) to exist (S5).
     */
    CompletionStage<Renewal> renew(LeaseTerm term, long activationMillis, @Nullable Long requiredBatch);

    @Override
    void close();

    /** What {@link #look} writes of this node. */
    record NodeSelf(String leaseName, String nodeId, Identity incarnation, String advertise) {}

    /** What {@link #look} reads. */
    record LeaseView(LeaseRow lease, List<NodeRow> nodes) {}

    /**
     * A try to take the lease.
     *
     * @param self who
     * @param activationMillis the new expiry is database now + this
     * @param lockPatienceMillis how long to wait for the row before its blocker is ended
     * @param seenEpoch the highest epoch this node knows of: the new one must be above it (L2)
     * @param expectedEpoch the row must still have this epoch
     * @param condition what else must hold in the row
     */
    record Take(
            NodeSelf self,
            long activationMillis,
            long lockPatienceMillis,
            long seenEpoch,
            long expectedEpoch,
            Condition condition) {}

    /** When the row may be taken. */
    sealed interface Condition {
        /** Only if there is no holder or the expiry, capped at now + activation, has passed in database time (L1). */
        record Expired() implements Condition {}

        /** The holder's process is known to be gone: its incarnation must still be in the row (L5). */
        record HolderGone(Identity incarnation) implements Condition {}

        /** Epoch and renewal count stayed unchanged for an activation interval of this node's own clock (L7). */
        record Unchanged(long renewals) implements Condition {}
    }

    /** How {@link #take} ended; {@code null} epoch = not taken. {@code row} is the row as it was then seen. */
    record TakeResult(@Nullable LeaseTerm term, @Nullable LeaseRow row) {}

    /**
     * A renewal.
     *
     * @param result how it ended
     * @param databaseMillis the database's clock in that statement (R18)
     */
    record Renewal(RenewResult result, long databaseMillis) {}

    /** How a renewal ended. */
    enum RenewResult {
        /** Renewed (and the required batch is there). */
        RENEWED,
        /** The row no longer names this term: step down (L9). */
        LOST,
        /** The term is unchanged, but the required batch row is missing: send the batch again (S5). */
        BATCH_MISSING
    }
}
