package io.batonmq.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each rule of the protocol is needed: with one taken away the ledger finds something broken, and with the same seed and
 * plan, but the rule in force, it doesn't. A rule's seed is one that was found to fail; if the code changes so that it no
 * longer does, the following ones are tried.
 *
 * <p>Not here, because no number of seeds tried reaches them at these seams:
 *
 * <ul>
 *   <li>R4 with one number: a holder answers a resume only when what it received before is durable, so both numbers say
 *       the same, but for NON_PERSISTENT sends, and a repeated one of those is answered, not applied.
 *   <li>R3's other half (what a rollback gives back waits until its number is durable), R7's marks between ② and ③: they are
 *       steps inside a node, tried in the tests of its sessions.
 *   <li>R6's replay, R7's clearing too early, R14's tombstone, a grace shorter than the silence limit: found by the model's
 *       directed runs; here {@link StoreSaboteurs} and {@link LinkSaboteurs} take them away, but the seeds that fit a test
 *       run don't meet the coincidence.
 * </ul>
 */
class MutationTest {
    /** So many seeds are tried for each rule. */
    private static final int TRIES = 400;

    record Mutation(
            String rule, Supplier<Saboteur> saboteur, long seed, boolean storeGoesBack, boolean copies, int focus) {
        @Override
        public String toString() {
            return rule;
        }

        SimRun.Plan plan() {
            SimRun.Plan usual = SimRun.Plan.usual();
            return new SimRun.Plan(
                    usual.nodes(), usual.clients(), usual.operations(), usual.faults(), storeGoesBack, copies, focus);
        }
    }

    static Stream<Mutation> mutations() {
        return Stream.of(
                mutation("S2: fence", StoreSaboteurs.NoFence::new, 27, 4),
                mutation("S5: compare-and-set", StoreSaboteurs.NoCompareAndSet::new, 14, 3),
                mutation("S5: already there counts at once", StoreSaboteurs.AlreadyThereCounts::new, 2, 6),
                mutation("S6: warnings are failures", StoreSaboteurs.WarningsAreFine::new, 3, 3),
                new Mutation("L2: epochs only grow", StoreSaboteurs.EpochPlusOne::new, 5, true, false, 0),
                mutation("L3: a row with its own node's id is somebody else's", StoreSaboteurs.AdoptsItsRow::new, 5, 1),
                mutation("L4: read after the takeover", StoreSaboteurs.ReadsInTheTakeoversSnapshot::new, 364, 1),
                mutation("L5: a reset link is no death", LinkSaboteurs.AResetIsADeath::new, 5, 5),
                mutation("R3: refusals are stored", StoreSaboteurs.ForgetsRefusals::new, 658, 1),
                mutation("R4: open transactions are repeated", LinkSaboteurs.TransactionsAreNotRepeated::new, 2, 1),
                mutation("R5: claims first", LinkSaboteurs.UnreadClaims::new, 1, 1),
                new Mutation("R5: attach ids", LinkSaboteurs.AnyAttachIsTheRightOne::new, 36, false, true, 4),
                mutation("R6: every commit is numbered", StoreSaboteurs.UnnumberedCommits::new, 129, 1),
                mutation("R7: claims void", StoreSaboteurs.NeverVoid::new, 52, 4),
                mutation("R8: silence limit", LinkSaboteurs.NoSilenceLimit::new, 13, 2),
                mutation("R9: handed-out mark", StoreSaboteurs.NoHandedOutMark::new, 7, 1));
    }

    private static Mutation mutation(String rule, Supplier<Saboteur> saboteur, long seed, int focus) {
        return new Mutation(rule, saboteur, seed, false, false, focus);
    }

    @ParameterizedTest
    @MethodSource("mutations")
    void withoutTheRuleSomethingBreaks(Mutation mutation) {
        long seed = mutation.seed();
        Ledger.Violation found = null;
        for (int tries = 0; tries < TRIES && found == null; tries++) {
            found = violation(new SimRun(
                    mutation.seed() + tries,
                    mutation.plan(),
                    mutation.saboteur().get()));
            seed = mutation.seed() + tries;
        }

        assertThat(found).as("nothing breaks without " + mutation.rule()).isNotNull();
        System.out.println("without " + mutation.rule() + ", seed " + seed + ": " + found.getMessage());
        SimRun honest = new SimRun(seed, mutation.plan(), new Saboteur());
        assertThatCode(honest::run).as("with the rule").doesNotThrowAnyException();
    }

    private static Ledger.@Nullable Violation violation(SimRun run) {
        try {
            run.run();
            return null;
        } catch (Ledger.Violation broken) {
            return broken;
        }
    }
}
