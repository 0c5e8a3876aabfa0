package io.batonmq.broker.lease;

import io.batonmq.broker.loop.Loop;
import io.batonmq.store.Identity;
import io.batonmq.store.LeaseRow;
import io.batonmq.store.LeaseStore;
import io.batonmq.store.LeaseStore.Condition;
import io.batonmq.store.LeaseStore.LeaseView;
import io.batonmq.store.LeaseStore.NodeSelf;
import io.batonmq.store.LeaseStore.RenewResult;
import io.batonmq.store.LeaseStore.Renewal;
import io.batonmq.store.LeaseStore.Take;
import io.batonmq.store.LeaseStore.TakeResult;
import io.batonmq.store.LeaseTerm;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The node's part in the lease: looks, takes, renews, stops trusting (L1–L10). One statement at a time. Confined to the lease
 * loop, except {@link #trust} and the methods that say otherwise.
 */
public final class LeaseRole {
    private static final Logger LOG = LoggerFactory.getLogger(LeaseRole.class);

    /**
     * STANDBY → TAKING → HOLDER → STANDBY; TAKING → STANDBY; any → STOPPED. STANDBY looks, TAKING waits for a takeover's
     * answer, HOLDER renews.
     */
    enum State {
        STANDBY,
        TAKING,
        HOLDER,
        STOPPED
    }

    private final LeaseStore store;
    private final Loop loop;
    private final LeaseSettings settings;
    private final NodeSelf self;
    private final RandomGenerator random;
    private final RoleListener listener;
    private final LeaseTrust trust;
    private final StandbyView view;
    private final EarlyTakeover early;
    private final LeaseTrouble trouble;

    private State state = State.STANDBY;
    private boolean statementOpen;
    /** A look or renewal is wanted as soon as the open statement is answered. */
    private boolean hurry;

    private Loop.@Nullable Timer tick;
    private Loop.@Nullable Timer trustEnd;
    private @Nullable LeaseTerm term;
    private long lookSent;
    private int renewalsSinceLook;
    private boolean pausedByStepDown;
    private boolean renewalsPaused;

    /** A standby that does nothing before {@link #start}. */
    public LeaseRole(
            LeaseStore store,
            Loop loop,
            LeaseSettings settings,
            NodeSelf self,
            RandomGenerator random,
            RoleListener listener) {
        this.store = store;
        this.loop = loop;
        this.settings = settings;
        this.self = self;
        this.random = random;
        this.listener = listener;
        this.trust = new LeaseTrust(loop::nanos);
        this.view = new StandbyView(settings.activation().toNanos(), self.nodeId(), self.incarnation());
        this.early = new EarlyTakeover(settings);
        this.trouble = new LeaseTrouble(settings);
    }

    /** Whether this node may act as the holder; asked from any thread. */
    public LeaseTrust trust() {
        return trust;
    }

    /** Begins to contend. */
    public void start() {
        loop.assertInside();
        look();
    }

    /** Stops contending; a held lease runs out or was released before. */
    public void stop() {
        loop.assertInside();
        if (state == State.HOLDER) {
            leave("the node stops");
        }
        become(State.STOPPED);
        cancel(tick);
        cancel(trustEnd);
    }

    /** L8: a renewal after the release would take the lease back: none is sent from now on. */
    public void pauseRenewals() {
        loop.assertInside();
        renewalsPaused = true;
        cancel(tick);
    }

    /** The holding with this epoch can't go on (fenced, bookkeeping fault): steps down and contends again (L9). */
    public void stepDown(long epoch, String why) {
        loop.assertInside();
        LeaseTerm held = term;
        if (state == State.HOLDER && held != null && held.epoch() == epoch) {
            leave(why);
            pausedByStepDown = true;
            tickAfter(settings.heartbeat());
        }
    }

    /** The holder's process with this incarnation is gone: a state that stays until the lease moves (L5). */
    public void holderGone(Identity incarnation) {
        loop.assertInside();
        early.holderGone(incarnation);
        if (state == State.STANDBY) {
            soon();
        }
    }

    /** The holder answers again, or nothing is known. */
    public void holderSeen() {
        loop.assertInside();
        early.forget();
    }

    /** A holder said that it released the lease with this epoch (L8). */
    public void heardOfRelease(long epoch) {
        loop.assertInside();
        view.heardOf(epoch - 1);
        if (state == State.STANDBY) {
            soon();
        }
    }

    /** S5: renews, requiring the batch row; completes on the lease loop. Fails if nothing was learnt. */
    public CompletionStage<RenewResult> renewRequiring(long batch) {
        CompletableFuture<RenewResult> result = new CompletableFuture<>();
        loop.execute(() -> {
            LeaseTerm held = term;
            if (state != State.HOLDER || held == null) {
                result.complete(RenewResult.LOST);
            } else {
                renew(held, batch, result);
            }
        });
        return result;
    }

    /** R21: somebody knows of a higher epoch: renews, and tells whether the lease is still held. */
    public CompletionStage<Boolean> renewAfterHearingOf(long epoch) {
        CompletableFuture<RenewResult> result = new CompletableFuture<>();
        loop.execute(() -> {
            view.heardOf(epoch);
            LeaseTerm held = term;
            if (state != State.HOLDER || held == null) {
                result.complete(RenewResult.LOST);
            } else {
                renew(held, null, result);
            }
        });
        return result.thenApply(renewed -> renewed == RenewResult.RENEWED);
    }

    // ---------------------------------------------------------------- the clockwork

    private void tickAfter(Duration delay) {
        cancel(tick);
        long jitter = (long) (delay.toNanos() * 0.1 * random.nextDouble());
        tick = loop.schedule(delay.minusNanos(jitter), this::onTick);
    }

    private void soon() {
        if (statementOpen) {
            hurry = true;
        } else {
            cancel(tick);
            onTick();
        }
    }

    private void onTick() {
        if (state == State.STOPPED || renewalsPaused) {
            return;
        }
        if (statementOpen) {
            hurry = true;
            return;
        }
        LeaseTerm held = term;
        if (state == State.HOLDER && held != null) {
            boolean lookNow = ++renewalsSinceLook % 5 == 0;
            if (lookNow) {
                look();
            } else {
                renew(held, null, null);
            }
        } else if (state == State.STANDBY) {
            look();
        }
    }

    /** A statement was answered: the next one now or a heartbeat later. */
    private void answered() {
        statementOpen = false;
        if (state == State.STOPPED) {
            return;
        }
        if (hurry) {
            hurry = false;
            soon();
        } else {
            tickAfter(settings.heartbeat());
        }
    }

    // ---------------------------------------------------------------- looking and taking

    private void look() {
        statementOpen = true;
        long sent = loop.nanos();
        loop.whenDone(store.look(self), (seen, failure) -> onLook(sent, seen, failure));
    }

    private void onLook(long sent, @Nullable LeaseView seen, @Nullable Throwable failure) {
        if (seen == null) {
            if (state == State.STANDBY) {
                view.unanswered();
            }
            complain("look at the lease", failure);
            answered();
            return;
        }
        trouble.answered();
        long now = loop.nanos();
        listener.databaseTime(seen.lease().databaseMillis(), sent, now);
        boolean back = view.seen(seen.lease(), now);
        if (back) {
            LOG.error(
                    "The lease row went back to epoch {}, renewal {}: the database lost what it had. See STORE-WENT-BACK",
                    seen.lease().epoch(),
                    seen.lease().renewals());
        }
        compareIntervals(seen.lease());
        early.look(seen, now);
        listener.seen(seen);
        if (state == State.HOLDER) {
            statementOpen = false;
            LeaseTerm held = term;
            if (held != null) {
                checkStillMine(held, seen.lease(), back);
            }
            return;
        }
        lookSent = sent;
        if (state != State.STANDBY || !takeIfAllowed(seen.lease())) {
            answered();
        }
    }

    private void compareIntervals(LeaseRow row) {
        long holders = view.longerActivationMillis();
        if (state == State.STANDBY && holders > 0) {
            trouble.holderHasLongerInterval(row, holders);
        }
    }

    private void checkStillMine(LeaseTerm held, LeaseRow row, boolean back) {
        if (back) { // what this node has in memory is not what the database has (L7)
            leave("the lease row went back to renewal " + row.renewals());
            tickAfter(settings.heartbeat());
        } else if (row.epoch() != held.epoch() || !held.incarnation().equals(row.incarnation())) {
            leave("the lease row names epoch " + row.epoch() + ", not " + held.epoch());
            tickAfter(settings.heartbeat());
        } else {
            renew(held, null, null);
        }
    }

    private boolean takeIfAllowed(LeaseRow row) {
        if (pausedByStepDown) {
            // Others go first: whatever made this node step down may still be there.
            pausedByStepDown = false;
            return false;
        }
        Optional<Condition> ground = view.ground(lookSent, early.mayFence(loop.nanos()));
        if (ground.isEmpty()) {
            return false;
        }
        become(State.TAKING);
        long sent = loop.nanos();
        Condition condition = ground.get();
        Take take = new Take(
                self,
                settings.activation().toMillis(),
                settings.lockPatience().toMillis(),
                view.seenEpoch(),
                row.epoch(),
                condition);
        loop.whenDone(store.take(take), (result, failure) -> onTake(sent, condition, row, result, failure));
        return true;
    }

    private void onTake(
            long sent, Condition condition, LeaseRow before, @Nullable TakeResult result, @Nullable Throwable failure) {
        if (state != State.TAKING) {
            statementOpen = false;
            return;
        }
        if (result == null) {
            complain("take the lease", failure);
            become(State.STANDBY);
            view.unanswered();
            answered();
            return;
        }
        LeaseTerm taken = result.term();
        LeaseRow row = result.row();
        long trustUntil =
                sent + settings.activation().toNanos() - settings.margin().toNanos();
        if (taken == null || row == null || loop.nanos() - trustUntil >= 0) {
            become(State.STANDBY);
            answered();
            return;
        }
        view.seen(row, loop.nanos());
        listener.databaseTime(row.databaseMillis(), sent, loop.nanos());
        boolean fenced = condition instanceof Condition.HolderGone goneHolder
                && !goneHolder.incarnation().equals(self.incarnation());
        early.taken(fenced ? before.incarnation() : null);
        term = taken;
        renewalsSinceLook = 0;
        become(State.HOLDER);
        trustUntil(taken, trustUntil);
        boolean wait = fenced && settings.advertisedElsewhere();
        listener.taken(taken, row, wait ? settings.heartbeat().toNanos() : 0);
        answered();
    }

    // ---------------------------------------------------------------- holding

    private void renew(LeaseTerm held, @Nullable Long batch, @Nullable CompletableFuture<RenewResult> wanted) {
        statementOpen = true;
        long sent = loop.nanos();
        loop.whenDone(
                store.renew(held, settings.activation().toMillis(), batch),
                (renewal, failure) -> onRenewal(held, sent, renewal, failure, wanted));
    }

    private void onRenewal(
            LeaseTerm held,
            long sent,
            @Nullable Renewal renewal,
            @Nullable Throwable failure,
            @Nullable CompletableFuture<RenewResult> wanted) {
        if (!held.equals(term) || state != State.HOLDER) {
            if (wanted != null) {
                wanted.complete(RenewResult.LOST);
            }
            answered();
            return;
        }
        if (renewal == null) {
            complain("renew the lease", failure);
            if (wanted != null) {
                wanted.completeExceptionally(failure == null ? new IllegalStateException("no answer") : failure);
            }
            statementOpen = false;
            tickAfter(settings.heartbeat().dividedBy(4));
            return;
        }
        listener.databaseTime(renewal.databaseMillis(), sent, loop.nanos());
        switch (renewal.result()) {
            case RENEWED -> renewed(held, sent);
            case LOST -> leave("the lease row no longer names this node with epoch " + held.epoch());
            case BATCH_MISSING -> LOG.warn("A batch that seemed to be in the database is not: it is sent again");
        }
        if (wanted != null) {
            wanted.complete(state == State.HOLDER ? renewal.result() : RenewResult.LOST);
        }
        answered();
    }

    private void renewed(LeaseTerm held, long sent) {
        if (trust.trusted(held.epoch())) {
            trustUntil(
                    held,
                    sent + settings.activation().toNanos() - settings.margin().toNanos());
        } else {
            // trust ended while the answer was on its way; what was refused meanwhile must not come back (L1)
            leave("the lease was renewed too late");
        }
    }

    private void trustUntil(LeaseTerm held, long until) {
        trust.extend(held.epoch(), until);
        cancel(trustEnd);
        trustEnd = loop.schedule(Duration.ofNanos(Math.max(0, trust.left())), this::onTrustEnd);
    }

    private void onTrustEnd() {
        if (state == State.HOLDER) {
            if (trust.left() > 0) {
                trustEnd = loop.schedule(Duration.ofNanos(Math.max(1, trust.left())), this::onTrustEnd);
            } else {
                leave("the lease could not be renewed in time");
                tickAfter(settings.heartbeat());
            }
        }
    }

    /** HOLDER → STANDBY: trust ends first, then the node is told. */
    private void leave(String why) {
        trust.end();
        cancel(trustEnd);
        term = null;
        become(State.STANDBY);
        listener.lost(why);
    }

    private void complain(String attempt, @Nullable Throwable failure) {
        String unusable = trouble.failed(attempt, failure);
        if (unusable != null) {
            listener.unusable(unusable);
        }
    }

    private void become(State next) {
        if (state != State.STOPPED) {
            state = next;
        }
    }

    private static void cancel(Loop.@Nullable Timer timer) {
        if (timer != null) {
            timer.cancel();
        }
    }
}
