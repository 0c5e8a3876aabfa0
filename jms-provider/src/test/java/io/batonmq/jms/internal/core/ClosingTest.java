package io.batonmq.jms.internal.core;

import static io.batonmq.jms.internal.core.Scenario.message;
import static io.batonmq.jms.internal.core.Scenario.ref;
import static io.batonmq.jms.internal.core.Scenario.state;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.batonmq.jms.internal.core.ClientConnection.State;
import io.batonmq.jms.internal.core.ScriptedLinks.Node;
import io.batonmq.wire.BrokerFrame.Received;
import io.batonmq.wire.Command.CloseConnection;
import io.batonmq.wire.Command.CloseSession;
import io.batonmq.wire.Command.Rollback;
import io.batonmq.wire.Command.Send;
import io.batonmq.wire.ErrorCode;
import io.batonmq.wire.Request.AckMode;
import io.batonmq.wire.Request.CloseConsumer;
import io.batonmq.wire.Resumption.ClaimsEnd;
import io.batonmq.wire.Resumption.Resumed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The ends of sessions and connections (R2, R22). */
class ClosingTest {
    private static final Duration LIMIT = Duration.ofSeconds(5);
    private final Scenario world = Scenario.failover();

    @Test
    void aSessionEndsOnceItsCommandsAreConfirmed() {
        Node node = world.connected();
        ClientSession session = world.connection.openSession(AckMode.AUTO);
        Call<Void> send = session.send(message("one"));
        Call<Void> close = session.close();
        node.skipTo(Send.class);
        node.expectNothing();
        world.fails(session.send(message("two")), ErrorCode.CLOSED);
        node.confirm(1, 1);
        world.done(send);
        CloseSession frame = node.expect(CloseSession.class);
        assertThat(frame.closed()).isEqualTo(1);
        assertThat(frame.number()).isEqualTo(1);
        world.waits(close);
        node.confirm(0, 1);
        world.done(close);
        world.done(session.close());
    }

    @Test
    void closingASessionGivesBackWhatIsUnacknowledged() {
        Node node = world.connected();
        world.connection.start();
        ClientSession session = world.connection.openSession(AckMode.TRANSACTED);
        ClientConsumer consumer = world.consumer(node, session);
        node.deliver(1, 1, ref(1), message("m1"));
        world.taken(consumer.take(true));
        node.drain();
        Call<Void> close = session.close();
        node.expect(CloseConsumer.class);
        assertThat(node.expect(Rollback.class).deliveries()).containsExactly(ref(1));
        node.confirm(1, 1);
        node.expect(CloseSession.class);
        node.receive(new Received(0, 1, null, ""));
        world.done(close);
    }

    @Test
    void aSessionsEndIsReplayed() {
        Node first = world.connected();
        ClientSession session = world.connection.openSession(AckMode.AUTO);
        Call<Void> close = session.close();
        first.skipTo(CloseSession.class);
        first.lose();
        Node second = world.reopened();
        second.answer(2, state(0, 0, 0), state(1, 0, 0));
        second.skipTo(ClaimsEnd.class);
        second.receive(new Resumed());
        assertThat(second.expect(CloseSession.class).number()).isEqualTo(1);
        second.confirm(0, 1);
        world.done(close);
    }

    @Test
    void aSessionsEndThatTheOldHolderStoredIsDone() {
        Node first = world.connected();
        Call<Void> close = world.connection.openSession(AckMode.AUTO).close();
        first.lose();
        Node second = world.reopened();
        second.answer(2, state(0, 1, 1), Scenario.rowless(1));
        world.done(close);
        second.expect(io.batonmq.wire.Request.Started.class);
        second.expect(ClaimsEnd.class);
    }

    @Test
    void aConnectionEndsOnceEverythingIsConfirmed() {
        Node node = world.connected();
        ClientSession session = world.connection.openSession(AckMode.AUTO);
        Call<Void> send = session.send(message("one"));
        Call<Void> close = world.connection.close(LIMIT);
        node.skipTo(Send.class);
        node.expectNothing();
        assertThatThrownBy(() -> world.connection.openSession(AckMode.AUTO)).isInstanceOf(CoreException.class);
        node.confirm(1, 1);
        node.expect(CloseConnection.class);
        world.waits(close);
        node.confirm(0, 1);
        world.done(send);
        world.done(close);
        assertThat(world.connection.state()).isEqualTo(State.CLOSED);
        assertThat(node.isClosed()).isTrue();
        assertThat(world.loop.pending()).isZero();
        assertThat(world.events).isEmpty();
        world.done(world.connection.close(LIMIT));
    }

    @Test
    void whileInterruptedCloseWaitsForItsLimitAndTellsTheTruthInOrder() {
        Node node = world.connected();
        ClientSession session = world.connection.openSession(AckMode.AUTO);
        List<String> order = new ArrayList<>();
        Call<Void> written = session.send(message("one"));
        written.result().whenComplete((value, failure) -> order.add("written"));
        node.lose();
        Call<Void> unwritten = session.send(message("two"));
        unwritten.result().whenComplete((value, failure) -> order.add("unwritten"));
        Call<Void> close = world.connection.close(LIMIT);
        close.result().whenComplete((value, failure) -> order.add("close"));
        world.loop.advance(LIMIT.minusMillis(1));
        world.waits(close);
        world.loop.advance(Duration.ofMillis(1));
        world.done(close);
        world.fails(written, ErrorCode.OUTCOME_UNKNOWN);
        world.fails(unwritten, ErrorCode.CLOSED);
        assertThat(order).containsExactly("written", "unwritten", "close");
        assertThat(world.connection.state()).isEqualTo(State.CLOSED);
        assertThat(world.loop.pending()).isZero();
    }

    @Test
    void aCloseThatIsInterruptedIsCarriedOutAtTheNextHolder() {
        Node first = world.connected();
        ClientSession session = world.connection.openSession(AckMode.AUTO);
        Call<Void> send = session.send(message("one"));
        Call<Void> close = world.connection.close(LIMIT);
        first.lose();
        Node second = world.reopened();
        second.answer(2, state(0, 0, 0), state(1, 0, 0));
        second.skipTo(ClaimsEnd.class);
        second.receive(new Resumed());
        second.expect(Send.class);
        world.loop.advance(Duration.ofMillis(3_900));
        second.pong(2);
        world.loop.advance(Duration.ofSeconds(3));
        second.confirm(1, 1);
        second.expect(CloseConnection.class);
        second.confirm(0, 1);
        world.done(send);
        world.done(close);
    }

    @Test
    void aFailedConnectionEndsAllCallsAndAnswersNewOnesWithTheCause() {
        Node node = world.connected();
        world.connection.start();
        ClientSession session = world.connection.openSession(AckMode.AUTO);
        ClientConsumer consumer = world.consumer(node, session);
        Call<Delivery> take = consumer.take(true);
        node.receive(new io.batonmq.wire.BrokerFrame.Fault(ErrorCode.CONNECTION_STOLEN, "a copy"));
        world.fails(take, ErrorCode.CONNECTION_STOLEN);
        world.fails(session.send(message("one")), ErrorCode.CONNECTION_STOLEN);
        world.done(session.close());
        world.done(world.connection.close(LIMIT));
        assertThat(world.connection.state()).isEqualTo(State.FAILED);
    }
}
