package io.batonmq.broker.session;

import io.batonmq.broker.loop.RefusedException;
import io.batonmq.wire.ErrorCode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Which connection owns which client identifier, and who waits for one (R16). Confined to the broker loop. */
final class ClientIds {
    private static final int LONGEST = 255;

    private record Waiting(Connection connection, Consumer<@Nullable RefusedException> outcome) {}

    private final Map<String, Connection> owners = new HashMap<>();
    private final Map<String, List<Waiting>> waiting = new HashMap<>();
    private final Consumer<Connection> evict;

    /** Evicting ends a detached connection at once. */
    ClientIds(Consumer<Connection> evict) {
        this.evict = evict;
    }

    /** From the rows a new holder found. */
    void recover(Connection owner) {
        if (owner.clientId() != null) {
            owners.put(owner.clientId(), owner);
        }
    }

    /**
     * Claims an identifier; the outcome is null when it is the connection's. A detached owner of the same user gives way at
     * once, unless it was found at a takeover and may still come back: then the newcomer waits.
     */
    void claim(Connection newcomer, String clientId, Consumer<@Nullable RefusedException> outcome) {
        if (clientId.isEmpty() || clientId.length() > LONGEST || !StorableText.isPlain(clientId)) {
            outcome.accept(new RefusedException(
                    ErrorCode.CLIENT_ID_INVALID,
                    "a client identifier has 1 to " + LONGEST + " characters and no control characters"));
            return;
        }
        Connection owner = owners.get(clientId);
        if (owner == null || owner == newcomer) {
            own(newcomer, clientId);
            outcome.accept(null);
        } else if (owner.state() == Connection.State.ATTACHED || !owner.sameUser(newcomer.user())) {
            outcome.accept(inUse(clientId));
        } else if (!owner.resumed()) {
            waiting.computeIfAbsent(clientId, id -> new ArrayList<>()).add(new Waiting(newcomer, outcome));
        } else {
            evict.accept(owner);
            own(newcomer, clientId);
            outcome.accept(null);
        }
    }

    private void own(Connection newcomer, String clientId) {
        String before = newcomer.clientId();
        if (before != null && !before.equals(clientId)) {
            owners.remove(before, newcomer);
        }
        owners.put(clientId, newcomer);
        newcomer.setClientId(clientId);
    }

    private static RefusedException inUse(String clientId) {
        return new RefusedException(
                ErrorCode.CLIENT_ID_IN_USE,
                "client identifier '" + clientId + "' is used by another connection; close that one or choose another");
    }

    /** The owner came back after a takeover: newcomers are refused. */
    void ownerResumed(Connection owner) {
        String clientId = owner.clientId();
        if (clientId != null && owners.get(clientId) == owner) {
            for (Waiting each : taken(clientId)) {
                each.outcome().accept(inUse(clientId));
            }
        }
    }

    /** The owner's grace is over: the first newcomer that is still there takes its place. */
    void ownerAbsent(Connection owner) {
        String clientId = owner.clientId();
        if (clientId == null || owners.get(clientId) != owner || !waiting.containsKey(clientId)) {
            return;
        }
        List<Waiting> newcomers = taken(clientId);
        evict.accept(owner);
        owners.remove(clientId, owner);
        for (Waiting each : newcomers) {
            claim(each.connection(), clientId, each.outcome());
        }
    }

    private List<Waiting> taken(String clientId) {
        List<Waiting> list = waiting.remove(clientId);
        return list == null ? List.of() : list;
    }

    /** The newcomer went before it got what it waited for. */
    void stopWaiting(Connection newcomer) {
        for (List<Waiting> list : waiting.values()) {
            list.removeIf(each -> each.connection() == newcomer);
        }
    }

    /** The connection ended: its identifier is free. */
    void release(Connection connection) {
        stopWaiting(connection);
        String clientId = connection.clientId();
        if (clientId != null && owners.remove(clientId, connection)) {
            for (Waiting each : taken(clientId)) {
                claim(each.connection(), clientId, each.outcome());
            }
        }
    }
}
