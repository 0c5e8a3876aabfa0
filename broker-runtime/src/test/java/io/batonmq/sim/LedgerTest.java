package io.batonmq.sim;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.batonmq.sim.Ledger.Told;
import io.batonmq.store.Identity;
import io.batonmq.store.Position;
import io.batonmq.store.SentQueues;
import io.batonmq.store.SessionRow.SessionKey;
import io.batonmq.wire.DeliveryRef;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What the ledger must reject, told to it directly. */
class LedgerTest {
    private static final Copy ONE = new Copy("c0.0-1p", "q");
    private static final Copy TWO = new Copy("c0.0-2p", "q");

    private static final DeliveryRef REF = new DeliveryRef(1, 7, 1, true);

    private final Ledger ledger = new Ledger(new SimWorld(1));

    LedgerTest() {
        ledger.serves(new Identity(1, 1), 7);
        sent(ONE, Told.CONFIRMED);
        sent(TWO, Told.CONFIRMED);
    }

    private void sent(Copy copy, Told told) {
        ledger.sending(SimMessage.plain(copy.uid(), Set.of(copy.line())), null);
        ledger.told(copy.uid(), told);
    }

    private void handedOut(String session, Copy copy, long counter, int count) {
        ledger.handedOut(session, SimRun.QUEUE, copy, new DeliveryRef(1, 7, counter, true), count);
    }

    private void rejects(String invariant) {
        assertThatThrownBy(ledger::check).isInstanceOf(Ledger.Violation.class).hasMessageStartingWith(invariant);
    }

    @Test
    void aPlainHistoryIsAccepted() {
        handedOut("c1.0", ONE, 1, 1);
        handedOut("c1.0", TWO, 2, 1);
        handedOut("c1.0", ONE, 1, 2);
        ledger.passed("c1.0", ONE);
        ledger.acknowledged("c1.0", TWO);
        ledger.checkEnd(Map.of(), Map.of(ONE, 1, TWO, 1));

        assertThatCode(ledger::check).doesNotThrowAnyException();
    }

    @Test
    void anotherOrderIsRejected() {
        handedOut("c1.0", TWO, 2, 1);
        handedOut("c1.0", ONE, 1, 1);

        rejects("Order");
    }

    @Test
    void theOrderOfWhatWasKeptForLongerThanOthersWaitIsNot() {
        SimWorld world = new SimWorld(1);
        Ledger waits = new Ledger(world);
        waits.order.recovers(Map.of(1L, new Position(7, 1)));
        waits.serves(new Identity(2, 2), 8);
        waits.order.handedOut("c1.0", TWO, new DeliveryRef(1, 7, 2, true), true, 1, world.millis() + 1_999);
        waits.order.handedOut("c1.0", ONE, REF, true, 1, world.millis() + 2_000);

        assertThatCode(waits::check).doesNotThrowAnyException();
    }

    @Test
    void theOrderOfWhatWasOnItsWayToAnotherIsNot() {
        ledger.written(new SessionKey(new Identity(2, 2), 1), ONE.uid(), REF);
        ledger.written(new SessionKey(new Identity(3, 3), 1), ONE.uid(), REF);
        handedOut("c1.0", TWO, 2, 1);
        handedOut("c1.0", ONE, 1, 1);

        assertThatCode(ledger::check).doesNotThrowAnyException();
    }

    @Test
    void aCountWithoutAHandOutIsRejected() {
        handedOut("c1.0", ONE, 1, 2);

        rejects("R10");
    }

    @Test
    void aCountWithoutAHandOutIsRejectedAfterATakeoverIfAllWereHeard() {
        ledger.counts.stored(REF.queue(), new Position(REF.epoch(), REF.counter()));
        ledger.serves(new Identity(2, 2), 8);
        handedOut("c1.0", ONE, 1, 2);

        rejects("R10");
    }

    @Test
    void aCountWithoutAHandOutIsTrueIfSomebodyWasNotHeard() {
        ledger.counts.stored(REF.queue(), new Position(REF.epoch(), REF.counter()));
        ledger.counts.givenUp(SentQueues.of(Set.of(REF.queue())));
        ledger.serves(new Identity(2, 2), 8);
        handedOut("c1.0", ONE, 1, 2);

        assertThatCode(ledger::check).doesNotThrowAnyException();
    }

    @Test
    void aHandOutThatIsNotCountedIsRejected() {
        handedOut("c1.0", ONE, 1, 1);
        ledger.announced(REF);
        handedOut("c2.0", ONE, 1, 1);

        rejects("R10");
    }

    @Test
    void aHandOutThatNoNodeHeardOfNeedsNoCount() {
        handedOut("c1.0", ONE, 1, 1);
        handedOut("c2.0", ONE, 1, 1);

        assertThatCode(ledger::check).doesNotThrowAnyException();
    }

    @Test
    void aHandOutBeforeATakeoverThatIsNotCountedIsRejected() {
        handedOut("c1.0", ONE, 1, 1);
        ledger.serves(new Identity(2, 2), 8);
        ledger.written(new SessionKey(new Identity(2, 2), 1), ONE.uid(), REF);
        handedOut("c2.0", ONE, 1, 1);

        rejects("R10");
    }

    @Test
    void aDeadLetterThatNobodyWasHandedIsRejected() {
        ledger.counts.died(ONE, 4);

        rejects("R10");
    }

    @Test
    void whatIsRemovedWithoutAnAcknowledgementIsRejected() {
        ledger.checkEnd(Map.of(TWO, 1), Map.of(ONE, 1));

        rejects("I1");
    }

    @Test
    void whatASubscriptionLacksIsRejected() {
        Copy copy = new Copy("c0.0-3tp", "d1");
        ledger.sending(SimMessage.plain(copy.uid(), Set.of("d1", "sd")), null);
        ledger.told(copy.uid(), Told.CONFIRMED);
        ledger.checkEnd(Map.of(ONE, 1, TWO, 1, copy, 1), Map.of());

        rejects("I1: c0.0-3tp@sd");
    }

    @Test
    void aTransactionThatIsThereInPartIsRejected() {
        ledger.sending(SimMessage.plain("c0.1-1p", Set.of("q")), "t");
        ledger.sending(SimMessage.plain("c0.1-2p", Set.of("q")), "t");
        ledger.toldOfTransaction("t", Told.UNKNOWN);
        ledger.checkEnd(Map.of(ONE, 1, TWO, 1, new Copy("c0.1-1p", "q"), 1), Map.of());

        rejects("I3");
    }

    @Test
    void aFalseReportOfLossIsRejected() {
        ledger.toldOfLoss("c0");

        rejects("I3");
    }
}
