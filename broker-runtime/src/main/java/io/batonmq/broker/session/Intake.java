package io.batonmq.broker.session;

import io.batonmq.broker.writer.Unit;
import io.batonmq.wire.Command;
import io.batonmq.wire.FrameCodec;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Bytes of commands that wait for the database, by connection and in all: a link with too many is not read from until fewer
 * do, so that neither a slow database nor a client without a window fills the memory, and others go on. Confined to the
 * broker loop.
 *
 * <p>A connection's bound grows with its sessions, each of which has a replay window of its own (R19): clients that keep to
 * it never meet the bound, so their pings are read at once (R8). One that doesn't may find its link dead when the database
 * takes longer than the silence limit to make room.
 */
final class Intake {
    /** Nobody with less than this is stopped for the sake of the total: acknowledgements go on. */
    private static final long LEAST_SHARE = 256 * 1024;

    private static final class Pending {
        private long bytes;
        private long deferred;
        private boolean held;
    }

    private final Holding holding;
    private final SessionLimits limits;
    private final Map<Connection, Pending> all = new HashMap<>();
    private final Set<Connection> held = new LinkedHashSet<>();
    /** What came since the last mark. */
    private Map<Connection, Long> unmarked = new LinkedHashMap<>();

    private long total;
    private boolean markScheduled;

    Intake(Holding holding) {
        this.holding = holding;
        this.limits = holding.settings().limits();
    }

    /** A command arrived. */
    void received(Connection connection, Command command) {
        long size = FrameCodec.estimate(command);
        Pending pending = of(connection);
        pending.bytes += size;
        total += size;
        unmarked.merge(connection, size, Long::sum);
        if (!markScheduled) {
            markScheduled = true;
            holding.loop().execute(this::mark);
        }
        if (!pending.held && tooMuch(connection, pending, 8)) {
            hold(connection, pending);
        }
    }

    /** An empty unit takes its turn: when it is durable, so is all that was applied before it. */
    private void mark() {
        markScheduled = false;
        Map<Connection, Long> marked = unmarked;
        unmarked = new LinkedHashMap<>();
        Unit unit = new Unit();
        unit.whenDurable((epoch, batch) -> {
            marked.forEach((connection, size) -> {
                of(connection).bytes -= size;
                total -= size;
                forgetIfEmpty(connection);
            });
            goOn();
        });
        holding.writer().submit(unit);
    }

    /** A command waits for something else than its unit. */
    void deferred(Connection connection, Command command) {
        long size = FrameCodec.estimate(command);
        of(connection).deferred += size;
        total += size;
    }

    /** Commands that waited are applied now. */
    void applied(Connection connection, List<Command> commands) {
        long size = 0;
        for (Command command : commands) {
            size += FrameCodec.estimate(command);
        }
        applied(connection, size);
    }

    private void applied(Connection connection, long size) {
        Pending pending = of(connection);
        long left = Math.min(size, pending.deferred); // a link that was lost meanwhile took them along
        pending.deferred -= left;
        total -= left;
        forgetIfEmpty(connection);
        goOn();
    }

    /** Its link is gone: the next one is read from until it, too, brings too much. */
    void lost(Connection connection) {
        Pending pending = all.get(connection);
        if (pending != null) {
            pending.held = false;
            held.remove(connection);
            applied(connection, pending.deferred);
        }
    }

    long total() {
        return total;
    }

    private Pending of(Connection connection) {
        return all.computeIfAbsent(connection, c -> new Pending());
    }

    private void forgetIfEmpty(Connection connection) {
        Pending pending = all.get(connection);
        if (pending != null && pending.bytes == 0 && pending.deferred == 0 && !pending.held) {
            all.remove(connection);
        }
    }

    /** Above so many eighths of a bound: reading stops at eight, and goes on at seven. */
    private boolean tooMuch(Connection connection, Pending pending, int eighths) {
        long own = pending.bytes + pending.deferred;
        long sessions = Math.max(1, connection.sessions().size() - 1);
        long share = Math.max(LEAST_SHARE, limits.pendingTotal() / Math.max(1, all.size()));
        return own > limits.pendingPerSession() * sessions / 8 * eighths
                || (total > limits.pendingTotal() / 8 * eighths && own > share);
    }

    private void hold(Connection connection, Pending pending) {
        LinkBinding link = connection.binding();
        if (link != null) {
            pending.held = true;
            held.add(connection);
            link.reads(false);
        }
    }

    private void goOn() {
        for (Connection connection : List.copyOf(held)) {
            Pending pending = of(connection);
            LinkBinding link = connection.binding();
            if (!tooMuch(connection, pending, 7)) {
                pending.held = false;
                held.remove(connection);
                forgetIfEmpty(connection);
                if (link != null) {
                    link.reads(true);
                }
            }
        }
    }
}
