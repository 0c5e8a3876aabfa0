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
 * <p>These are all the rules that the protocol's executable model can switch off and finds needed, and after them some of
 * what the model leaves out: counters, rows, order, delivery counts, times, asynchronous sends, browsers, selectors,
 * temporary queues, non-durable subscriptions. Two of its switches have no row here:
 *
 * <ul>
 *   <li>R5 with attach ids that grow, and a refused client that tries again with a higher one: whatever a holder has
 *       stored, a few tries are enough to pass. That is the row without attach ids.
 *   <li>R5 without claims for what unapplied rollbacks name: only the stored delivery count suffers, and the model finds
 *       nothing either.
 * </ul>
 *
 * <p>R4 with the received number only has two. If the answer still waits for the attach id to be stored, all that was
 * received before is durable by then, since the writer stores in order, and the numbers differ by NON_PERSISTENT sends and
 * acknowledgements only: what is found is a false report that the store went back. If it doesn't wait, messages are lost.
 */
class MutationTest {
    /** So many seeds are tried for each rule. */
    private static final int TRIES = 400;

    /** The name of a rule, or a part of it: {@code -Dsim.rule=R7} tries those only. */
    private static final String ONLY = System.getProperty("sim.rule", "");

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
        return all().filter(each -> each.rule().contains(ONLY));
    }

    private static Stream<Mutation> all() {
        return Stream.of(
                mutation("S2: fence", StoreSaboteurs.NoFence::new, 15, 4),
                mutation("S5: compare-and-set", StoreSaboteurs.NoCompareAndSet::new, 22, 3),
                mutation("S5: already there counts at once", StoreSaboteurs.AlreadyThereCounts::new, 13, 6),
                mutation("S5: the proof requires the row", StoreSaboteurs.ProvesNothing::new, 10, 6),
                mutation("S6: warnings are failures", StoreSaboteurs.WarningsAreFine::new, 7, 3),
                new Mutation("L2: epochs only grow", StoreSaboteurs.EpochPlusOne::new, 6, true, false, 0),
                mutation("L3: a row with its own node's id is somebody else's", StoreSaboteurs.AdoptsItsRow::new, 5, 1),
                mutation("L4: read after the takeover", StoreSaboteurs.ReadsInTheTakeoversSnapshot::new, 306, 1),
                mutation("L5: a reset link is no death", LinkSaboteurs.AResetIsADeath::new, 10, 5),
                new Mutation("L7: a row that went back", StoreSaboteurs.RowNeverGoesBack::new, 464, true, false, 0),
                mutation("R3: refusals are stored", StoreSaboteurs.ForgetsRefusals::new, 2, SimFaults.REFUSALS),
                mutation("R3: what goes back waits for its number", EarlyGiveBack::new, 20, SimFaults.REFUSALS),
                mutation("R4: durable besides received", ResumeSaboteurs.OnlyReceived::new, 4, SimFaults.ANSWERS),
                mutation(
                        "R4: durable, and answered when it is",
                        ResumeSaboteurs.AnsweredBeforeItIsStored::new,
                        1,
                        SimFaults.ANSWERS),
                mutation("R4: received besides durable", ResumeSaboteurs.OnlyDurable::new, 11, SimFaults.ANSWERS),
                mutation("R4: open transactions are repeated", LinkSaboteurs.TransactionsAreNotRepeated::new, 2, 1),
                mutation("R5: claims first", LinkSaboteurs.UnreadClaims::new, 1, 1),
                new Mutation("R5: attach ids", LinkSaboteurs.AnyAttachIsTheRightOne::new, 222, false, true, 4),
                mutation("R6: no second node", LinkSaboteurs.ReplaysNonPersistent::new, 8, SimFaults.ANSWERS),
                mutation("R6: every commit is numbered", StoreSaboteurs.UnnumberedCommits::new, 129, 1),
                mutation("R7: claims void", StoreSaboteurs.NeverVoid::new, 26, 4),
                mutation("R7: void until the client knows", StoreSaboteurs.VoidForEver::new, 28, SimFaults.VOID),
                mutation("R7: no sooner than it knows", StoreSaboteurs.VoidClearedAtTheResume::new, 27, SimFaults.VOID),
                mutation("R7: void meanwhile", ResumeSaboteurs.GrantedThoughVoid::new, 15, SimFaults.VOID),
                mutation("R7: a live holder waits, too", StoreSaboteurs.NoGrace::new, 9, SimFaults.NAPS),
                mutation("R8: silence limit", LinkSaboteurs.NoSilenceLimit::new, 51, 2),
                mutation("R8: alive by answered pings", LinkSaboteurs.AliveByReading::new, 14, SimFaults.NAPS),
                mutation("R9: handed-out mark", StoreSaboteurs.NoHandedOutMark::new, 4, 1),
                mutation("R11: lost claims", ResumeSaboteurs.ReplaysLostClaims::new, 298, SimFaults.VOID),
                mutation("R14: tombstone", StoreSaboteurs.NoTombstone::new, 1, SimFaults.SLEEP),
                mutation("L12: depth", HousekeepingSaboteurs.DepthOnlyGrows::new, 1, 1),
                mutation("R17: rows go", HousekeepingSaboteurs.ConnectionsStay::new, 1, 1),
                mutation("Order (6.2.10.2)", HousekeepingSaboteurs.DeliveriesOvertake::new, 5, 1),
                mutation("R10: redelivered", HousekeepingSaboteurs.NeverRedelivered::new, 2, 1),
                mutation("R10: only hand-outs count", HousekeepingSaboteurs.SendingCounts::new, 2, 1),
                mutation("R10: silence is no answer", HousekeepingSaboteurs.SilenceIsAnAnswer::new, 1, SimFaults.SLEEP),
                mutation(
                        "R10: silence is remembered",
                        HousekeepingSaboteurs.SilenceIsForgotten::new,
                        1,
                        SimFaults.SLEEP),
                mutation("R10: answers are believed", HousekeepingSaboteurs.AnswersAreNotBelieved::new, 1, 1),
                mutation("R18: due times are stored", TimeSaboteurs.DueTimesAreNotStored::new, 2, 1),
                mutation("R18: times to live are stored", TimeSaboteurs.TimesToLiveAreNotStored::new, 2, 1),
                mutation("R18: clocks are corrected", TimeSaboteurs.ClocksAreTakenForRight::new, 2, 1),
                mutation("7.3: told in order", CompletionSaboteurs.ToldWhenKnown::new, 1, 1),
                mutation("7.3: told once", CompletionSaboteurs.ToldTwice::new, 1, 1),
                mutation("7.3: told at all", CompletionSaboteurs.NeverTold::new, 1, 1),
                mutation("7.3: told before commit returns", CompletionSaboteurs.NobodyWaitsForListeners::new, 6, 1),
                mutation("6.5: browsers take nothing", ConsumerSaboteurs.BrowsersTake::new, 1, 1),
                mutation("6.5: a look shows all", ConsumerSaboteurs.SomeAreNotShown::new, 3, 1),
                mutation("6.5: nothing twice", ConsumerSaboteurs.ShownAgain::new, 3, 1),
                mutation("3.8: selectors", ConsumerSaboteurs.EverythingIsSelected::new, 1, 1),
                mutation("R17: temporaries", ConnectionSaboteurs.TemporariesAreNotRecovered::new, 8, 1),
                subscriptions("stored with their consumers", SubscriptionSaboteurs.HaveNoRows::new),
                subscriptions("with what is in them", SubscriptionSaboteurs.StoreNothing::new),
                subscriptions("and what is published meanwhile", SubscriptionSaboteurs.SleepWithTheirClients::new),
                subscriptions("recovered", SubscriptionSaboteurs.AreNotRecovered::new),
                subscriptions("whoever is there", SubscriptionSaboteurs.EndWithTheLink::new),
                subscriptions("whoever made them", SubscriptionSaboteurs.EndWithTheirMaker::new),
                subscriptions("with their selectors", SubscriptionSaboteurs.SelectNothing::new),
                subscriptions("nothing unseen is flagged", SubscriptionSaboteurs.AreInDoubt::new),
                subscriptions("found again", SubscriptionSaboteurs.AreNotFoundAgain::new),
                subscriptions("removed in the end", SubscriptionSaboteurs.AreNeverRemoved::new));
    }

    private static Mutation subscriptions(String rule, Supplier<Saboteur> saboteur) {
        return mutation("R17: subscriptions are " + rule, saboteur, 1, SimFaults.TOPICS);
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
