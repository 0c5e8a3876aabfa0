package io.batonmq.jms.internal.core;

import static io.batonmq.jms.internal.core.Scenario.message;
import static io.batonmq.jms.internal.core.Scenario.state;
import static org.assertj.core.api.Assertions.assertThat;

import io.batonmq.jms.internal.core.ScriptedLinks.Node;
import io.batonmq.wire.BrokerFrame.Received;
import io.batonmq.wire.Command.Ack;
import io.batonmq.wire.Command.Rollback;
import io.batonmq.wire.Command.Send;
import io.batonmq.wire.Command.Skip;
import io.batonmq.wire.ErrorCode;
import io.batonmq.wire.Refusal;
import io.batonmq.wire.Request.AckMode;
import io.batonmq.wire.Request.HandOut;
import io.batonmq.wire.Request.OpenSession;
import io.batonmq.wire.Resumption.Claim;
import io.batonmq.wire.Resumption.Claims;
import io.batonmq.wire.Resumption.ClaimsAnswer;
import io.batonmq.wire.Resumption.ClaimsEnd;
import io.batonmq.wire.Resumption.Replayed;
import io.batonmq.wire.Resumption.Resume;
import io.batonmq.wire.Resumption.Resumed;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Commands are kept until durable and replayed in number order, each at most once (R1 to R6, R13, R19). */
class ReplayTest {
    private final Scenario world = Scenario.failover();

    private static void resume(Node node) {
        node.skipTo(ClaimsEnd.class);
        node.receive(new Resumed());
    }

    /** S7: from the third holder on, the resume says that two were lost with it. */
    @Test
    void aResumeSaysWhichCommandsHoldersWereLostWith() {
        Node node = world.connected();
        ClientSession session = world.connection.openSession(AckMode.AUTO);
        session.send(message("one"));
        session.send(message("two"));
        for (int epoch = 2; epoch <= 3; epoch++) {
            node.lose();
            world.loop.advance(Duration.ofMillis(10L << epoch));
            node = world.links.next().open();
            node.expect(Resume.class);
            node.answer(epoch, state(0, 0, 0), state(1, 0, 0));
            if (epoch == 3) {
                assertThat(node.skipTo(Replayed.class)).isEqualTo(new Replayed(1, 2, 2));
            }
            node.skipTo(ClaimsEnd.class);
            node.receive(new Resumed());
            session.send(message("later"));
        }
    }

    @Test
    void aSendCompletesWhenItIsDurable() {
        Node node = world.connected();
        ClientSession session = world.connection.openSession(AckMode.AUTO);
        Call<Void> send = session.send(message("one"));
        node.expect(OpenSession.class);
        assertThat(node.expect(Send.class).number()).isEqualTo(1);
        world.waits(send);
        node.confirm(1, 1);
        world.done(send);
    }

    @Test
    void aRefusalIsTheOutcome() {
        Node node = world.connected();
        ClientSession session = world.connection.openSession(AckMode.AUTO);
        Call<Void> bad = session.send(message("one"));
        Call<Void> good = session.send(message("two"));
        node.confirm(1, 2, new Refusal(1, ErrorCode.LIMIT_MEMORY, "full"));
        world.fails(bad, ErrorCode.LIMIT_MEMORY);
        world.done(good);
    }

    @Test
    void whatTheNewHolderDoesNotHaveIsReplayedInOrderUnderItsNumbers() {
        Node first = world.connected();
        ClientSession session = world.connection.openSession(AckMode.AUTO);
        Call<Void> one = session.send(message("one"));
        Call<Void> two = session.send(message("two"));
        Call<Void> three = session.send(message("three"));
        first.lose();
        Call<Void> four = session.send(message("four"));
        Node second = world.reopened();
        second.answer(2, state(0, 0, 0), state(1, 1, 1));
        world.done(one);
        resume(second);
        assertThat(second.expect(Send.class).number()).isEqualTo(2);
        assertThat(second.expect(Send.class).number()).isEqualTo(3);
        Send last = second.expect(Send.class);
        assertThat(last.number()).isEqualTo(4);
        assertThat(last.repliesSeen()).isEqualTo(1);
        second.confirm(1, 4);
        world.done(two);
        world.done(three);
        world.done(four);
    }

    @Test
    void whatTheHolderHasInMemoryIsNotSentAgainButStillAwaited() {
        Node first = world.connected();
        ClientSession session = world.connection.openSession(AckMode.AUTO);
        Call<Void> one = session.send(message("one"));
        Call<Void> two = session.send(message("two"));
        first.lose();
        Node again = world.reopened();
        again.answer(1, state(0, 0, 0), state(1, 0, 1));
        resume(again);
        assertThat(again.expect(Send.class).number()).isEqualTo(2);
        again.expectNothing();
        world.waits(one);
        again.confirm(1, 2);
        world.done(one);
        world.done(two);
    }

    @Test
    void aStoredRefusalIsToldAfterAFailover() {
        Node first = world.connected();
        ClientSession session = world.connection.openSession(AckMode.AUTO);
        Call<Void> one = session.send(message("one"));
        first.lose();
        Node second = world.reopened();
        second.answer(2, state(0, 0, 0), state(1, 1, 1, new Refusal(1, ErrorCode.LIMIT_MEMORY, "full")));
        world.fails(one, ErrorCode.LIMIT_MEMORY);
    }

    @Test
    void aNonPersistentSendGoesToNoSecondHolder() {
        Node first = world.connected();
        ClientSession session = world.connection.openSession(AckMode.AUTO);
        Call<Void> send = session.send(message("one", false, 0));
        first.lose();
        Call<Void> unwritten = session.send(message("two", false, 0));
        Node second = world.reopened();
        second.answer(2, state(0, 0, 0), state(1, 0, 0));
        resume(second);
        world.fails(send, ErrorCode.OUTCOME_UNKNOWN);
        assertThat(second.expect(Send.class).number()).isEqualTo(2);
        second.receive(new Received(1, 2, null, ""));
        world.done(unwritten);
    }

    @Test
    void aNonPersistentSendThatTheSameHolderHasIsDone() {
        Node first = world.connected();
        ClientSession session = world.connection.openSession(AckMode.AUTO);
        Call<Void> send = session.send(message("one", false, 0));
        Call<Void> lost = session.send(message("two", false, 0));
        first.lose();
        Node again = world.reopened();
        again.answer(1, state(0, 0, 0), state(1, 0, 1));
        resume(again);
        world.done(send);
        assertThat(again.expect(Send.class).number()).isEqualTo(2);
        again.receive(new Received(1, 2, ErrorCode.LIMIT_MEMORY, "full"));
        world.fails(lost, ErrorCode.LIMIT_MEMORY);
    }

    @Test
    void aNonPersistentSendThatTheSameHolderRefusedFailsThoughTheAnswerWasLost() {
        Node first = world.connected();
        ClientSession session = world.connection.openSession(AckMode.AUTO);
        Call<Void> refused = session.send(message("one", false, 0));
        Call<Void> taken = session.send(message("two", false, 0));
        first.lose();
        Node again = world.reopened();
        again.answer(1, state(0, 0, 0), state(1, 0, 2, new Refusal(1, ErrorCode.LIMIT_MEMORY, "full")));
        resume(again);
        world.fails(refused, ErrorCode.LIMIT_MEMORY);
        world.done(taken);
        again.expectNothing();
    }

    @Test
    void aWithdrawnCommandIsSkippedIfItWasNotApplied() {
        Node first = world.connected();
        ClientSession session = world.connection.openSession(AckMode.AUTO);
        Call<Void> written = session.send(message("one"));
        written.withdraw("timeout");
        world.fails(written, ErrorCode.OUTCOME_UNKNOWN);
        first.lose();
        Call<Void> unwritten = session.send(message("two"));
        unwritten.withdraw("timeout");
        world.fails(unwritten, ErrorCode.CALL_TIMEOUT);
        Node second = world.reopened();
        second.answer(2, state(0, 0, 0), state(1, 0, 0));
        resume(second);
        assertThat(second.expect(Skip.class).number()).isEqualTo(1);
        second.expectNothing();
        Call<Void> three = session.send(message("three"));
        assertThat(second.expect(Send.class).number()).isEqualTo(3);
        second.confirm(1, 3, new Refusal(1, ErrorCode.COMMAND_SKIPPED, "skipped"));
        world.done(three);
    }

    @Test
    void theWindowBoundsWhatIsUnconfirmedButAlwaysAdmitsOne() {
        Scenario small = Scenario.failover("jms.replayWindow=400");
        Node node = small.connected();
        ClientSession session = small.connection.openSession(AckMode.AUTO);
        Call<Void> large = session.send(message(new byte[1_000], true, 0));
        Call<Void> waiting = session.send(message("two"));
        Call<Void> givenUp = session.send(message("three"));
        node.expect(OpenSession.class);
        node.expect(Send.class);
        node.expectNothing();
        givenUp.withdraw("timeout");
        small.fails(givenUp, ErrorCode.CALL_TIMEOUT);
        node.confirm(1, 1);
        small.done(large);
        assertThat(node.expect(Send.class).number()).isEqualTo(2);
        node.expectNothing();
        node.confirm(1, 2);
        small.done(waiting);
    }

    @Test
    void withReplayOffAnInterruptedSendIsUnknownAndNeverRepeated() {
        Scenario off = Scenario.failover("jms.replayWindow=-1");
        Node first = off.connected();
        ClientSession session = off.connection.openSession(AckMode.AUTO);
        Call<Void> one = session.send(message("one"));
        Call<Void> two = session.send(message("two"));
        first.lose();
        Node second = off.reopened();
        second.answer(2, state(0, 0, 0), state(1, 1, 1));
        off.done(one);
        resume(second);
        off.fails(two, ErrorCode.OUTCOME_UNKNOWN);
        assertThat(second.expect(Skip.class).number()).isEqualTo(2);
    }

    @Test
    void callsEndAtTheFailoverTimeoutAndNothingIsSentLater() {
        Scenario bounded = Scenario.failover("timeout=3000");
        Node first = bounded.connected();
        ClientSession session = bounded.connection.openSession(AckMode.AUTO);
        first.lose();
        Call<Void> send = session.send(message("one"));
        bounded.loop.advance(Duration.ofMillis(2_900));
        bounded.waits(send);
        bounded.loop.advance(Duration.ofMillis(200));
        bounded.fails(send, ErrorCode.CALL_TIMEOUT);
    }

    @Test
    void withReplayOffAnAcknowledgementIsRepeatedSinceItsClaimIsGranted() {
        Scenario off = Scenario.failover("jms.replayWindow=-1");
        Node first = off.connected();
        off.connection.start();
        ClientSession session = off.connection.openSession(AckMode.AUTO);
        ClientConsumer consumer = off.consumer(first, session);
        first.deliver(1, 1, Scenario.ref(1), message("m1"));
        session.handled(Objects.requireNonNull(off.taken(consumer.take(true))));
        first.skipTo(HandOut.class);
        off.loop.run();
        first.expect(Ack.class);
        first.lose();
        Node second = off.reopened();
        second.answer(2, state(0, 0, 0), state(1, 0, 0));
        second.skipTo(ClaimsEnd.class);
        second.receive(new ClaimsAnswer(1, List.of(Scenario.ref(1))), new Resumed());
        assertThat(second.expect(Ack.class).deliveries()).containsExactly(Scenario.ref(1));
    }

    @Test
    void withReplayOffWhatAnInterruptedCommitNamesGoesBackAsSeen() {
        Scenario off = Scenario.failover("jms.replayWindow=-1");
        Node first = off.connected();
        off.connection.start();
        ClientSession session = off.connection.openSession(AckMode.TRANSACTED);
        ClientConsumer consumer = off.consumer(first, session);
        first.deliver(1, 1, Scenario.ref(1), message("m1"));
        off.taken(consumer.take(true));
        Call<Void> commit = session.commit();
        first.lose();
        Node second = off.reopened();
        second.answer(2, state(0, 0, 0), state(1, 0, 0));
        off.fails(commit, ErrorCode.OUTCOME_UNKNOWN);
        assertThat(second.skipTo(Claims.class).claims()).containsExactly(new Claim(Scenario.ref(1), 1, true, 1));
        second.expect(ClaimsEnd.class);
        second.receive(new ClaimsAnswer(1, List.of(Scenario.ref(1))), new Resumed());
        Rollback instead = second.expect(Rollback.class);
        assertThat(instead.number()).isEqualTo(1);
        assertThat(instead.deliveries()).containsExactly(Scenario.ref(1));
    }
}
