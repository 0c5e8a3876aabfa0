package io.batonmq.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Seeds of the simulated world with everything that breaks in it; the ledger is checked at the end of each (I1 to I5). A
 * failing seed is run alone with {@code -Dsim.seed=N}.
 */
class SimulationTest {
    private static final int SEEDS = Integer.getInteger("sim.seeds", 500);

    @Test
    @Timeout(value = 15, unit = TimeUnit.MINUTES)
    void noSeedLosesOrDoublesAnything() {
        Long only = Long.getLong("sim.seed");
        long takeovers = 0;
        long resumes = 0;
        long handOuts = 0;
        long confirms = 0;
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
            confirms += run.ledger().confirms;
        }
        System.out.printf(
                "simulation: %d seeds, %d takeovers, %d resumes, %d hand-outs, %d confirmed%n",
                last - first + 1, takeovers, resumes, handOuts, confirms);
        assertThat(takeovers)
                .as("the runs must take over, or they prove nothing")
                .isGreaterThan(last - first);
        assertThat(handOuts).isPositive();
        assertThat(confirms).isPositive();
    }
}
