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
    /** Between two looks the database's clock may seem to lose so much, for the time that answers take. */
    private static final long CLOCK_TOLERANCE_MILLIS = 1_000;
    /** An expiry further away than so many activation intervals is no setting of another node, but a clock that stepped back. */
    private static final long MOST_INTERVALS = 10;

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
    private long answeredAt;
    /** The holder's own activation interval, as far as its renewals show it: nodes may be set differently (C101). */
    private long holdersNanos;

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
        noteActivation(earlier, row, answeredNanos);
        if (back) {
            wentBack = true;
            notBefore = answeredNanos + patienceNanos();
        }
        if (last == null || last.epoch() != row.epoch() || last.renewals() != row.renewals()) {
            unchangedSince = answeredNanos;
        }
        seenEpoch = Math.max(seenEpoch, row.epoch());
        last = row;
        before = row;
        answeredAt = answeredNanos;
        return back;
    }

    /**
     * A lease that was renewed since the look before expires no later than an activation interval of its holder's from now. If
     * the database's clock stepped back in between, that says nothing (L7); of an epoch that is new here, nobody can tell.
     */
    private void noteActivation(@Nullable LeaseRow earlier, LeaseRow row, long answeredNanos) {
        long left = Math.max(0, row.expiresInMillis()) * 1_000_000;
        if (earlier == null || earlier.epoch() != row.epoch()) {
            holdersNanos = Math.min(left, MOST_INTERVALS * activationNanos);
            return;
        }
        long passedMillis = (answeredNanos - answeredAt) / 1_000_000;
        boolean steady = row.databaseMillis() - earlier.databaseMillis() >= passedMillis - CLOCK_TOLERANCE_MILLIS;
        if (steady && earlier.renewals() < row.renewals()) {
            holdersNanos = Math.max(holdersNanos, left);
        }
    }

    /** How long an unchanged row is the holder's: the longer of its interval and ours. */
    private long patienceNanos() {
        return Math.max(activationNanos, holdersNanos);
    }

    /** The holder's activation interval in milliseconds, at least, if it is set to a longer one than this node's; 0 = not so. */
    long longerActivationMillis() {
        return holdersNanos > activationNanos ? holdersNanos / 1_000_000 : 0;
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
        if (sentNanos - unchangedSince >= patienceNanos()) {
            return Optional.of(new Condition.Unchanged(row.renewals()));
        }
        return Optional.empty();
    }
}
