package io.batonmq.jms.internal.core;

import static io.batonmq.jms.internal.core.Scenario.state;
import static org.assertj.core.api.Assertions.assertThat;

import io.batonmq.jms.internal.core.ClientConnection.State;
import io.batonmq.jms.internal.core.LinkFactory.Closed;
import io.batonmq.jms.internal.core.ScriptedLinks.Node;
import io.batonmq.wire.BrokerFrame.Fault;
import io.batonmq.wire.BrokerFrame.HolderIs;
import io.batonmq.wire.BrokerFrame.Moved;
import io.batonmq.wire.Command;
import io.batonmq.wire.ErrorCode;
import io.batonmq.wire.Request.AckMode;
import io.batonmq.wire.Resumption.ClaimsEnd;
import io.batonmq.wire.Resumption.Resume;
import io.batonmq.wire.Resumption.Resumed;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How a connection finds its holder, at first and again (R9, R21; C36, C38, C50, C64, C65). */
class SeekingTest {
    private static void attach(Node node, long epoch) {
        node.expect(Resume.class);
        node.answer(epoch, state(0, 0, 0));
        node.skipTo(ClaimsEnd.class);
        node.receive(new Resumed());
    }

    @Test
    void serversAreTriedInOrderWithoutPauseThenWithBackOff() {
        Scenario world = Scenario.failover("initialReconnectDelay=100");
        world.connection.open();
        Node first = world.links.next();
        assertThat(first.port()).isEqualTo(1001);
        first.unreachable();
        Node second = world.links.next();
        assertThat(second.port()).isEqualTo(1002);
        second.unreachable();
        world.links.expectNone();
        world.loop.advance(Duration.ofMillis(100));
        world.links.next().unreachable();
        world.links.next().unreachable();
        world.loop.advance(Duration.ofMillis(100));
        world.links.expectNone();
        world.loop.advance(Duration.ofMillis(100));
        attach(world.links.next().open(), 1);
        assertThat(world.connection.state()).isEqualTo(State.CONNECTED);
    }

    @Test
    void startUpLimitsAreHonouredWithTheCause() {
        Scenario world = Scenario.failover("startupMaxReconnectAttempts=2", "initialReconnectDelay=100");
        Call<ClientConnection.Info> open = world.connection.open();
        for (int round = 0; round < 2; round++) {
            world.links.next().unreachable();
            world.links.next().unreachable();
            world.loop.advance(Duration.ofMillis(100));
        }
        CoreException failure = world.failure(open);
        assertThat(failure.code()).isEqualTo(ErrorCode.LINK_UNREACHABLE);
        assertThat(failure).hasMessageContaining("2 rounds").hasMessageContaining("tcp://b:1002");
        assertThat(world.connection.state()).isEqualTo(State.FAILED);
        assertThat(world.events).isEmpty();
        assertThat(world.loop.pending()).isZero();
        world.links.expectNone();
    }

    /** R5: it claims nothing and replays nothing, so that what follows its declarations may follow at once. */
    @Test
    void aNewConnectionDoesNotWaitForItsClaims() {
        Scenario world = Scenario.failover();
        Call<ClientConnection.Info> open = world.connection.open();
        Node node = world.links.next().open();
        node.expect(Resume.class);
        node.answer(1, ScriptedLinks.CLUSTER, false, state(0, 0, 0));
        node.skipTo(ClaimsEnd.class);
        world.done(open);
        Call<Void> send = world.connection.openSession(AckMode.AUTO).send(Scenario.message("one"));
        node.receive(new Resumed());
        node.skipTo(Command.Send.class);
        world.loop.run();
        assertThat(send.result()).isNotDone();
        assertThat(world.events(ConnectionEvents.Resumed.class)).isEmpty();
    }

    /** An earlier try of it may have been bound there, and more is on its way. */
    @Test
    void aConnectionThatTheNodeKnowsWaitsForItsClaims() {
        Scenario world = Scenario.failover();
        Call<ClientConnection.Info> open = world.connection.open();
        Node node = world.links.next().open();
        node.expect(Resume.class);
        node.answer(1, ScriptedLinks.CLUSTER, true, state(0, 0, 0));
        node.skipTo(ClaimsEnd.class);
        world.loop.run();
        assertThat(open.result()).isNotDone();
        node.receive(new Resumed());
        world.done(open);
    }

    @Test
    void onlyStandbysMeansNoActiveNode() {
        Scenario world = Scenario.failover("startupMaxReconnectAttempts=1");
        Call<ClientConnection.Info> open = world.connection.open();
        Node first = world.links.next().open();
        first.standsBy(null, 0);
        Node second = world.links.next().open();
        second.standsBy(null, 0);
        CoreException failure = world.failure(open);
        assertThat(failure.code()).isEqualTo(ErrorCode.LINK_NO_HOLDER);
        assertThat(failure).hasMessageContaining("no active node");
        assertThat(first.isClosed()).isTrue();
        assertThat(second.isClosed()).isTrue();
    }

    @Test
    void aPlainUrlTriesForItsStartUpTime() {
        Scenario world = Scenario.of("tcp://a:1001");
        Call<ClientConnection.Info> open = world.connection.open();
        world.links.next().unreachable();
        world.loop.advance(Duration.ofSeconds(5));
        attach(world.links.next().open(), 1);
        world.done(open);
        assertThat(world.connection.state()).isEqualTo(State.CONNECTED);
    }

    @Test
    void aPlainUrlEndsWithItsLink() {
        Scenario world = Scenario.of("tcp://a:1001");
        Node node = world.connected();
        Call<Void> send = world.connection.openSession(AckMode.AUTO).send(Scenario.message("one"));
        node.lose();
        world.fails(send, ErrorCode.OUTCOME_UNKNOWN);
        assertThat(world.events(Scenario.Failed.class))
                .singleElement()
                .satisfies(failed -> assertThat(failed.cause().code()).isEqualTo(ErrorCode.LINK_LOST));
        assertThat(world.events(Scenario.Interrupted.class)).isEmpty();
        world.links.expectNone();
    }

    @Test
    void aWrongPasswordEndsTheSearchAtOnce() {
        Scenario world = Scenario.failover();
        Call<ClientConnection.Info> open = world.connection.open();
        world.links.next().fail(Closed.REFUSED, ErrorCode.SECURITY_AUTHENTICATION);
        world.fails(open, ErrorCode.SECURITY_AUTHENTICATION);
        world.links.expectNone();
    }

    @Test
    void aCheckThatIsImpossibleNowIsTriedAgain() {
        Scenario world = Scenario.failover();
        world.connection.open();
        world.links.next().fail(Closed.REFUSED, ErrorCode.SECURITY_UNAVAILABLE);
        assertThat(world.links.next().port()).isEqualTo(1002);
    }

    @Test
    void revokedCredentialsFailTheConnectionOnceOnReconnect() {
        Scenario world = Scenario.failover();
        Node first = world.connected();
        first.lose();
        world.loop.advance(Duration.ofMillis(10));
        world.links.next().fail(Closed.REFUSED, ErrorCode.SECURITY_AUTHENTICATION);
        assertThat(world.events(Scenario.Failed.class)).hasSize(1);
        assertThat(world.connection.state()).isEqualTo(State.FAILED);
        world.loop.advance(Duration.ofMinutes(1));
        world.links.expectNone();
        assertThat(world.events(Scenario.Failed.class)).hasSize(1);
    }

    @Test
    void aStolenIdentityFailsTheConnection() {
        Scenario world = Scenario.failover();
        world.connected().lose();
        Node again = world.reopened();
        again.receive(new Fault(ErrorCode.CONNECTION_STOLEN, "a copy"));
        assertThat(world.events(Scenario.Failed.class))
                .singleElement()
                .satisfies(failed -> assertThat(failed.cause().code()).isEqualTo(ErrorCode.CONNECTION_STOLEN));
    }

    @Test
    void aStandbysLinkIsKeptAndItsPushIsFollowedAtOnce() {
        Scenario world = Scenario.failover("initialReconnectDelay=30000", "maxReconnectDelay=30000");
        world.connection.open();
        world.links.next().unreachable();
        Node standby = world.links.next().open();
        standby.standsBy(null, 0);
        assertThat(standby.isClosed()).isFalse();
        world.links.expectNone();
        standby.receive(new HolderIs("tcp://c:1003", 5, List.of()));
        Node holder = world.links.next();
        assertThat(holder.port()).isEqualTo(1003);
        attach(holder.open(), 5);
        assertThat(world.connection.state()).isEqualTo(State.CONNECTED);
        assertThat(standby.isClosed()).isTrue();
    }

    @Test
    void aStandbyThatBecomesTheHolderIsAskedAgain() {
        Scenario world = Scenario.failover("initialReconnectDelay=30000", "maxReconnectDelay=30000");
        world.connection.open();
        world.links.next().unreachable();
        Node standby = world.links.next().open();
        standby.standsBy(null, 0);
        standby.receive(new HolderIs("tcp://b:1002", 6, List.of()));
        Node holder = world.links.next();
        assertThat(holder.port()).isEqualTo(1002);
        attach(holder.open(), 6);
        assertThat(world.connection.state()).isEqualTo(State.CONNECTED);
    }

    @Test
    void aHintIsFollowedOncePerRoundAndNotForAnOldEpoch() {
        Scenario world = Scenario.failover("initialReconnectDelay=10000", "maxReconnectDelay=10000");
        world.connection.open();
        Node standby = world.links.next().open();
        standby.standsBy("tcp://c:1003", 5);
        world.links.next().unreachable();
        assertThat(world.links.next().port()).isEqualTo(1002);
        standby.receive(new HolderIs("tcp://c:1003", 5, List.of()));
        standby.receive(new HolderIs("tcp://d:1004", 4, List.of()));
        world.links.expectNone();
    }

    @Test
    void aHandOverIsFollowedWithoutPause() {
        Scenario world = Scenario.failover("initialReconnectDelay=10000", "maxReconnectDelay=10000");
        Node first = world.connected();
        first.receive(new Moved("tcp://b:1002", 2));
        assertThat(first.isClosed()).isTrue();
        assertThat(world.connection.state()).isEqualTo(State.INTERRUPTED);
        Node next = world.links.next();
        assertThat(next.port()).isEqualTo(1002);
        attach(next.open(), 2);
        assertThat(world.events(ConnectionEvents.Resumed.class).get(0).to()).isEqualTo("tcp://b:1002");
    }

    @Test
    void aNodeThatAcceptsAndClosesIsNotStormed() {
        Scenario world = Scenario.failover("initialReconnectDelay=100", "maxReconnectDelay=100000");
        Node node = world.connected();
        int links = 0;
        for (int i = 0; i < 6; i++) {
            node.lose();
            Duration waited = Duration.ZERO;
            while (world.links.isIdle()) {
                world.loop.advance(Duration.ofMillis(25));
                waited = waited.plusMillis(25);
            }
            assertThat(waited).isGreaterThanOrEqualTo(Duration.ofMillis(75L << i));
            node = world.links.next().open();
            attach(node, 1);
            links++;
        }
        assertThat(links).isEqualTo(6);
    }

    @Test
    void aNodeThatNeverAnswersTheResumeIsLeft() {
        Scenario world = Scenario.failover();
        world.connection.open();
        Node hanging = world.links.next().open();
        world.loop.advance(Duration.ofSeconds(5));
        assertThat(hanging.isClosed()).isTrue();
        assertThat(world.links.next().port()).isEqualTo(1002);
    }

    @Test
    void reconnectingEndsAtItsLimitWithOneFailure() {
        Scenario world = Scenario.failover("maxReconnectAttempts=1");
        world.connected().lose();
        world.loop.advance(Duration.ofMillis(10));
        world.loop.advance(Duration.ofMillis(10));
        assertThat(world.events(Scenario.Failed.class))
                .singleElement()
                .satisfies(failed -> assertThat(failed.cause().code()).isEqualTo(ErrorCode.FAILOVER_GIVEN_UP));
    }

    @Test
    void withdrawingTheOpeningClosesEverything() {
        Scenario world = Scenario.failover();
        Call<ClientConnection.Info> open = world.connection.open();
        Node node = world.links.next();
        open.withdraw("interrupted");
        world.fails(open, ErrorCode.CALL_TIMEOUT);
        assertThat(node.isClosed()).isTrue();
        assertThat(world.connection.state()).isEqualTo(State.CLOSED);
        assertThat(world.loop.pending()).isZero();
    }

    @Test
    void aNodeThatIsAnnouncedIsTriedToo() {
        Scenario world = Scenario.failover();
        Node first = world.connected();
        first.receive(new HolderIs("tcp://a:1001", 1, List.of("tcp://a:1001", "tcp://c:1003")));
        assertThat(world.events(Scenario.Topology.class))
                .containsExactly(new Scenario.Topology(List.of("tcp://a:1001", "tcp://c:1003")));
        first.lose();
        world.loop.advance(Duration.ofMillis(10));
        world.links.next().unreachable();
        assertThat(world.links.next().port()).isEqualTo(1002);
    }

    @Test
    void aLinkThatLivedLongEndsTheBackOffAlsoIfItEndsWithAHandOver() {
        Scenario world = Scenario.failover("maxReconnectAttempts=2");
        Node first = world.connected();
        live(world, first, 1);
        first.lose();
        world.links.next().unreachable();
        world.links.next().unreachable();
        world.loop.advance(Duration.ofMillis(10));
        Node second = world.links.next().open();
        attach(second, 2);
        live(world, second, 2);
        second.receive(new Moved(null, 3));
        world.links.next().unreachable();
        world.links.next().unreachable();
        assertThat(world.connection.state()).isEqualTo(State.INTERRUPTED);
        world.loop.advance(Duration.ofMillis(10));
        assertThat(world.links.next().port()).isEqualTo(1001);
    }

    private static void live(Scenario world, Node node, long epoch) {
        for (int i = 0; i < 6; i++) {
            world.loop.advance(Duration.ofSeconds(1));
            node.pong(epoch);
        }
    }

    @Test
    void anUntrustedNodeIsPassedOverAndOnlyWhereAllAreItEndsTheSearch() {
        Scenario world = Scenario.failover();
        Call<ClientConnection.Info> open = world.connection.open();
        world.links.next().fail(Closed.REFUSED, ErrorCode.SECURITY_TLS);
        world.links.next().unreachable();
        world.loop.advance(Duration.ofMillis(10));
        world.links.next().fail(Closed.REFUSED, ErrorCode.SECURITY_TLS);
        Node other = world.links.next();
        assertThat(other.port()).isEqualTo(1002);
        other.fail(Closed.REFUSED, ErrorCode.SECURITY_TLS);
        world.fails(open, ErrorCode.SECURITY_TLS);
        world.links.expectNone();
    }

    @Test
    void aPortWhereSomethingElseAnswersIsPassedOver() {
        Scenario world = Scenario.failover();
        world.connection.open();
        world.links.next().fail(Closed.UNREACHABLE, ErrorCode.PROTOCOL_VIOLATION);
        assertThat(world.links.next().port()).isEqualTo(1002);
    }

    @Test
    void aHostThatDoesNotAnswerKeepsNoPushedHolderWaiting() {
        Scenario world = Scenario.failover();
        world.connection.open();
        Node standby = world.links.next().open();
        standby.standsBy(null, 0);
        Node hanging = world.links.next();
        standby.receive(new HolderIs("tcp://a:1001", 6, List.of()));
        assertThat(hanging.isClosed()).isTrue();
        Node holder = world.links.next();
        assertThat(holder.port()).isEqualTo(1001);
        attach(holder.open(), 6);
        assertThat(world.connection.state()).isEqualTo(State.CONNECTED);
    }

    @Test
    void aClientThatKeepsToItsServersFollowsHintsToThemOnly() {
        Scenario world = Scenario.of("(tcp://a:1001,tcp://b:1002,tcp://d:1004)?ha=false&initialConnectAttempts=-1"
                + "&connectionLoadBalancingPolicyClassName=FirstElementConnectionLoadBalancingPolicy");
        world.connection.open();
        world.links.next().open().standsBy("tcp://c:1003", 5);
        Node other = world.links.next();
        assertThat(other.port()).isEqualTo(1002);
        other.open().standsBy("tcp://d:1004", 6);
        assertThat(world.links.next().port()).isEqualTo(1004);
    }
}
