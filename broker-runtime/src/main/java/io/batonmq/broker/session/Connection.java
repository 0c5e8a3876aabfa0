package io.batonmq.broker.session;

import io.batonmq.broker.loop.RefusedException;
import io.batonmq.broker.writer.Unit;
import io.batonmq.store.ConnectionRow;
import io.batonmq.store.Identity;
import io.batonmq.wire.Frame;
import io.batonmq.wire.Request.ClockOffset;
import io.batonmq.wire.WireDestination;
import java.security.MessageDigest;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One client connection at this holder, attached to a link or waiting for its client. Confined to the broker loop.
 */
final class Connection {
    private static final ClockOffset UNKNOWN_OFFSET = new ClockOffset(0, 0);

    /**
     * DETACHED ⇄ ATTACHED → ENDED; DETACHED → TOMBSTONE → ATTACHED | ENDED. TOMBSTONE: its sessions were ended at the resume
     * timeout, only their outcomes are kept (R14); a client that comes back learns them and may open new ones. ENDED: closed
     * by its client, or forgotten.
     */
    enum State {
        DETACHED,
        ATTACHED,
        TOMBSTONE,
        ENDED
    }

    private final Holding holding;
    private final Spreading spreading;
    private final Identity id;
    private final byte[] secretHash;
    private final @Nullable String user;
    private final Map<Integer, Session> sessions = new TreeMap<>();
    private final Map<Integer, SessionConsumer> consumers = new TreeMap<>();

    /** Declared on this link. */
    private final Set<WireDestination> temporaries = new HashSet<>();

    private State state = State.DETACHED;
    private @Nullable LinkBinding binding;
    private @Nullable String clientId;
    private Identity attach;
    private long reconnectDelayMillis;
    private long detachedSinceMillis;
    private boolean hasRow;
    private boolean resumed;
    private boolean storeWentBack;
    private boolean started;
    private ClockOffset clockOffset = UNKNOWN_OFFSET;
    private int spreads;
    private @Nullable Runnable afterSpreads;
    private boolean readingClaims;
    private @Nullable Runnable afterReading;

    /** A connection nobody knows yet. */
    Connection(Holding holding, Spreading spreading, Identity id, byte[] secretHash, @Nullable String user) {
        this.holding = holding;
        this.spreading = spreading;
        this.id = id;
        this.secretHash = secretHash;
        this.user = user;
        this.attach = id;
        this.resumed = true;
        session(0);
    }

    /** From the row a new holder found. */
    Connection(Holding holding, Spreading spreading, ConnectionRow row) {
        this.holding = holding;
        this.spreading = spreading;
        this.id = row.id();
        this.secretHash = row.secretHash();
        this.user = row.user();
        this.clientId = row.clientId();
        this.attach = row.attach();
        this.reconnectDelayMillis = row.reconnectDelayMillis();
        this.detachedSinceMillis = row.detachedSinceMillis();
        this.hasRow = true;
        session(0);
    }

    Holding holding() {
        return holding;
    }

    Spreading spreading() {
        return spreading;
    }

    Identity id() {
        return id;
    }

    State state() {
        return state;
    }

    void become(State next) {
        state = next;
    }

    boolean sameUser(@Nullable String other) {
        return Objects.equals(user, other);
    }

    @Nullable
    String user() {
        return user;
    }

    boolean knows(byte[] hashOfSecret) {
        return MessageDigest.isEqual(secretHash, hashOfSecret);
    }

    Identity attach() {
        return attach;
    }

    @Nullable
    String clientId() {
        return clientId;
    }

    void setClientId(@Nullable String newClientId) {
        clientId = newClientId;
    }

    long reconnectDelayMillis() {
        return reconnectDelayMillis;
    }

    long detachedSinceMillis() {
        return detachedSinceMillis;
    }

    boolean hasRow() {
        return hasRow;
    }

    /** Whether more of it is in the store than its non-durable subscriptions. */
    boolean isStored() {
        return hasRow
                && (clientId != null
                        || hasTemporaries()
                        || sessions.values().stream().anyMatch(Session::hasRow));
    }

    /** False as long as a connection found by a new holder hasn't come back to it. */
    boolean resumed() {
        return resumed;
    }

    /**
     * R15: the store had an older state of it than it must. Each answer says so until the client has gone on after one: an
     * answer may be lost with its link, or come where the client waited while it goes on elsewhere.
     */
    void storeWentBack() {
        storeWentBack = true;
    }

    boolean wentBackUntold() {
        return storeWentBack;
    }

    void wentBackIsTold() {
        storeWentBack = false;
    }

    // ---- the link

    @Nullable
    LinkBinding binding() {
        return binding;
    }

    boolean boundTo(LinkBinding candidate) {
        return binding == candidate;
    }

    /** R5: binds; what an older link still brings is ignored from here on. */
    void bind(LinkBinding newBinding, Identity newAttach, long newReconnectDelayMillis) {
        binding = newBinding;
        attach = newAttach;
        reconnectDelayMillis = newReconnectDelayMillis;
        detachedSinceMillis = 0;
        resumed = true;
        if (state != State.ENDED) {
            become(State.ATTACHED);
        }
    }

    /** The link is gone: declarations are forgotten, consumers leave their queues, deliveries stay with their sessions. */
    void unbind(Unit unit, long nowMillis) {
        binding = null;
        started = false;
        clockOffset = UNKNOWN_OFFSET;
        detachedSinceMillis = nowMillis;
        if (state == State.ATTACHED) {
            become(State.DETACHED);
        }
        detachConsumers();
        temporaries.clear();
        sessions.values().forEach(session -> session.detached(unit));
        if (hasRow && state != State.ENDED) {
            putRow(unit);
        }
    }

    /** All consumers leave their queues; their client may declare them anew. */
    void detachConsumers() {
        sessions.values().forEach(this::detachConsumersOf);
    }

    /** The same for one session's. */
    void detachConsumersOf(Session session) {
        List<SessionConsumer> going = consumersOf(session);
        going.forEach(this::remove);
        going.forEach(SessionConsumer::lost);
    }

    /** To the client, once ② is sent: before, ② itself says it all. */
    void sendAnswered(Frame frame) {
        if (binding != null && binding.answered()) {
            binding.send(frame);
        }
    }

    // ---- claims being read (R5)

    /** Runs the task when no claim of an earlier link is being read any more. */
    void whenNoClaimIsRead(Runnable task) {
        if (readingClaims) {
            afterReading = task; // an earlier one was an earlier link's
        } else {
            task.run();
        }
    }

    void readingClaims() {
        readingClaims = true;
    }

    void claimsRead() {
        readingClaims = false;
        Runnable next = afterReading;
        afterReading = null;
        if (next != null) {
            next.run();
        }
    }

    // ---- transactions being spread (S8)

    void spreadBegins() {
        spreads++;
    }

    void spreadEnds() {
        spreads--;
        Runnable next = afterSpreads;
        if (spreads == 0 && next != null) {
            afterSpreads = null;
            next.run();
        }
    }

    /** Runs the task, the newest one only, when no committed transaction waits to become visible. */
    void whenAllIsSpread(Runnable task) {
        if (spreads > 0) {
            afterSpreads = task;
        } else {
            task.run();
        }
    }

    // ---- rows (R17)

    private ConnectionRow row() {
        return new ConnectionRow(id, secretHash, user, clientId, attach, reconnectDelayMillis, detachedSinceMillis);
    }

    /** The row, if no unit has brought it to the store so far; the caller's unit does. */
    @Nullable
    ConnectionRow rowIfMissing() {
        if (hasRow) {
            return null;
        }
        hasRow = true;
        return row();
    }

    void ensureRow(Unit unit) {
        ConnectionRow missing = rowIfMissing();
        if (missing != null) {
            unit.putConnection(missing);
        }
    }

    /** Adds the row as it is now. */
    void putRow(Unit unit) {
        hasRow = true;
        unit.putConnection(row());
    }

    // ---- sessions and consumers

    /** The session with this number; known from here on. */
    Session session(int number) {
        return sessions.computeIfAbsent(number, n -> new Session(this, n));
    }

    @Nullable
    Session findSession(int number) {
        return sessions.get(number);
    }

    Collection<Session> sessions() {
        return sessions.values();
    }

    void forget(Session session) {
        sessions.remove(session.number(), session);
    }

    @Nullable
    SessionConsumer findConsumer(int number) {
        return consumers.get(number);
    }

    int consumerCount() {
        return consumers.size();
    }

    /** Whether one more may be made. */
    void checkRoomForTemporary(WireDestination temporary) throws RefusedException {
        int most = holding.settings().limits().temporaries();
        if (!temporaries.contains(temporary) && temporaries.size() >= most) {
            throw SessionLimits.reached("one temporary destination of the connection too many", most, "maxTemporaries");
        }
    }

    void addTemporary(WireDestination temporary) {
        temporaries.add(temporary);
    }

    boolean hasTemporaries() {
        return !temporaries.isEmpty();
    }

    void removeTemporary(WireDestination temporary) {
        temporaries.remove(temporary);
    }

    void add(SessionConsumer consumer) {
        consumers.put(consumer.number(), consumer);
    }

    void remove(SessionConsumer consumer) {
        consumers.remove(consumer.number(), consumer);
    }

    /** Consumers of one session. */
    List<SessionConsumer> consumersOf(Session session) {
        return consumers.values().stream().filter(c -> c.session() == session).toList();
    }

    void wakeConsumers(Session session) {
        consumersOf(session).forEach(SessionConsumer::wake);
    }

    /** Database time minus the client's clock, as its client measured it (R18). */
    ClockOffset clockOffset() {
        return clockOffset;
    }

    void setClockOffset(ClockOffset measured) {
        clockOffset = measured;
    }

    boolean started() {
        return started;
    }

    /** Starts or stops delivery on the whole connection. */
    void setStarted(boolean nowStarted) {
        started = nowStarted;
        if (nowStarted) {
            List.copyOf(consumers.values()).forEach(SessionConsumer::wake);
        }
    }
}
