package io.batonmq.broker.session;

import io.batonmq.broker.loop.Loop;
import io.batonmq.broker.writer.Unit;
import io.batonmq.store.Identity;
import io.batonmq.wire.BrokerFrame.Confirm;
import io.batonmq.wire.BrokerFrame.Received;
import io.batonmq.wire.Frame;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How sessions and connections end: closed by their client, at the resume timeout with a tombstone, forgotten after the
 * outcome retention (R14, R17). Confined to the broker loop.
 */
final class Endings {
    private static final Logger log = LoggerFactory.getLogger(Endings.class);

    private final Holding holding;
    private final Map<Identity, Connection> connections;
    private final Confirmations confirmations;
    private final TakeoverGrace takeover;
    private final ClientIds clientIds;
    private final Map<Connection, Loop.Timer> retention = new HashMap<>();

    Endings(
            Holding holding,
            Map<Identity, Connection> connections,
            Confirmations confirmations,
            TakeoverGrace takeover) {
        this.holding = holding;
        this.connections = connections;
        this.confirmations = confirmations;
        this.takeover = takeover;
        this.clientIds = new ClientIds(this::atResumeTimeout);
    }

    ClientIds clientIds() {
        return clientIds;
    }

    /** Adds a session's end to the unit of its close; null = it is gone already. */
    void closeSession(Unit unit, @Nullable Session session) {
        if (session == null || session.ended()) {
            return;
        }
        for (SessionConsumer consumer : session.connection().consumersOf(session)) {
            session.connection().remove(consumer);
            consumer.detach();
        }
        session.end(unit);
        if (session.hasRow()) {
            unit.deleteSession(session.key());
        }
        unit.whenDurable((epoch, batch) -> {
            session.connection().forget(session);
            takeover.settled(session);
        });
    }

    /**
     * Sessions that their client, which is back, has not named: a holder before told it that they were closed, and was lost
     * before its store knew. They held nothing, unless the store is known to have gone back (R15) and so they are older ones.
     */
    void closeUnnamed(Connection connection, Collection<Integer> named) {
        for (Session session : List.copyOf(connection.sessions())) {
            if (session.number() != 0 && !session.ended() && !named.contains(session.number())) {
                if (!connection.wentBackUntold()) {
                    session.claimsNothing();
                }
                Unit unit = new Unit(); // one for each: no batch exceeds its bound (S1)
                closeSession(unit, session);
                holding.writer().submit(unit);
            }
        }
    }

    /**
     * The client closes its connection: everything of it goes, then it is told, then the link is closed. Told at once where
     * nobody would miss what a next holder may find of it: who was told finds given back what it held, its names free.
     */
    void closedByClient(Connection connection, long number) {
        boolean atOnce = concernsNobody(connection);
        leave(connection);
        holding.destinations().consumersAreGivenUp(connection.id());
        for (Session session : connection.sessions()) { // a unit each: no batch exceeds its bound (S1)
            Unit unit = new Unit();
            session.end(unit);
            holding.writer().submit(unit);
        }
        Unit unit = new Unit();
        holding.destinations().removeTemporaries(unit, connection.id());
        if (connection.hasRow()) {
            unit.deleteConnection(connection.id());
        }
        unit.whenDurable((epoch, batch) -> {
            if (!atOnce) {
                answerAndClose(connection, new Confirm(0, number, List.of(), epoch, batch));
            }
            connection.sessions().forEach(takeover::settled);
        });
        holding.writer().submit(unit);
        if (atOnce) {
            answerAndClose(connection, new Received(0, number, null, ""));
        }
    }

    /**
     * Whether it holds nothing that others have a use for, not even where a next holder finds it in the store and waits for
     * its client: no client identifier, no temporary destination, no message, and no queue whose messages it may claim (R9).
     */
    private static boolean concernsNobody(Connection connection) {
        return connection.clientId() == null
                && !connection.hasTemporaries()
                && connection.sessions().stream()
                        .allMatch(session -> session.held().isEmpty()
                                && session.dispatchedQueues().isNone());
    }

    private void answerAndClose(Connection connection, Frame answer) {
        confirmations.flush();
        connection.sendAnswered(answer);
        LinkBinding link = connection.binding();
        if (link != null) {
            link.close("closed by its client");
        }
    }

    /** R14: its client is away for too long, or gives way to a newcomer (R16). */
    void atResumeTimeout(Connection connection) {
        if (connection.state() != Connection.State.DETACHED) {
            return;
        }
        holding.destinations().consumersAreGivenUp(connection.id());
        long now = holding.time().millis();
        boolean tombstone = false;
        for (Session session : connection.sessions()) {
            if (session.number() != 0 && !session.ended()) {
                Unit unit = new Unit(); // one for each session: no batch exceeds its bound (S1)
                session.entomb(unit, now);
                holding.writer().submit(unit);
            }
            tombstone |= session.closedAtMillis() > 0;
        }
        Unit unit = new Unit();
        holding.destinations().removeTemporaries(unit, connection.id());
        clientIds.release(connection);
        connection.setClientId(null);
        if (tombstone) {
            connection.become(Connection.State.TOMBSTONE);
            connection.putRow(unit);
            keepOutcomes(connection);
            log.info("connection {} ended: its client was away for longer than it may be", connection.id());
        } else {
            leave(connection);
            if (connection.hasRow()) {
                unit.deleteConnection(connection.id());
            }
        }
        List<Session> ended = List.copyOf(connection.sessions());
        unit.whenDurable((epoch, batch) -> ended.forEach(takeover::settled));
        holding.writer().submit(unit);
    }

    /** Found by a new holder, or just made: forgotten when the newest outcome is old enough. */
    void keepOutcomes(Connection tombstone) {
        long newest = tombstone.sessions().stream()
                .mapToLong(Session::closedAtMillis)
                .max()
                .orElse(0);
        long left = newest
                + holding.settings().outcomeRetention().toMillis()
                - holding.time().millis();
        Loop.Timer before = retention.put(
                tombstone,
                holding.loop().schedule(Duration.ofMillis(Math.max(0, left)), () -> forget(tombstone, newest)));
        if (before != null) {
            before.cancel();
        }
    }

    private void forget(Connection tombstone, long newest) {
        retention.remove(tombstone);
        boolean unchanged = tombstone.sessions().stream().allMatch(each -> each.closedAtMillis() <= newest);
        if (tombstone.state() == Connection.State.TOMBSTONE && unchanged) {
            leave(tombstone);
            Unit unit = new Unit();
            unit.deleteConnection(tombstone.id());
            holding.writer().submit(unit);
        }
    }

    void close() {
        retention.values().forEach(Loop.Timer::cancel);
        retention.clear();
    }

    private void leave(Connection connection) {
        connection.become(Connection.State.ENDED);
        connection.detachConsumers();
        connections.remove(connection.id(), connection);
        clientIds.release(connection);
        Loop.Timer outcomes = retention.remove(connection);
        if (outcomes != null) {
            outcomes.cancel();
        }
    }
}
