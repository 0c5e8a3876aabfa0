package io.batonmq.broker.session;

import io.batonmq.broker.loop.Loop;
import io.batonmq.broker.writer.Unit;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What happens while clients are away: claims become void at the end of their grace (R7, R9), connections end at the resume
 * timeout (R14). Confined to the broker loop.
 */
final class Absences {

    private static final class Timers {
        private Loop.@Nullable Timer grace;
        private Loop.@Nullable Timer end;
        /** Whether the client was here, with its claims answered, since the grace began. */
        private boolean served;
    }

    private final Holding holding;
    private final TakeoverGrace takeover;
    private final ClientIds clientIds;
    private final Endings endings;
    private final Map<Connection, Timers> timers = new HashMap<>();

    Absences(Holding holding, TakeoverGrace takeover, ClientIds clientIds, Endings endings) {
        this.holding = holding;
        this.takeover = takeover;
        this.clientIds = clientIds;
        this.endings = endings;
    }

    /**
     * The link is lost, or its holder was; the connection ends after {@code untilEnd}. A client that comes and goes without
     * its claims being answered doesn't make its grace any longer.
     */
    void begin(Connection connection, Duration untilEnd) {
        Timers of = timers.computeIfAbsent(connection, c -> new Timers());
        attached(connection);
        if (of.grace == null || of.served) {
            if (of.grace != null) {
                of.grace.cancel();
            }
            of.served = false;
            Duration grace = holding.settings().grace(connection.reconnectDelayMillis());
            of.grace = holding.loop().schedule(grace, () -> graceEnds(connection));
        }
        of.end = holding.loop().schedule(untilEnd, () -> end(connection));
    }

    /** The client is back, but its claims are not answered: the grace goes on. */
    void attached(Connection connection) {
        Timers of = timers.get(connection);
        if (of != null && of.end != null) {
            of.end.cancel();
            of.end = null;
        }
    }

    /** Its claims are answered. */
    void served(Connection connection) {
        Timers of = timers.get(connection);
        if (of != null) {
            of.served = true;
        }
    }

    void forget(Connection connection) {
        Timers of = timers.remove(connection);
        if (of != null) {
            cancel(of);
        }
    }

    void close() {
        timers.values().forEach(Absences::cancel);
        timers.clear();
    }

    private static void cancel(Timers of) {
        if (of.grace != null) {
            of.grace.cancel();
        }
        if (of.end != null) {
            of.end.cancel();
        }
    }

    /**
     * R7: durably void first, only then are the deliveries anyone's. Before that go, with all they have, subscriptions that
     * were kept for the client alone: what it may have seen of them does not come again as new.
     */
    private void graceEnds(Connection connection) {
        List<Session> absent = connection.sessions().stream()
                .filter(Session::withholdsWhileAbsent)
                .toList();
        absent.forEach(connection::detachConsumersOf); // who declared them is told, and declares them again
        holding.destinations().consumersAreGivenUp(connection.id());
        for (Session session : absent) { // a unit each: no batch exceeds its bound (S1)
            Unit unit = new Unit();
            session.voidClaims(unit);
            unit.whenDurable((epoch, batch) -> takeover.settled(session));
            holding.writer().submit(unit);
        }
        if (!connection.resumed()) {
            clientIds.ownerAbsent(connection);
        }
    }

    private void end(Connection connection) {
        forget(connection); // a grace that is not over must not end that of its next link
        endings.atResumeTimeout(connection);
    }
}
