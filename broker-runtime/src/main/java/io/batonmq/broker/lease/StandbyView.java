package io.batonmq.broker.lease;

import io.batonmq.store.Identity;
import io.batonmq.store.LeaseRow;
import io.batonmq.store.LeaseStore.Condition;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a standby has seen of the row over time, and from that: may it take over, and on what ground (L1, L5, L7, L8).
 * Confined to the lease loop.
 */
final class StandbyView {
    private final long activationNanos;
    private final String nodeId;
    private final Identity self;

    /** The newest answer; null since the database last failed to answer. */
    private @Nullable LeaseRow last;

    /** The newest answer, whatever happened since. */
    private @Nullable LeaseRow before;
    /** When this (epoch, renewals) was first answered. */
    private long unchangedSince;
    /** L7: the row went back; nobody takes over before this. */
    private long notBefore;

    private boolean wentBack;
    private long seenEpoch;

    StandbyView(long activationNanos, String nodeId, Identity self) {
        this.activationNanos = activationNanos;
        this.nodeId = nodeId;
        this.self = self;
    }

    /** An answered look. Returns whether the row went back since the one before (L7). */
    boolean seen(LeaseRow row, long answeredNanos) {
        LeaseRow earlier = before;
        boolean back = earlier != null
                && (row.epoch() < earlier.epoch()
                        || (row.epoch() == earlier.epoch() && row.renewals() < earlier.renewals()));
        if (back) {
            wentBack = true;
            notBefore = answeredNanos + activationNanos;
        }
        if (last == null || last.epoch() != row.epoch() || last.renewals() != row.renewals()) {
            unchangedSince = answeredNanos;
        }
        seenEpoch = Math.max(seenEpoch, row.epoch());
        last = row;
        before = row;
        return back;
    }

    /** The database did not answer: "unchanged" counts only while it does. */
    void unanswered() {
        last = null;
    }

    /** Learnt of an epoch from a peer or a client (L2). */
    void heardOf(long epoch) {
        seenEpoch = Math.max(seenEpoch, epoch);
    }

    /** The highest epoch known: a new one must be above it. */
    long seenEpoch() {
        return seenEpoch;
    }

    @Nullable
    LeaseRow last() {
        return last;
    }

    /**
     * The ground for a takeover now, if there is one.
     *
     * @param sentNanos when the look was sent whose answer came last
     * @param gone the incarnation whose process is known to be gone (L5)
     */
    Optional<Condition> ground(long sentNanos, @Nullable Identity gone) {
        LeaseRow row = last;
        if (row == null || (wentBack && sentNanos - notBefore < 0)) {
            return Optional.empty();
        }
        if (row.holder() == null) {
            boolean mine = row.successor() == null || nodeId.equals(row.successor());
            boolean overdue = sentNanos - unchangedSince >= activationNanos / 4;
            return mine || overdue ? Optional.of(new Condition.Expired()) : Optional.empty();
        }
        if (row.expiresInMillis() <= 0) {
            return Optional.of(new Condition.Expired());
        }
        Identity holder = row.incarnation();
        if (holder != null && (holder.equals(gone) || holder.equals(self))) {
            return Optional.of(new Condition.HolderGone(holder));
        }
        if (sentNanos - unchangedSince >= activationNanos) {
            return Optional.of(new Condition.Unchanged(row.renewals()));
        }
        return Optional.empty();
    }
}
