package io.batonmq.jms.internal.core;

import static io.batonmq.jms.internal.core.Claiming.claims;
import static io.batonmq.jms.internal.core.Claiming.consuming;
import static io.batonmq.jms.internal.core.Claiming.grant;
import static io.batonmq.jms.internal.core.Claiming.passingOver;
import static io.batonmq.jms.internal.core.Scenario.message;
import static io.batonmq.jms.internal.core.Scenario.ref;
import static io.batonmq.jms.internal.core.Scenario.state;
import static io.batonmq.jms.internal.core.Scenario.text;
import static io.batonmq.jms.internal.core.Scenario.voided;
import static org.assertj.core.api.Assertions.assertThat;

import io.batonmq.jms.internal.core.Claiming.Consuming;
import io.batonmq.jms.internal.core.ClientConnection.State;
import io.batonmq.jms.internal.core.ScriptedLinks.Node;
import io.batonmq.wire.Command.Ack;
import io.batonmq.wire.Command.Commit;
import io.batonmq.wire.Command.Rollback;
import io.batonmq.wire.Command.Skip;
import io.batonmq.wire.Command.TransactedSend;
import io.batonmq.wire.ErrorCode;
import io.batonmq.wire.Request.AckMode;
import io.batonmq.wire.Request.Credit;
import io.batonmq.wire.Request.OpenConsumer;
import io.batonmq.wire.Request.OpenSession;
import io.batonmq.wire.Request.Started;
import io.batonmq.wire.Resumption.Claim;
import io.batonmq.wire.Resumption.Claims;
import io.batonmq.wire.Resumption.ClaimsEnd;
import io.batonmq.wire.Resumption.Resume;
import io.batonmq.wire.Resumption.Resumed;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What a client claims after a failover, and what it does when claims are lost (R7, R8, R11). */
class ClaimsTest {
    private final Scenario world = Scenario.failover();

    @Test
    void declarationsComeBeforeClaimsAndNameEverything() {
        Node first = world.connected();
        Consuming it = consuming(world, first, AckMode.CLIENT);
        first.lose();
        Node second = world.reopened();
        second.answer(2, state(0, 0, 0), state(1, 0, 0));
        assertThat(second.expect(OpenSession.class).mode()).isEqualTo(AckMode.CLIENT);
        assertThat(second.expect(OpenConsumer.class).spec()).isEqualTo(Scenario.SPEC);
        assertThat(second.expect(Started.class).started()).isTrue();
        assertThat(second.expect(Claims.class).claims())
                .containsExactlyInAnyOrder(new Claim(ref(2), 1, false, 1), new Claim(ref(1), 1, true, 1));
        assertThat(second.expect(ClaimsEnd.class).voidKnown()).isEmpty();
        assertThat(world.connection.state()).isEqualTo(State.INTERRUPTED);
        assertThat(second.credits())
                .singleElement()
                .satisfies(credit -> assertThat(credit.messages()).isEqualTo(255));
        grant(second, ref(1), ref(2));
        assertThat(world.connection.state()).isEqualTo(State.CONNECTED);
        assertThat(text(world.taken(it.consumer().take(true)))).isEqualTo("m2");
        assertThat(world.events(ConnectionEvents.Resumed.class))
                .containsExactly(new ConnectionEvents.Resumed("tcp://a:1001", "tcp://a:1001", 2, true, 0));
    }

    /** If its consumer closes before the claims are answered, it must not go back: the command would be refused. */
    @Test
    void whatACommandNamesThoughNobodyHasSeenItIsClaimedForNoConsumer() {
        Node first = world.connected();
        passingOver(world, first, AckMode.TRANSACTED).session().commit();
        first.lose();
        Node second = world.reopened();
        second.answer(2, state(0, 0, 0), state(1, 0, 0));
        assertThat(second.skipTo(Claims.class).claims())
                .containsExactlyInAnyOrder(new Claim(ref(1), 0, false, 1), new Claim(ref(2), 1, true, 1));
    }

    @Test
    void aDeliveryIsHeldUntilItsClaimIsLost() {
        Node first = world.connected();
        Consuming it = consuming(world, first, AckMode.AUTO);
        assertThat(it.session().holds(it.first())).isTrue();
        first.lose();
        assertThat(it.session().holds(it.first())).isTrue();
        Node second = world.reopened();
        second.answer(2, state(0, 0, 0), state(1, 0, 0));
        claims(second);
        grant(second, ref(2));
        assertThat(it.session().holds(it.first())).isFalse();
    }

    @Test
    void aBufferedMessageWhoseClaimIsLostIsDroppedUnseen() {
        Node first = world.connected();
        Consuming it = consuming(world, first, AckMode.CLIENT);
        first.lose();
        Call<Delivery> take = it.consumer().take(true);
        world.waits(take);
        Node second = world.reopened();
        second.answer(2, state(0, 0, 0), state(1, 0, 0));
        claims(second);
        grant(second, ref(1));
        world.waits(take);
        second.deliver(1, 1, ref(3), message("m3"));
        assertThat(text(world.taken(take))).isEqualTo("m3");
    }

    @Test
    void aLostHandedOutClaimMakesATransactionRollbackOnly() {
        Node first = world.connected();
        Consuming it = consuming(world, first, AckMode.TRANSACTED);
        world.done(it.session().send(message("result")));
        first.lose();
        Node second = world.reopened();
        second.answer(2, state(0, 0, 0), state(1, 0, 0));
        claims(second);
        grant(second, ref(2));
        assertThat(world.events(ConnectionEvents.Resumed.class).get(0).claimsLost())
                .isEqualTo(1);
        second.skipTo(TransactedSend.class);
        world.fails(it.session().commit(), ErrorCode.TRANSACTION_ROLLED_BACK);
        Rollback rollback = second.expect(Rollback.class);
        assertThat(rollback.deliveries()).isEmpty();
        world.done(it.session().send(message("again")));
        Call<Void> commit = it.session().commit();
        assertThat(second.skipTo(Commit.class).commands()).isEqualTo(1);
        second.confirm(1, 2);
        world.done(commit);
    }

    @Test
    void anUnappliedCommitWithALostClaimBecomesARollbackOfTheGranted() {
        Node first = world.connected();
        Consuming it = consuming(world, first, AckMode.TRANSACTED);
        world.taken(it.consumer().take(true));
        world.done(it.session().send(message("result")));
        Call<Void> commit = it.session().commit();
        assertThat(first.skipTo(Commit.class).deliveries()).containsExactly(ref(1), ref(2));
        first.lose();
        Node second = world.reopened();
        second.answer(2, state(0, 0, 0), state(1, 0, 0));
        assertThat(claims(second)).extracting(Claim::delivery).containsExactlyInAnyOrder(ref(1), ref(2));
        grant(second, ref(2));
        world.fails(commit, ErrorCode.TRANSACTION_ROLLED_BACK);
        Rollback rollback = second.expect(Rollback.class);
        assertThat(rollback.number()).isEqualTo(1);
        assertThat(rollback.deliveries()).containsExactly(ref(2));
        second.expectNothing();
    }

    @Test
    void anUnappliedCommitWhoseClaimsAreGrantedIsReplayedWhole() {
        Node first = world.connected();
        Consuming it = consuming(world, first, AckMode.TRANSACTED);
        world.done(it.session().send(message("result")));
        Call<Void> commit = it.session().commit();
        first.lose();
        Node second = world.reopened();
        second.answer(2, state(0, 0, 0), state(1, 0, 0));
        claims(second);
        grant(second, ref(1), ref(2));
        assertThat(second.expect(TransactedSend.class).index()).isEqualTo(1);
        Commit replayed = second.expect(Commit.class);
        assertThat(replayed.commands()).isEqualTo(1);
        assertThat(replayed.deliveries()).containsExactly(ref(1));
        second.confirm(1, 1);
        world.done(commit);
    }

    @Test
    void aCommitThatTheOldHolderMadeDurableIsConfirmedByTheNewOne() {
        Node first = world.connected();
        Consuming it = consuming(world, first, AckMode.TRANSACTED);
        Call<Void> commit = it.session().commit();
        first.lose();
        Node second = world.reopened();
        second.answer(2, state(0, 0, 0), state(1, 1, 1));
        world.done(commit);
        assertThat(claims(second)).extracting(Claim::delivery).containsExactly(ref(2));
        grant(second, ref(2));
        second.expectNothing();
    }

    @Test
    void anUnappliedClientAcknowledgementWithALostClaimAcknowledgesNothing() {
        Node first = world.connected();
        Consuming it = consuming(world, first, AckMode.CLIENT);
        world.taken(it.consumer().take(true));
        Call<Void> acknowledge = it.session().acknowledge();
        first.lose();
        Node second = world.reopened();
        second.answer(2, state(0, 0, 0), state(1, 0, 0));
        claims(second);
        grant(second, ref(1));
        world.fails(acknowledge, ErrorCode.CLAIM_LOST);
        Rollback rollback = second.expect(Rollback.class);
        assertThat(rollback.number()).isEqualTo(1);
        assertThat(rollback.deliveries()).containsExactly(ref(1));
    }

    @Test
    void acknowledgingWhatWasLostFailsOnceAndGivesTheRestBack() {
        Node first = world.connected();
        Consuming it = consuming(world, first, AckMode.CLIENT);
        world.taken(it.consumer().take(true));
        first.lose();
        Node second = world.reopened();
        second.answer(2, state(0, 0, 0), state(1, 0, 0));
        claims(second);
        grant(second, ref(2));
        world.fails(it.session().acknowledge(), ErrorCode.CLAIM_LOST);
        assertThat(second.expect(Rollback.class).deliveries()).containsExactly(ref(2));
        world.done(it.session().acknowledge());
    }

    @Test
    void anUnappliedAutoAcknowledgementWithALostClaimIsSkippedAndReported() {
        Node first = world.connected();
        Consuming it = consuming(world, first, AckMode.AUTO);
        it.session().handled(it.first());
        world.loop.run();
        assertThat(first.expect(Ack.class).deliveries()).containsExactly(ref(1));
        first.lose();
        Node second = world.reopened();
        second.answer(2, state(0, 0, 0), state(1, 0, 0));
        claims(second);
        grant(second, ref(2));
        assertThat(second.expect(Skip.class).number()).isEqualTo(1);
        assertThat(world.notices()).containsExactly(ErrorCode.CLAIM_LOST);
        assertThat(world.events(ConnectionEvents.Resumed.class).get(0).claimsLost())
                .isEqualTo(1);
    }

    @Test
    void aGroupOfDupsOkAcknowledgementsKeepsTheGrantedOnes() {
        Node first = world.connected();
        Consuming it = consuming(world, first, AckMode.DUPS_OK);
        Delivery second = world.taken(it.consumer().take(true));
        it.session().handled(it.first());
        it.session().handled(Objects.requireNonNull(second));
        world.loop.advance(Duration.ofMillis(200));
        assertThat(first.skipTo(Ack.class).deliveries()).containsExactly(ref(1), ref(2));
        first.lose();
        Node next = world.reopened();
        next.answer(2, state(0, 0, 0), state(1, 0, 0));
        claims(next);
        grant(next, ref(2));
        assertThat(next.expect(Skip.class).number()).isEqualTo(1);
        Ack left = next.expect(Ack.class);
        assertThat(left.number()).isEqualTo(2);
        assertThat(left.deliveries()).containsExactly(ref(2));
    }

    @Test
    void anUnappliedRollbackKeepsOnlyTheGranted() {
        Node first = world.connected();
        Consuming it = consuming(world, first, AckMode.TRANSACTED);
        world.done(it.session().rollback());
        assertThat(first.skipTo(Rollback.class).deliveries()).containsExactly(ref(1), ref(2));
        first.lose();
        Node second = world.reopened();
        second.answer(2, state(0, 0, 0), state(1, 0, 0));
        assertThat(claims(second)).containsExactly(new Claim(ref(1), 1, true, 1), new Claim(ref(2), 0, false, 1));
        grant(second, ref(1));
        assertThat(second.expect(Rollback.class).deliveries()).containsExactly(ref(1));
    }

    /** A transacted session that gave up a commit, which was written. */
    private Consuming commitGivenUp(Node node) {
        Consuming it = consuming(world, node, AckMode.TRANSACTED);
        Call<Void> commit = it.session().commit();
        commit.withdraw("timeout");
        world.fails(commit, ErrorCode.OUTCOME_UNKNOWN);
        node.lose();
        return it;
    }

    /** R10: nobody else knows that the application saw it. */
    @Test
    void whatAWithdrawnCommandNamesIsClaimedAndGoesBackInItsPlace() {
        Consuming it = commitGivenUp(world.connected());
        Node second = world.reopened();
        second.answer(2, state(0, 0, 0), state(1, 0, 0));
        assertThat(claims(second)).containsExactly(new Claim(ref(2), 1, false, 1), new Claim(ref(1), 1, true, 1));
        grant(second, ref(1), ref(2));
        Rollback instead = second.expect(Rollback.class);
        assertThat(instead.number()).isEqualTo(1);
        assertThat(instead.deliveries()).containsExactly(ref(1));
        world.fails(it.session().commit(), ErrorCode.TRANSACTION_ROLLED_BACK);
        world.done(it.session().commit());
    }

    @Test
    void aWithdrawnCommandOfWhichNothingIsGrantedIsSkipped() {
        Consuming it = commitGivenUp(world.connected());
        Node second = world.reopened();
        second.answer(2, state(0, 0, 0), state(1, 0, 0));
        claims(second);
        grant(second, ref(2));
        assertThat(second.expect(Skip.class).number()).isEqualTo(1);
        world.fails(it.session().commit(), ErrorCode.TRANSACTION_ROLLED_BACK);
        world.done(it.session().commit());
    }

    @Test
    void voidClaimsAreKnownAndNotClaimed() {
        Node first = world.connected();
        Consuming it = consuming(world, first, AckMode.TRANSACTED);
        first.lose();
        Node second = world.reopened();
        second.answer(2, state(0, 0, 0), voided(1, 0));
        assertThat(second.skipTo(ClaimsEnd.class).voidKnown()).containsExactly(1);
        second.receive(new Resumed());
        world.fails(it.session().commit(), ErrorCode.TRANSACTION_ROLLED_BACK);
        Call<Delivery> take = it.consumer().take(true);
        world.waits(take);
    }

    @Test
    void claimsThatBecomeVoidAfterTheAnswerAreToldAgain() {
        Node first = world.connected();
        Consuming it = consuming(world, first, AckMode.CLIENT);
        Call<Void> acknowledge = it.session().acknowledge();
        first.lose();
        Node second = world.reopened();
        second.answer(2, state(0, 0, 0), state(1, 0, 0));
        assertThat(claims(second)).hasSize(2);
        second.answer(2, state(0, 0, 0), voided(1, 0));
        second.expect(OpenSession.class);
        second.expect(OpenConsumer.class);
        second.expect(Started.class);
        assertThat(second.expect(ClaimsEnd.class).voidKnown()).containsExactly(1);
        second.receive(new Resumed());
        world.fails(acknowledge, ErrorCode.CLAIM_LOST);
        assertThat(second.expect(Rollback.class).deliveries()).isEmpty();
    }

    @Test
    void whatIsVoidStaysGivenUpWhenTheLinkIsLostBeforeTheClaimsAreAnswered() {
        Node first = world.connected();
        Consuming it = consuming(world, first, AckMode.CLIENT);
        Call<Void> acknowledge = it.session().acknowledge();
        first.lose();
        Node second = world.reopened();
        second.answer(2, state(0, 0, 0), voided(1, 0));
        assertThat(second.skipTo(ClaimsEnd.class).voidKnown()).containsExactly(1);
        world.fails(acknowledge, ErrorCode.CLAIM_LOST);
        second.lose(); // it has cleared the mark

        world.loop.advance(Duration.ofMillis(20));
        Node third = world.links.next().open();
        third.expect(Resume.class);
        third.answer(3, state(0, 0, 0), state(1, 0, 0));
        third.expect(OpenSession.class);
        third.expect(OpenConsumer.class);
        third.expect(Started.class);
        third.expect(ClaimsEnd.class);
        third.receive(new Resumed());
        assertThat(third.expect(Rollback.class).deliveries()).isEmpty();
        world.waits(it.consumer().take(true));
    }

    @Test
    void theRoomThatLostClaimsLeaveIsFilledAgain() {
        Scenario narrow = Scenario.failover("jms.prefetch=1");
        Node first = narrow.connected();
        narrow.connection.start();
        narrow.consumer(first, narrow.connection.openSession(AckMode.AUTO));
        first.deliver(1, 1, ref(1), message("m1"));
        first.lose();
        Node second = narrow.reopened();
        second.answer(2, state(0, 0, 0), state(1, 0, 0));
        second.skipTo(ClaimsEnd.class);
        assertThat(second.credits()).extracting(Credit::messages).containsExactly(0);
        second.receive(new Resumed());
        assertThat(second.credits()).extracting(Credit::messages).containsExactly(0, 1);
    }
}
