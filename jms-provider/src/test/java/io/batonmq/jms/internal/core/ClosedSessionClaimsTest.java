package io.batonmq.jms.internal.core;

import static io.batonmq.jms.internal.core.Claiming.consuming;
import static io.batonmq.jms.internal.core.Scenario.closed;
import static io.batonmq.jms.internal.core.Scenario.message;
import static io.batonmq.jms.internal.core.Scenario.rowless;
import static io.batonmq.jms.internal.core.Scenario.state;
import static org.assertj.core.api.Assertions.assertThat;

import io.batonmq.jms.internal.core.Claiming.Consuming;
import io.batonmq.jms.internal.core.ScriptedLinks.Node;
import io.batonmq.wire.Command.Rollback;
import io.batonmq.wire.Command.Send;
import io.batonmq.wire.ErrorCode;
import io.batonmq.wire.Refusal;
import io.batonmq.wire.Request.AckMode;
import io.batonmq.wire.Request.OpenConsumer;
import io.batonmq.wire.Request.OpenSession;
import io.batonmq.wire.Request.Started;
import io.batonmq.wire.Resumption.ClaimsEnd;
import io.batonmq.wire.Resumption.Resume;
import io.batonmq.wire.Resumption.Resumed;
import io.batonmq.wire.Resumption.SessionState;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What becomes of a session that the new holder knows as closed, or does not know (R5, R14). */
class ClosedSessionClaimsTest {
    private final Scenario world = Scenario.failover();

    @Test
    void whatAClosedSessionHeldStaysGivenUpWhenTheLinkIsLostBeforeTheClaimsAreAnswered() {
        Node first = world.connected();
        Consuming it = consuming(world, first, AckMode.CLIENT);
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
        Consuming it = consuming(world, first, AckMode.CLIENT);
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
        Consuming it = consuming(world, first, AckMode.CLIENT);
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
        Consuming it = consuming(world, first, AckMode.CLIENT);
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
}
