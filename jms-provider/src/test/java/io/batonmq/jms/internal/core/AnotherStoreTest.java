package io.batonmq.jms.internal.core;

import static io.batonmq.jms.internal.core.Claiming.consuming;
import static io.batonmq.jms.internal.core.Scenario.message;
import static io.batonmq.jms.internal.core.Scenario.rowless;
import static io.batonmq.jms.internal.core.Scenario.state;
import static org.assertj.core.api.Assertions.assertThat;

import io.batonmq.jms.internal.core.Claiming.Consuming;
import io.batonmq.jms.internal.core.ClientConnection.State;
import io.batonmq.jms.internal.core.ScriptedLinks.Node;
import io.batonmq.wire.Command.CloseConnection;
import io.batonmq.wire.Command.CloseSession;
import io.batonmq.wire.Command.Send;
import io.batonmq.wire.ErrorCode;
import io.batonmq.wire.Refusal;
import io.batonmq.wire.Request.AckMode;
import io.batonmq.wire.Request.OpenConsumer;
import io.batonmq.wire.Request.OpenSession;
import io.batonmq.wire.Request.Started;
import io.batonmq.wire.Resumption.ClaimsEnd;
import io.batonmq.wire.Resumption.Refused;
import io.batonmq.wire.Resumption.Resume;
import io.batonmq.wire.Resumption.Resumed;
import io.batonmq.wire.UniqueId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A client meets a holder whose store went back, or is another one (R5, R15, L11). */
class AnotherStoreTest {
    private final Scenario world = Scenario.failover();

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

    /** R14: it had no session any more when it was away for too long, and so left no tombstone. */
    @Test
    void aConnectionThatNoNodeKnowsAnyMoreIsNoSignOfAStoreThatWentBack() {
        Node first = world.connected();
        Call<Void> close = world.connection.openSession(AckMode.AUTO).close();
        first.skipTo(CloseSession.class);
        first.confirm(0, 1);
        world.done(close);
        first.lose();
        Node second = world.reopened();
        second.answer(2, ScriptedLinks.CLUSTER, false, rowless(0));
        second.skipTo(ClaimsEnd.class);
        second.receive(new Resumed());
        assertThat(world.connection.state()).isEqualTo(State.CONNECTED);
        assertThat(world.notices()).isEmpty();
    }

    @Test
    void aCloseThatWasAppliedAndNotAnsweredIsNoneEither() {
        Node first = world.connected();
        world.connection.openSession(AckMode.AUTO).send(message("one"));
        first.confirm(1, 1);
        Call<Void> close = world.connection.close(Duration.ofSeconds(15));
        first.skipTo(CloseConnection.class);
        first.lose();
        Node second = world.reopened();
        second.answer(2, ScriptedLinks.CLUSTER, false, rowless(0), rowless(1));
        second.skipTo(ClaimsEnd.class);
        second.receive(new Resumed());
        second.confirm(0, second.expect(CloseConnection.class).number());
        world.done(close);
        assertThat(world.notices()).isEmpty();
    }

    @Test
    void aConnectionThatNoNodeKnowsThoughItsSessionLivesIsASign() {
        Node first = world.connected();
        ClientSession open = world.connection.openSession(AckMode.AUTO);
        Call<Void> close = world.connection.openSession(AckMode.AUTO).close();
        first.skipTo(CloseSession.class);
        first.confirm(0, 1);
        world.done(close);
        open.send(message("one"));
        first.confirm(1, 1);
        first.lose();
        world.reopened().answer(2, ScriptedLinks.CLUSTER, false, rowless(0), rowless(1));
        assertThat(world.notices()).contains(ErrorCode.STORE_WENT_BACK);
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
        Consuming it = consuming(world, first, AckMode.TRANSACTED);
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
}
