package io.batonmq.sim;

import io.batonmq.store.Identity;
import io.batonmq.store.StoreException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The database as the nodes meet it: statements that take time, outlive their client, commit late or never, commit visibly
 * but unreplicated, or return a warning; a standby that takes over; going back in time; being away (DESIGN section 9).
 * Confined to the simulation's thread.
 */
final class SimDatabase {
    private static final long EPOCH_MILLIS = 1_700_000_000_000L;

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

    /** Turned off for the mutations of the protocol's rules. */
    final Set<String> off;

    final SimWorld world;
    final Identity cluster = new Identity(7, 7);
    final long activationMillis;
    ModelState primary = new ModelState();
    /** The replica, where it is behind: what would be there after a switch; null = it is up to date. */
    private @Nullable ModelState standby;

    private @Nullable ModelState backup;
    /** L4 switched off: what was visible when a takeover's statement ran. */
    @Nullable
    ModelState takeoverSnapshot;

    private boolean away;
    private double faultRate;
    private long clockOffsetMillis;
    int faults;

    SimDatabase(SimWorld world, Set<String> off, long activationMillis) {
        this.world = world;
        this.off = new HashSet<>(off);
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
        long latency = SimWorld.millis(0.2 + world.chance() * 1.5 + (world.chance() < 0.02 ? world.chance() * 60 : 0));
        if (away) {
            world.at(caller, latency, () -> result.completeExceptionally(notStored()));
            return result;
        }
        Fate fate = draw(writes);
        if (fate != Fate.OK) {
            faults++;
            world.note(caller.name() + ": " + what + " will end as " + fate);
        }
        switch (fate) {
            case CUT -> {
                world.at(caller, latency, () -> result.completeExceptionally(unknown(what)));
                if (world.chance() < 0.7) {
                    world.at(world.nature, SimWorld.millis(world.chance() * 3_000), () -> {
                        world.note(caller.name() + ": late " + what + " happens");
                        R unseen = statement.apply(primary);
                        world.note(caller.name() + ": which gave " + unseen);
                    });
                }
            }
            case NOT_STORED -> world.at(caller, latency, () -> result.completeExceptionally(notStored()));
            default -> world.at(world.nature, latency, () -> run(caller, what, statement, fate, result));
        }
        return result;
    }

    private <R> void run(
            SimProcess caller, String what, Function<ModelState, R> statement, Fate fate, CompletableFuture<R> result) {
        if (fate == Fate.UNREPLICATED || fate == Fate.WARNING) {
            if (standby == null) {
                standby = primary.copy();
            }
        } else if (fate == Fate.OK && standby != null) {
            standby = null; // replication is in order again: all before it is there too
        }
        R value = statement.apply(primary);
        long answer = SimWorld.millis(0.1 + world.chance());
        world.at(caller, answer, () -> {
            boolean warningIgnored = fate == Fate.WARNING && off.contains("S6");
            if (fate == Fate.OK || warningIgnored) {
                result.complete(value);
            } else {
                result.completeExceptionally(unknown(what));
            }
        });
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
