package io.batonmq.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.batonmq.sim.Ledger.Told;
import io.batonmq.sim.SubscriptionCheck.Subscriber;
import io.batonmq.store.Identity;
import io.batonmq.wire.DeliveryRef;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What the ledger must demand of non-durable subscriptions, and what it must not, told to it directly (R17). */
class SubscriptionCheckTest {
    private static final String RED = SimLine.COLOURS.get(0);
    private static final String GREEN = SimLine.COLOURS.get(1);
    private static final SimLine OWN = SimLine.plain("c1.0+1", null);
    private static final SimLine SHARED = SimLine.sharedPlain("s", null);
    private static final Identity CONNECTION = new Identity(1, 1);

    private final SimWorld world = new SimWorld(1);
    private final Ledger ledger = new Ledger(world);
    private final SubscriptionCheck subscriptions = ledger.subscriptions;

    SubscriptionCheckTest() {
        ledger.serves(new Identity(1, 1), 7);
        subscriptions.heard("c1");
        subscriptions.heard("c2");
    }

    private Subscriber opened(String client, SimLine line, long queue) {
        Subscriber made = subscriptions.opens(client, line);
        subscriptions.made(line.name(), queue);
        made.opened();
        return made;
    }

    private Copy published(String uid, SimLine line) {
        ledger.sending(message(uid), null);
        ledger.told(uid, Told.CONFIRMED);
        return new Copy(uid, line.name());
    }

    private SimMessage message(String uid) {
        Set<String> lines = subscriptions.awaiting(RED);
        return new SimMessage(uid, SimLine.TOPIC, lines, !uid.endsWith("n"), 0, 0, RED, 20);
    }

    private void handedOut(SimLine line, Copy copy, long queue, int count) {
        ledger.handedOut("c1.0", line, copy, new DeliveryRef(queue, 7, 1, true), count);
    }

    private void after(long millis) {
        world.step(world.nanos() + SimWorld.millis((double) millis));
    }

    private void rejects(String violation) {
        assertThatThrownBy(ledger::check).isInstanceOf(Ledger.Violation.class).hasMessageStartingWith(violation);
    }

    private void accepts() {
        assertThatCode(ledger::check).doesNotThrowAnyException();
    }

    // ---- from its consumer's creation

    @Test
    void aConsumerWithoutARowIsRejected() {
        subscriptions.opens("c1", OWN).opened();

        rejects("R17: c1 has its consumer of plain c1.0+1");
    }

    @Test
    void aConsumerThatIsToldItsCreationAfterALongSleepMayHaveNone() {
        Subscriber made = subscriptions.opens("c1", OWN);
        after(SubscriptionCheck.KEPT_MILLIS);
        made.opened();

        accepts();
        assertThat(subscriptions.awaiting(RED)).isEmpty();
    }

    @Test
    void whatIsLackingIsRejected() {
        opened("c1", OWN, 3);
        published("c0.0-1tp", OWN);
        ledger.checkEnd(Map.of(), Map.of());

        rejects("I1: c0.0-1tp@plain c1.0+1");
    }

    @Test
    void whatIsStoredOrConsumedIsNotLacking() {
        opened("c1", OWN, 3);
        Copy stored = published("c0.0-1tp", OWN);
        Copy consumed = published("c0.0-2tp", OWN);
        handedOut(OWN, consumed, 3, 1);
        ledger.acknowledged("c1.0", consumed);
        ledger.checkEnd(Map.of(stored, 1), Map.of(consumed, 1));

        accepts();
        assertThat(subscriptions.lasting).isEqualTo(2);
    }

    @Test
    void whatIsNotPersistentMayBeLacking() {
        opened("c1", OWN, 3);
        published("c0.0-1tn", OWN);
        ledger.checkEnd(Map.of(), Map.of());

        accepts();
    }

    @Test
    void whatWasPublishedBeforeMayBeLacking() {
        Subscriber made = subscriptions.opens("c1", OWN);
        published("c0.0-1tp", OWN);
        subscriptions.made(OWN.name(), 3);
        made.opened();
        ledger.checkEnd(Map.of(), Map.of());

        accepts();
    }

    @Test
    void whatWasConfirmedBeforeIsNotHandedOut() {
        Copy early = published("c0.0-1tp", OWN);
        after(1);
        opened("c1", OWN, 3);
        handedOut(OWN, early, 3, 1);

        rejects("R17: c0.0-1tp@plain c1.0+1 was published before");
    }

    @Test
    void whatItsSelectorDoesNotTakeMayBeLacking() {
        opened("c1", SimLine.plain("c1.0+1", GREEN), 3);

        assertThat(subscriptions.awaiting(RED)).isEmpty();
        assertThat(subscriptions.awaiting(GREEN)).containsExactly(OWN.name());
    }

    @Test
    void aCommitPublishesForThoseThatAreThereThen() {
        ledger.sending(message("c0.0-1tp"), "t");
        opened("c1", OWN, 3);
        ledger.committing("t");
        ledger.toldOfTransaction("t", Told.CONFIRMED);
        ledger.checkEnd(Map.of(), Map.of());

        rejects("I1: c0.0-1tp@plain c1.0+1");
    }

    // ---- until its end

    @Test
    void whatWasThereWhenItsConsumerIsClosedMayBeLacking() {
        Subscriber subscriber = opened("c1", OWN, 3);
        published("c0.0-1tp", OWN);
        subscriber.ends();
        subscriptions.removed(OWN.name(), 3);
        ledger.checkEnd(Map.of(), Map.of());

        accepts();
        assertThat(subscriptions.awaiting(RED)).isEmpty();
    }

    @Test
    void anEndThatNobodyAskedForIsRejected() {
        opened("c1", OWN, 3);
        subscriptions.removed(OWN.name(), 3);

        rejects("R17: plain c1.0+1 ended, though c1");
    }

    @Test
    void anEndBeforeItsClientWasAwayForLongEnoughIsRejected() {
        opened("c1", OWN, 3);
        after(SubscriptionCheck.KEPT_MILLIS - 10);
        subscriptions.removed(OWN.name(), 3);

        rejects("R17: plain c1.0+1 ended, though c1");
    }

    @Test
    void anEndAfterItsClientWasAwayForLongEnoughIsAccepted() {
        opened("c1", OWN, 3);
        published("c0.0-1tp", OWN);
        after(SubscriptionCheck.KEPT_MILLIS);
        subscriptions.removed(OWN.name(), 3);
        ledger.checkEnd(Map.of(), Map.of());

        accepts();
    }

    @Test
    void aNewHolderWaitsAnew() {
        opened("c1", OWN, 3);
        after(SubscriptionCheck.KEPT_MILLIS - 10);
        ledger.serves(new Identity(2, 2), 8);
        after(SubscriptionCheck.KEPT_MILLIS - 10);
        subscriptions.removed(OWN.name(), 3);

        rejects("R17: plain c1.0+1 ended, though c1");
    }

    @Test
    void holdersTogetherWaitNoLongerThanForTheSession() {
        opened("c1", OWN, 3);
        long timeout = SimNode.settings().sessions().resumeTimeout().toMillis();
        after(timeout / 2);
        ledger.serves(new Identity(2, 2), 8);
        after(timeout / 2);
        subscriptions.removed(OWN.name(), 3);

        accepts();
    }

    @Test
    void aDeadClientIsAwayLikeOthers() {
        opened("c1", OWN, 3).died();
        subscriptions.removed(OWN.name(), 3);

        rejects("R17: plain c1.0+1 ended, though c1");
    }

    @Test
    void whoWasAwayForTooLongHasWhatItsNodeSaysThen() {
        Subscriber subscriber = subscriptions.opens("c1", OWN);
        subscriptions.numbered(CONNECTION, 4, subscriber);
        subscriptions.made(OWN.name(), 3);
        subscriber.opened();
        after(SubscriptionCheck.KEPT_MILLIS);
        subscriptions.back("c1");
        assertThat(subscriptions.awaiting(RED)).isEmpty();
        subscriptions.removed(OWN.name(), 3);
        subscriptions.made(OWN.name(), 5);
        ledger.declared(CONNECTION, 4);
        published("c0.0-1tp", OWN);
        ledger.checkEnd(Map.of(), Map.of());

        assertThat(subscriptions.line(CONNECTION, 4)).isEqualTo(OWN.name());
        rejects("I1: c0.0-1tp@plain c1.0+1");
    }

    // ---- one and the same

    @Test
    void anotherSubscriptionInItsPlaceIsRejected() {
        opened("c1", OWN, 3);
        subscriptions.made(OWN.name(), 5);

        rejects("R17: plain c1.0+1 ended, though c1");
    }

    @Test
    void whatComesFromAnotherSubscriptionIsRejected() {
        opened("c1", OWN, 3);
        Copy copy = published("c0.0-1tp", OWN);
        handedOut(OWN, copy, 4, 1);

        rejects("R17: c0.0-1tp@plain c1.0+1 comes from");
    }

    @Test
    void whatNobodyHasSeenIsNotFlagged() {
        opened("c1", OWN, 3);
        Copy copy = published("c0.0-1tp", OWN);
        ledger.serves(new Identity(2, 2), 8);
        handedOut(OWN, copy, 3, 2);

        rejects("R10: c0.0-1tp@plain c1.0+1 has delivery count 2");
    }

    @Test
    void whatIsRemovedThoughNobodyAcknowledgedItIsRejected() {
        opened("c1", OWN, 3);
        Copy copy = published("c0.0-1tp", OWN);
        ledger.checkEnd(Map.of(), Map.of(copy, 1));

        rejects("I1: c0.0-1tp@plain c1.0+1 was removed");
    }

    @Test
    void whatIsStoredThoughItWasAcknowledgedIsRejected() {
        opened("c1", OWN, 3);
        Copy copy = published("c0.0-1tp", OWN);
        ledger.acknowledged("c1.0", copy);
        ledger.checkEnd(Map.of(copy, 1), Map.of());

        rejects("I2: c0.0-1tp@plain c1.0+1 was acknowledged");
    }

    // ---- shared ones

    @Test
    void aSharedOneLastsAsLongAsOneOfItsConsumers() {
        Subscriber first = opened("c1", SHARED, 3);
        Subscriber second = subscriptions.opens("c2", SHARED);
        second.opened();
        published("c0.0-1tp", SHARED);
        first.ends();
        ledger.checkEnd(Map.of(), Map.of());

        rejects("I1: c0.0-1tp@plain s");
    }

    @Test
    void aSharedOneThatEndedBetweenIsAnother() {
        Subscriber first = opened("c1", SHARED, 3);
        published("c0.0-1tp", SHARED);
        first.ends();
        opened("c2", SHARED, 5);
        subscriptions.removed(SHARED.name(), 3); // it went when its last message was given back
        ledger.checkEnd(Map.of(), Map.of());

        accepts();
        assertThat(subscriptions.awaiting(RED)).containsExactly(SHARED.name());
    }

    @Test
    void whatTheLastOneWasSentIsNotTheNextOnes() {
        after(20_000);
        subscriptions.heard("c1");
        Subscriber first = subscriptions.opens("c1", SHARED);
        subscriptions.numbered(CONNECTION, 4, first);
        subscriptions.made(SHARED.name(), 3);
        first.opened();
        Copy copy = published("c0.0-1tp", SHARED);
        first.ends();
        ledger.closed(CONNECTION, 4);
        after(1);
        subscriptions.opens("c2", SHARED).opened();
        handedOut(SHARED, copy, 3, 1);

        rejects("R17: c0.0-1tp@plain s was published before");
    }

    @Test
    void theEndOfASharedOneBeforeItsLastConsumersIsRejected() {
        Subscriber first = opened("c1", SHARED, 3);
        subscriptions.opens("c2", SHARED).opened();
        first.ends();
        subscriptions.removed(SHARED.name(), 3);

        rejects("R17: plain s ended, though c2");
    }
}
