package io.batonmq.jms.internal.core;

import static io.batonmq.jms.internal.core.Scenario.closed;
import static io.batonmq.jms.internal.core.Scenario.message;
import static io.batonmq.jms.internal.core.Scenario.ref;
import static io.batonmq.jms.internal.core.Scenario.rowless;
import static io.batonmq.jms.internal.core.Scenario.state;
import static io.batonmq.jms.internal.core.Scenario.text;
import static io.batonmq.jms.internal.core.Scenario.voided;
import static org.assertj.core.api.Assertions.assertThat;

import io.batonmq.jms.internal.core.ClientConnection.State;
import io.batonmq.jms.internal.core.ScriptedLinks.Node;
import io.batonmq.wire.Command.Ack;
import io.batonmq.wire.Command.Commit;
import io.batonmq.wire.Command.Rollback;
import io.batonmq.wire.Command.Send;
import io.batonmq.wire.Command.Skip;
import io.batonmq.wire.Command.TransactedSend;
import io.batonmq.wire.DeliveryRef;
import io.batonmq.wire.ErrorCode;
import io.batonmq.wire.Refusal;
import io.batonmq.wire.Request.AckMode;
import io.batonmq.wire.Request.Credit;
import io.batonmq.wire.Request.OpenConsumer;
import io.batonmq.wire.Request.OpenSession;
import io.batonmq.wire.Request.Started;
import io.batonmq.wire.Resumption.Claim;
import io.batonmq.wire.Resumption.Claims;
import io.batonmq.wire.Resumption.ClaimsAnswer;
import io.batonmq.wire.Resumption.ClaimsEnd;
import io.batonmq.wire.Resumption.Refused;
import io.batonmq.wire.Resumption.Resume;
import io.batonmq.wire.Resumption.Resumed;
import io.batonmq.wire.Resumption.SessionState;
import io.batonmq.wire.UniqueId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What a client claims after a failover, and what it does when claims are lost (R5, R7, R8, R11, R14, R15, L11). */
class ClaimsTest {
    private final Scenario world = Scenario.failover();

    /** A started session with its consumer, and the delivery that it was handed. */
    private record Consuming(ClientSession session, ClientConsumer consumer, Delivery first) {}

    /** A session that was handed m1 and buffers m2. */
    private Consuming consuming(Node node, AckMode mode) {
        world.connection.start();
        ClientSession session = world.connection.openSession(mode);
        ClientConsumer consumer = world.consumer(node, session);
        node.deliver(1, 1, ref(1), message("m1"));
        node.deliver(1, 1, ref(2), message("m2"));
        Delivery first = Objects.requireNonNull(world.taken(consumer.take(true)));
        assertThat(text(first)).isEqualTo("m1");
        node.drain();
        return new Consuming(session, consumer, first);
    }

    /** The claims of session 1 at this node, up to the end of ③. */
    private static List<Claim> claims(Node node) {
        List<Claim> claims = node.skipTo(Claims.class).claims();
        node.expect(ClaimsEnd.class);
        return claims;
    }

    private static void grant(Node node, DeliveryRef... granted) {
        node.receive(new ClaimsAnswer(1, List.of(granted)), new Resumed());
    }

    @Test
    void declarationsComeBeforeClaimsAndNameEverything() {
        Node first = world.connected();
        Consuming it = consuming(first, AckMode.CLIENT);
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

    @Test
    void aDeliveryIsHeldUntilItsClaimIsLost() {
        Node first = world.connected();
        Consuming it = consuming(first, AckMode.AUTO);
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
        Consuming it = consuming(first, AckMode.CLIENT);
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
        Consuming it = consuming(first, AckMode.TRANSACTED);
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
        Consuming it = consuming(first, AckMode.TRANSACTED);
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
        Consuming it = consuming(first, AckMode.TRANSACTED);
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
        Consuming it = consuming(first, AckMode.TRANSACTED);
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
        Consuming it = consuming(first, AckMode.CLIENT);
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
        Consuming it = consuming(first, AckMode.CLIENT);
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
        Consuming it = consuming(first, AckMode.AUTO);
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
        Consuming it = consuming(first, AckMode.DUPS_OK);
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
        Consuming it = consuming(first, AckMode.TRANSACTED);
        world.done(it.session().rollback());
        assertThat(first.skipTo(Rollback.class).deliveries()).containsExactly(ref(1), ref(2));
        first.lose();
        Node second = world.reopened();
        second.answer(2, state(0, 0, 0), state(1, 0, 0));
        assertThat(claims(second)).containsExactly(new Claim(ref(1), 1, true, 1), new Claim(ref(2), 1, false, 1));
        grant(second, ref(1));
        assertThat(second.expect(Rollback.class).deliveries()).containsExactly(ref(1));
    }

    @Test
    void withdrawnCommandsClaimNothing() {
        Node first = world.connected();
        Consuming it = consuming(first, AckMode.TRANSACTED);
        Call<Void> commit = it.session().commit();
        commit.withdraw("timeout");
        world.fails(commit, ErrorCode.OUTCOME_UNKNOWN);
        first.lose();
        Node second = world.reopened();
        second.answer(2, state(0, 0, 0), state(1, 0, 0));
        assertThat(claims(second)).extracting(Claim::delivery).containsExactly(ref(2));
        grant(second, ref(2));
        assertThat(second.expect(Skip.class).number()).isEqualTo(1);
        world.fails(it.session().commit(), ErrorCode.TRANSACTION_ROLLED_BACK);
        world.done(it.session().commit());
    }

    @Test
    void voidClaimsAreKnownAndNotClaimed() {
        Node first = world.connected();
        Consuming it = consuming(first, AckMode.TRANSACTED);
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
        Consuming it = consuming(first, AckMode.CLIENT);
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
        Consuming it = consuming(first, AckMode.CLIENT);
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
    void whatAClosedSessionHeldStaysGivenUpWhenTheLinkIsLostBeforeTheClaimsAreAnswered() {
        Node first = world.connected();
        Consuming it = consuming(first, AckMode.CLIENT);
        first.lose();
        Node second = world.reopened();
        second.answer(2, state(0, 0, 0), closed(1, 0));
        second.skipTo(ClaimsEnd.class);
        second.lose();

        world.loop.advance(Duration.ofMillis(20));
        Node third = world.links.next().open();
        third.expect(Resume.class);
        third.answer(3, state(0, 0, 0), state(2, 0, 0));
        third.expect(OpenSession.class);
        third.expect(OpenConsumer.class);
        third.expect(Started.class);
        third.expect(ClaimsEnd.class);
        third.receive(new Resumed());
        world.fails(it.session().acknowledge(), ErrorCode.CLAIM_LOST);
        world.waits(it.consumer().take(true));
    }

    @Test
    void aClosedSessionGoesOnAsANewOneAfterTellingTheTruth() {
        Node first = world.connected();
        Consuming it = consuming(first, AckMode.CLIENT);
        Call<Void> done = it.session().acknowledge();
        world.taken(it.consumer().take(true));
        Call<Void> notDone = it.session().acknowledge();
        Call<Void> send = it.session().send(message("kept"));
        first.lose();
        Node second = world.reopened();
        second.answer(2, state(0, 0, 0), closed(1, 1));
        world.done(done);
        assertThat(second.expect(OpenSession.class).session()).isEqualTo(2);
        assertThat(second.expect(OpenConsumer.class).session()).isEqualTo(2);
        second.expect(Started.class);
        assertThat(second.expect(ClaimsEnd.class).voidKnown()).isEmpty();
        second.receive(new Resumed());
        world.fails(notDone, ErrorCode.CLAIM_LOST);
        assertThat(second.expect(Rollback.class).deliveries()).isEmpty();
        Send moved = second.expect(Send.class);
        assertThat(moved.session()).isEqualTo(2);
        second.confirm(2, moved.number());
        world.done(send);
        second.lose();
        world.loop.advance(Duration.ofMillis(20));
        Resume again = world.links.next().open().expect(Resume.class);
        assertThat(again.sessions()).containsExactly(2);
    }

    @Test
    void nonPersistentMessagesThatAClosedSessionWasSentGoNowhereElse() {
        Node first = world.connected();
        Consuming it = consuming(first, AckMode.CLIENT);
        Call<Void> arrived = it.session().send(message("arrived", false, 0));
        Call<Void> inDoubt = it.session().send(message("in doubt", false, 0));
        first.lose();
        Node same = world.reopened();
        same.answer(1, state(0, 0, 0), new SessionState(1, 0, 1, List.of(), true, true, true));

        world.done(arrived);
        world.fails(inDoubt, ErrorCode.OUTCOME_UNKNOWN);
        same.expect(OpenSession.class);
        same.expect(OpenConsumer.class);
        same.expect(Started.class);
        same.expect(ClaimsEnd.class);
        same.receive(new Resumed());
        Call<Void> next = it.session().send(message("next"));
        assertThat(same.expect(Send.class).message()).as("R6").isEqualTo(message("next"));
        same.confirm(2, 3);
        world.done(next);
    }

    @Test
    void aNonPersistentMessageThatAClosedSessionWasRefusedIsToldSo() {
        Node first = world.connected();
        Consuming it = consuming(first, AckMode.CLIENT);
        Call<Void> refused = it.session().send(message("refused", false, 0));
        first.lose();
        Node same = world.reopened();
        List<Refusal> refusals = List.of(new Refusal(1, ErrorCode.LIMIT_MEMORY, "full"));
        same.answer(1, state(0, 0, 0), new SessionState(1, 0, 1, refusals, true, true, true));

        world.fails(refused, ErrorCode.LIMIT_MEMORY);
    }

    @Test
    void withoutRowOrTombstoneTheOutcomeIsUnknown() {
        Node first = world.connected();
        ClientSession session = world.connection.openSession(AckMode.AUTO);
        Call<Void> confirmed = session.send(message("one"));
        first.confirm(1, 1);
        world.done(confirmed);
        Call<Void> doubtful = session.send(message("two"));
        first.lose();
        Call<Void> unwritten = session.send(message("three"));
        Node second = world.reopened();
        second.answer(2, ScriptedLinks.CLUSTER, false, rowless(0), rowless(1));
        world.fails(doubtful, ErrorCode.OUTCOME_UNKNOWN);
        second.skipTo(ClaimsEnd.class);
        second.receive(new Resumed());
        Send sent = second.expect(Send.class);
        assertThat(sent.session()).isEqualTo(2);
        assertThat(sent.number()).isEqualTo(3);
        second.confirm(2, 3);
        world.done(unwritten);
    }

    @Test
    void aSessionWithoutARowThatNeverHadOneHasAppliedNothing() {
        Node first = world.connected();
        ClientSession session = world.connection.openSession(AckMode.AUTO);
        Call<Void> send = session.send(message("one"));
        first.lose();
        Node second = world.reopened();
        second.answer(2, ScriptedLinks.CLUSTER, false, rowless(0), rowless(1));
        second.skipTo(ClaimsEnd.class);
        second.receive(new Resumed());
        assertThat(second.expect(Send.class).number()).isEqualTo(1);
        world.waits(send);
    }

    @Test
    void aStoreThatWentBackIsReportedAndTheSessionGoesOn() {
        Node first = world.connected();
        ClientSession session = world.connection.openSession(AckMode.AUTO);
        session.send(message("one"));
        session.send(message("two"));
        first.confirm(1, 2);
        Call<Void> three = session.send(message("three"));
        first.lose();
        Node second = world.reopened();
        second.answer(2, state(0, 0, 0), state(1, 1, 1));
        assertThat(world.notices()).containsExactly(ErrorCode.STORE_WENT_BACK);
        second.skipTo(ClaimsEnd.class);
        second.receive(new Resumed());
        assertThat(second.expect(Send.class).number()).isEqualTo(3);
        second.confirm(1, 3);
        world.done(three);
    }

    /** R15: the holder has an older attach id; the client keeps them, so as to be told from a copy of it (R5). */
    @Test
    void earlierAttachIdsAreKeptAndAStoreThatWentBackIsReportedOnce() {
        Node node = world.connected();
        world.connection.openSession(AckMode.AUTO);
        List<UniqueId> answered = new ArrayList<>();
        for (int epoch = 2; epoch <= 4; epoch++) {
            node.lose();
            world.loop.advance(Duration.ofMillis(10L << epoch));
            node = world.links.next().open();
            Resume resume = node.expect(Resume.class);
            answered.add(0, resume.attachesTried().get(0));
            assertThat(resume.attachesBefore()).isEqualTo(answered.subList(1, answered.size()));
            node.answer(epoch, ScriptedLinks.CLUSTER, true, epoch == 4, state(0, 0, 0), state(1, 0, 0));
            node.skipTo(ClaimsEnd.class);
            node.receive(new Resumed());
        }
        assertThat(answered).doesNotHaveDuplicates();
        assertThat(world.notices()).containsExactly(ErrorCode.STORE_WENT_BACK);
    }

    /** More refusals than a frame takes come ahead of the answer. */
    @Test
    void refusalsThatComeAheadOfTheAnswerArePartOfIt() {
        Node first = world.connected();
        ClientSession session = world.connection.openSession(AckMode.AUTO);
        Call<Void> one = session.send(message("one"));
        Call<Void> two = session.send(message("two"));
        Call<Void> three = session.send(message("three"));
        first.lose();
        Node second = world.reopened();
        second.receive(
                new Refused(1, List.of(new Refusal(1, ErrorCode.DESTINATION_NAME, "a"))),
                new Refused(1, List.of(new Refusal(3, ErrorCode.MESSAGE_TOO_LARGE, "b"))));
        second.answer(2, state(0, 0, 0), state(1, 3, 3));
        world.fails(one, ErrorCode.DESTINATION_NAME);
        world.done(two);
        world.fails(three, ErrorCode.MESSAGE_TOO_LARGE);
    }

    @Test
    void aHolderThatKnowsCommandsNeverSentEndsTheConnection() {
        Node first = world.connected();
        world.connection.openSession(AckMode.AUTO).send(message("one"));
        first.lose();
        Node second = world.reopened();
        second.answer(2, state(0, 0, 0), state(1, 2, 2));
        assertThat(world.connection.state()).isEqualTo(State.FAILED);
        assertThat(world.events(Scenario.Failed.class).get(0).cause().code()).isEqualTo(ErrorCode.CONNECTION_STOLEN);
        assertThat(second.isClosed()).isTrue();
    }

    @Test
    void anotherClusterReplaysNothingAndRecreatesEverything() {
        Node first = world.connected();
        Consuming it = consuming(first, AckMode.TRANSACTED);
        Call<Void> commit = it.session().commit();
        world.done(it.session().send(message("open")));
        first.lose();
        Node other = world.reopened();
        other.answer(1, ScriptedLinks.OTHER_CLUSTER, false, rowless(0), rowless(1));
        world.fails(commit, ErrorCode.OUTCOME_UNKNOWN);
        other.expect(OpenSession.class);
        other.expect(OpenConsumer.class);
        other.expect(Started.class);
        other.expect(ClaimsEnd.class);
        other.receive(new Resumed());
        other.expectNothing();
        ConnectionEvents.Resumed resumed =
                world.events(ConnectionEvents.Resumed.class).get(0);
        assertThat(resumed.reattached()).isFalse();
        world.fails(it.session().commit(), ErrorCode.TRANSACTION_ROLLED_BACK);
        world.done(it.session().commit());
    }

    @Test
    void anOldHolderOfTheSameClusterIsNotFollowed() {
        Node first = world.connected();
        first.lose();
        Node second = world.reopened();
        second.answer(2, state(0, 0, 0));
        second.skipTo(ClaimsEnd.class);
        second.receive(new Resumed());
        second.lose();
        world.loop.advance(Duration.ofMillis(20));
        Node stale = world.links.next().open();
        assertThat(stale.expect(Resume.class).highestEpoch()).isEqualTo(2);
        stale.answer(1, state(0, 0, 0));
        assertThat(stale.isClosed()).isTrue();
        assertThat(world.links.next().port()).isEqualTo(1002);
    }

    @Test
    void attachIdsAreNewAtEachTryAndListedSinceTheLastAnswer() {
        world.connection.open();
        Node first = world.links.next().open();
        Resume opening = first.expect(Resume.class);
        assertThat(opening.attachesTried()).isEmpty();
        first.answer(1, state(0, 0, 0));
        first.skipTo(ClaimsEnd.class);
        first.receive(new Resumed());
        first.lose();
        world.loop.advance(Duration.ofMillis(10));
        Node second = world.links.next().open();
        Resume unanswered = second.expect(Resume.class);
        assertThat(unanswered.attachesTried()).containsExactly(opening.attach());
        second.lose();
        Node third = world.links.next().open();
        Resume last = third.expect(Resume.class);
        assertThat(last.attachesTried()).containsExactly(opening.attach(), unanswered.attach());
        assertThat(last.attach()).isNotEqualTo(unanswered.attach());
        assertThat(last.secret()).isEqualTo(opening.secret());
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
