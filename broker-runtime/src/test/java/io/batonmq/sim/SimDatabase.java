package io.batonmq.sim;

import io.batonmq.store.BatchResult;
import io.batonmq.store.Identity;
import io.batonmq.store.LeaseStore.RenewResult;
import io.batonmq.store.LeaseStore.Renewal;
import io.batonmq.store.LeaseStore.TakeResult;
import io.batonmq.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The database as the nodes meet it: statements that take time, outlive their client, commit late or never, commit visibly
 * but unreplicated, or return a warning; a standby that takes over; going back in time; being away (DESIGN section 9).
 * Confined to the simulation's thread.
 */
final class SimDatabase {
    static final long EPOCH_MILLIS = 1_700_000_000_000L;

    /** How a statement ends. */
    enum Fate {
        OK,
        /** It commits, its answer is lost. */
        REPLY_LOST,
        /** The client loses it now; it commits later or never. */
        CUT,
        /** It commits on the primary only, and the connection ends. */
        UNREPLICATED,
        /** As before, but it returns normally, with a warning. */
        WARNING,
        /** It did not happen, and that is known. */
        NOT_STORED
    }

    final Saboteur saboteur;

    final SimWorld world;
    final Identity cluster = new Identity(7, 7);
    final long activationMillis;
    ModelState primary = new ModelState();
    /** The replica, where it is behind: what would be there after a switch; null = it is up to date. */
    private @Nullable ModelState standby;

    private @Nullable ModelState backup;
    /** Until then commits wait for a replica that doesn't answer. */
    private long unreplicatedUntil;

    private boolean away;
    private double faultRate;
    private double slowness = 1;
    private long delayNext;
    private @Nullable Runnable atNextBatch;
    private long clockOffsetMillis;
    int faults;

    SimDatabase(SimWorld world, Saboteur saboteur, long activationMillis) {
        this.world = world;
        this.saboteur = saboteur;
        this.activationMillis = activationMillis;
    }

    /** The database's own clock. */
    long millis() {
        return EPOCH_MILLIS + world.nanos() / 1_000_000 + clockOffsetMillis;
    }

    void watchedBy(Ledger ledger) {
        primary.watchedBy(ledger);
    }

    void faultRate(double rate) {
        faultRate = rate;
    }

    /** How much longer than usual its statements take. */
    void slowness(double factor) {
        slowness = factor;
    }

    /** Something breaks just when a batch is committed and its node doesn't know it yet, or just before. */
    void atNextBatch(Runnable breaks) {
        atNextBatch = breaks;
    }

    /** As in a pooler, or behind a stuck switch: the next batch comes to the database much later. */
    void delayNextBatch(long nanos) {
        delayNext = nanos;
    }

    void noMoreSurprises() {
        atNextBatch = null;
        delayNext = 0;
    }

    void away(boolean gone) {
        away = gone;
        world.note(gone ? "database away" : "database back");
    }

    /** The standby becomes the primary. */
    void switchOver() {
        ModelState replica = standby;
        if (replica != null) {
            world.note("database switches to a replica that lacks what was not replicated");
            primary = replica;
            standby = null;
        }
    }

    void takeBackup() {
        backup = primary.copy();
    }

    /** L7, R15: the store goes back. */
    boolean restore() {
        ModelState old = backup;
        if (old == null) {
            return false;
        }
        world.note("database goes back");
        primary = old;
        backup = null;
        standby = null;
        return true;
    }

    /**
     * Runs a statement for a process.
     *
     * @param statement what it does to the state
     * @param writes reads can only fail, never be in doubt
     */
    <R> CompletableFuture<R> submit(SimProcess caller, String what, Function<ModelState, R> statement, boolean writes) {
        CompletableFuture<R> result = new CompletableFuture<>();
        double slow = world.chance() < 0.02 ? world.chance() * 60 : 0;
        long latency = SimWorld.millis((0.2 + world.chance() * 1.5) * slowness + slow);
        if (away) {
            long until = latency;
            world.at(caller, until, () -> result.completeExceptionally(notStored()));
            return result;
        }
        if (what.startsWith("batch") && delayNext > 0) {
            world.note(caller.name() + ": " + what + " is delayed on its way");
            latency += delayNext;
            delayNext = 0;
        }
        Fate fate = draw(writes);
        if (fate != Fate.OK) {
            faults++;
            world.note(caller.name() + ": " + what + " will end as " + fate);
        }
        long delay = latency;
        switch (fate) {
            case CUT -> {
                world.at(caller, delay, () -> result.completeExceptionally(unknown(what)));
                if (world.chance() < 0.7) {
                    world.at(world.nature, SimWorld.millis(world.chance() * 3_000), () -> {
                        world.note(caller.name() + ": late " + what + " happens");
                        R unseen = statement.apply(primary);
                        world.note(caller.name() + ": which gave " + unseen);
                    });
                }
            }
            case NOT_STORED -> world.at(caller, delay, () -> result.completeExceptionally(notStored()));
            default -> world.at(world.nature, delay, () -> run(caller, what, statement, fate, result, writes));
        }
        return result;
    }

    private <R> void run(
            SimProcess caller,
            String what,
            Function<ModelState, R> statement,
            Fate fate,
            CompletableFuture<R> result,
            boolean writes) {
        if (fate == Fate.UNREPLICATED || fate == Fate.WARNING) {
            loseReplica();
        } else if (writes && standby != null && !changesNothing(statement.apply(primary.unwatchedCopy()))) {
            // commits wait until the replica is back, or has become the primary
            world.at(
                    world.nature,
                    Math.max(0, unreplicatedUntil - world.nanos()),
                    () -> run(caller, what, statement, fate, result, true));
            return;
        }
        Runnable breaks = what.startsWith("batch") ? atNextBatch : null;
        boolean before = breaks != null && world.chance() < 0.3;
        if (breaks != null) {
            atNextBatch = null;
        }
        if (breaks != null && before) {
            breaks.run();
        }
        R value = statement.apply(primary);
        if (breaks != null && !before) {
            breaks.run();
        }
        long answer = SimWorld.millis(0.1 + world.chance());
        world.at(caller, answer, () -> {
            boolean warningIgnored = fate == Fate.WARNING && !saboteur.warningFails();
            if (fate == Fate.OK || warningIgnored) {
                result.complete(value);
            } else {
                result.completeExceptionally(unknown(what));
            }
        });
    }

    /** From now on the replica lacks what is committed, until it is back or becomes the primary. */
    private void loseReplica() {
        if (standby == null) {
            standby = primary.copy();
            long millis = world.between(1, 400);
            unreplicatedUntil = world.nanos() + SimWorld.millis((double) millis);
            boolean becomesPrimary = world.chance() < 0.5;
            world.at(world.nature, unreplicatedUntil - world.nanos(), () -> {
                if (becomesPrimary) {
                    switchOver();
                }
                standby = null;
            });
        }
    }

    /** A statement that changed no row has nothing to wait for at its commit. */
    private static boolean changesNothing(@Nullable Object result) {
        return result instanceof BatchResult && !(result instanceof BatchResult.Stored)
                || result instanceof Renewal renewal && renewal.result() != RenewResult.RENEWED
                || result instanceof TakeResult take && take.term() == null;
    }

    private Fate draw(boolean writes) {
        if (!writes || world.chance() >= faultRate) {
            return Fate.OK;
        }
        Fate[] fates = {Fate.REPLY_LOST, Fate.CUT, Fate.UNREPLICATED, Fate.WARNING, Fate.NOT_STORED};
        return fates[world.random.nextInt(fates.length)];
    }

    private static StoreException notStored() {
        return new StoreException.NotStored("the database is away", new IllegalStateException("simulated"));
    }

    private static StoreException unknown(String what) {
        return new StoreException.OutcomeUnknown(
                "the answer to " + what + " was lost", new IllegalStateException("simulated"));
    }

    /** Rows for the final look. */
    List<String> describe() {
        List<String> lines = new ArrayList<>();
        primary.queues.values().forEach(row -> lines.add(row.toString()));
        return lines;
    }
}
