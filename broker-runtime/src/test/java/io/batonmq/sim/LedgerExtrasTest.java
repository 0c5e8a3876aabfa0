package io.batonmq.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.batonmq.sim.Ledger.Told;
import io.batonmq.store.Identity;
import io.batonmq.store.SessionRow.SessionKey;
import io.batonmq.wire.DeliveryRef;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What the ledger must reject of times, asynchronous sends, browsers and selectors, told to it directly. */
class LedgerExtrasTest {
    private static final Copy LATER = new Copy("c0.0-1dp", "q");
    private static final Copy SHORT = new Copy("c0.0-2ep", "q");
    private static final Copy PLAIN = new Copy("c0.0-3p", "q");
    private static final Copy NEXT = new Copy("c0.0-4p", "q");
    private static final DeliveryRef REF = new DeliveryRef(1, 7, 1, true);
    private static final String LOOK = "c1.0?1";

    private final SimWorld world = new SimWorld(1);
    private final Ledger ledger = new Ledger(world);

    LedgerExtrasTest() {
        ledger.serves(new Identity(1, 1), 7);
        sent(LATER, world.millis() + 5_000, 0);
        sent(SHORT, 0, world.millis() + 5_000);
        sent(PLAIN, 0, 0);
        sent(NEXT, 0, 0);
    }

    private void sent(Copy copy, long due, long expires) {
        Set<String> lines = Set.of(copy.line());
        ledger.sending(
                new SimMessage(copy.uid(), SimLine.QUEUE, lines, true, due, expires, SimLine.COLOURS.get(0), 20), null);
        ledger.told(copy.uid(), Told.CONFIRMED);
    }

    private void after(long millis) {
        world.step(world.nanos() + SimWorld.millis((double) millis));
    }

    private void handedOut(Copy copy) {
        ledger.handedOut("c1.0", SimRun.QUEUE, copy, REF, 1);
    }

    private void rejects(String invariant) {
        assertThatThrownBy(ledger::check).isInstanceOf(Ledger.Violation.class).hasMessageStartingWith(invariant);
    }

    private void accepts() {
        assertThatCode(ledger::check).doesNotThrowAnyException();
    }

    // ---- times

    @Test
    void whatIsNotDueIsNotHandedOut() {
        after(4_500);
        handedOut(LATER);

        rejects("R18");
    }

    @Test
    void whatIsDueIs() {
        after(4_900); // so well the nodes know their senders' clocks
        handedOut(LATER);

        accepts();
    }

    @Test
    void whatExpiredIsNotHandedOut() {
        after(5_500);
        handedOut(SHORT);

        rejects("R18");
    }

    @Test
    void whatWentBeforeItExpiredIsMissed() {
        after(4_000);
        ledger.removed(SHORT);
        after(4_000);
        ledger.checkEnd(Map.of(LATER, 1, PLAIN, 1, NEXT, 1), Map.of(SHORT, 1));

        rejects("I1");
    }

    @Test
    void whatWentWhenItExpiredIsNot() {
        after(5_000);
        ledger.removed(SHORT);
        ledger.checkEnd(Map.of(LATER, 1, PLAIN, 1, NEXT, 1), Map.of(SHORT, 1));

        accepts();
    }

    @Test
    void whatWasConfirmedBeforeItExpiredMustHaveBeenStored() {
        after(20_000);
        ledger.checkEnd(Map.of(LATER, 1, PLAIN, 1, NEXT, 1), Map.of());

        rejects("I1: " + SHORT);
    }

    @Test
    void whatExpiredDoesNotStay() {
        after(20_000);
        ledger.checkExpired(Set.of(PLAIN, SHORT));

        rejects("C89");
    }

    // ---- asynchronous sends

    @Test
    void anotherOrderOfCompletionsIsRejected() {
        ledger.completions.sent("c0.0", "a");
        ledger.completions.sent("c0.0", "b");
        ledger.completions.told("c0.0", "b");

        rejects("7.3");
    }

    @Test
    void aSecondCompletionIsRejected() {
        ledger.completions.sent("c0.0", "a");
        ledger.completions.told("c0.0", "a");
        ledger.completions.told("c0.0", "a");

        rejects("7.3");
    }

    @Test
    void aCommitThatDoesNotWaitIsRejected() {
        ledger.completions.sent("c0.0", "a");
        ledger.completions.returned("c0.0", "commit");

        rejects("7.3");
    }

    @Test
    void aCompletionThatNeverComesIsPending() {
        ledger.completions.sent("c0.0", "a");

        assertThat(ledger.pending()).containsExactly("a of c0.0");
    }

    // ---- browsers and selectors

    private void shown(Copy... copies) {
        for (Copy copy : copies) {
            ledger.shown(LOOK, copy);
        }
    }

    @Test
    void aLookThatShowsAllIsAccepted() {
        ledger.browses.begins(LOOK, SimRun.QUEUE);
        shown(SHORT, PLAIN, NEXT);
        ledger.browses.ended(LOOK);

        accepts();
    }

    @Test
    void aLookThatLacksSomethingIsRejected() {
        ledger.browses.begins(LOOK, SimRun.QUEUE);
        shown(SHORT, NEXT);
        ledger.browses.ended(LOOK);

        rejects("6.5");
    }

    @Test
    void whatAConsumerIsSentMeanwhileNeedNotBeShown() {
        ledger.browses.begins(LOOK, SimRun.QUEUE);
        shown(SHORT, NEXT);
        ledger.written(new SessionKey(new Identity(2, 2), 1), PLAIN.uid(), REF);
        ledger.browses.ended(LOOK);

        accepts();
    }

    @Test
    void whatIsShownTwiceIsRejected() {
        ledger.browses.begins(LOOK, SimRun.QUEUE);
        shown(PLAIN, PLAIN);

        rejects("6.5");
    }

    @Test
    void whatIsShownInAnotherOrderIsRejected() {
        ledger.browses.begins(LOOK, SimRun.QUEUE);
        shown(NEXT, PLAIN);

        rejects("6.5");
    }

    @Test
    void whatIsShownThoughItWasConsumedIsRejected() {
        handedOut(PLAIN);
        ledger.acknowledged("c1.0", PLAIN);
        ledger.browses.begins(LOOK, SimRun.QUEUE);
        shown(PLAIN);

        rejects("6.5");
    }

    @Test
    void whatIsShownBeforeItsTimeIsRejected() {
        ledger.browses.begins(LOOK, SimRun.QUEUE);
        shown(LATER);

        rejects("R18");
    }

    @Test
    void whatALooksSelectorDoesNotTakeIsRejected() {
        ledger.browses.begins(LOOK, SimLine.selecting(SimLine.COLOURS.get(1)));
        shown(PLAIN);

        rejects("6.5");
    }

    @Test
    void whatAConsumersSelectorDoesNotTakeIsRejected() {
        ledger.misdirected("c1.0", PLAIN);

        rejects("3.8");
    }
}
