package io.batonmq.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Seeds of the simulated world with everything that breaks in it; the ledger is checked at the end of each (I1 to I5). A
 * failing seed is run alone with {@code -Dsim.seed=N}.
 */
class SimulationTest {
    private static final int SEEDS = Integer.getInteger("sim.seeds", 500);

    /**
     * R15: what a backup lacks is lost, but the connections go on, and a copied client is still told from its twin. Two
     * things end such a run early, and say nothing here: a holder that was paused while its lease went back can't know that
     * another took what looked like a lease that ran out, and a node that was started since finds its former self in the
     * backup, seen just now.
     */
    @Test
    @Timeout(value = 15, unit = TimeUnit.MINUTES)
    void aDatabaseThatGoesBackEndsNoConnection() {
        int runs = 0;
        int endedEarly = 0;
        for (long seed = 1; seed <= SEEDS / 5; seed++) {
            runs++;
            SimRun.Plan usual = SimRun.Plan.usual();
            boolean copies = seed % 4 == 0;
            SimRun run = new SimRun(
                    seed,
                    new SimRun.Plan(
                            usual.nodes(),
                            usual.clients(),
                            usual.operations(),
                            usual.faults(),
                            true,
                            copies,
                            SimRun.Plan.BY_SEED),
                    new Saboteur());
            try {
                run.run();
            } catch (RuntimeException e) {
                String why = String.valueOf(e.getMessage());
                if (!why.startsWith("I4: ") && !why.contains("is in use by another running node")) {
                    throw new AssertionError(
                            "seed " + seed + " with a database that goes back: " + why + "\n"
                                    + String.join("\n", run.world().trace()),
                            e);
                }
                endedEarly++;
            }
        }
        assertThat(endedEarly).as("runs that ended early, of " + runs).isLessThan(runs / 2);
    }

    @Test
    @Timeout(value = 15, unit = TimeUnit.MINUTES)
    void noSeedLosesOrDoublesAnything() {
        Long only = Long.getLong("sim.seed");
        long takeovers = 0;
        long resumes = 0;
        long handOuts = 0;
        long confirms = 0;
        long delayed = 0;
        long expired = 0;
        long asynchronous = 0;
        long shown = 0;
        long plain = 0;
        long lasting = 0;
        long ended = 0;
        long first = only == null ? 1 : only;
        long last = only == null ? SEEDS : only;
        for (long seed = first; seed <= last; seed++) {
            SimRun run = new SimRun(seed, SimRun.Plan.usual(), new Saboteur());
            try {
                run.run();
            } catch (RuntimeException e) {
                throw new AssertionError(
                        "seed " + seed + ": " + e.getMessage() + "; alone: -Dtest=SimulationTest -Dsim.seed=" + seed
                                + "\n" + String.join("\n", run.world().trace()),
                        e);
            }
            takeovers += run.takeovers();
            resumes += run.resumes();
            handOuts += run.ledger().handOuts;
            confirms += run.ledger().confirms();
            delayed += run.ledger().times.delayed;
            expired += run.ledger().times.expired;
            asynchronous += run.ledger().completions.told;
            shown += run.ledger().browses.shown;
            plain += run.ledger().subscriptions.handOuts;
            lasting += run.ledger().subscriptions.lasting;
            ended += run.ledger().subscriptions.ended;
        }
        System.out.printf(
                "simulation: %d seeds, %d takeovers, %d resumes, %d hand-outs (%d delayed), %d confirmed (%d asynchronously),"
                        + " %d expired, %d shown to browsers; plain subscriptions: %d hand-outs, %d ended, %d messages for those that lasted%n",
                last - first + 1,
                takeovers,
                resumes,
                handOuts,
                delayed,
                confirms,
                asynchronous,
                expired,
                shown,
                plain,
                ended,
                lasting);
        assertThat(takeovers)
                .as("the runs must take over, or they prove nothing")
                .isGreaterThan(last - first);
        assertThat(handOuts).isPositive();
        assertThat(confirms).isPositive();
        if (only == null) {
            assertThat(List.of(delayed, expired, asynchronous, shown, plain, lasting, ended))
                    .allMatch(count -> count > last);
        }
    }
}
