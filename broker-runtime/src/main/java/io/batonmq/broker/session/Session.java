package io.batonmq.broker.session;

import io.batonmq.broker.writer.Unit;
import io.batonmq.store.SentQueues;
import io.batonmq.store.SessionRow;
import io.batonmq.wire.Request.AckMode;
import io.batonmq.wire.Resumption.SessionState;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One session of a connection: whether it is here, what may be claimed, its row, its end; the rest of what it has is in the
 * parts it hands out. Session 0 is the connection's own. Confined to the broker loop.
 */
final class Session {
    /**
     * KNOWN → OPEN → ENDED; KNOWN → ENDED. KNOWN: numbers without a declaration on this link; a lost link takes OPEN back to
     * KNOWN. ENDED: closed, reaped or about to be; no command of it is ever applied again (R14).
     */
    enum State {
        KNOWN,
        OPEN,
        ENDED
    }

    /**
     * KEPT → VOID → CLEARING → KEPT; CLEARING → VOID if the link is lost (R7). VOID: what it was sent goes, or went, to
     * others. CLEARING: the client knows, which is about to be durable.
     */
    enum Claims {
        KEPT,
        VOID,
        CLEARING
    }

    private final Connection connection;
    private final int number;
    private final Numbers numbers = new Numbers();
    private final HeldDeliveries held = new HeldDeliveries(this);
    private final Suspicion suspicion = new Suspicion();
    private final Outbox outbox;
    private final Bodies bodies;
    private final OpenTransaction transaction;
    private final Deferred deferred;
    private final Replies replies;

    private State state = State.KNOWN;
    private Claims claims = Claims.KEPT;
    private boolean back;
    private @Nullable AckMode mode;
    // The row as the last submitted unit leaves it
    private boolean hasRow;
    private final DispatchedQueues dispatched = new DispatchedQueues();
    private boolean mayHoldUnknown;
    private long closedAtMillis;

    Session(Connection connection, int number) {
        this.connection = connection;
        this.number = number;
        this.outbox = new Outbox(connection.holding(), this);
        this.bodies = new Bodies(connection.holding(), this);
        this.transaction = new OpenTransaction(connection);
        this.deferred = new Deferred(connection, suspicion);
        this.replies = new Replies(connection, number, numbers);
    }

    /** From the row a new holder found. */
    void recover(SessionRow row) {
        numbers.recover(row.durable());
        hasRow = true;
        dispatched.recover(row.dispatched());
        mayHoldUnknown = !row.dispatched().isNone();
        claims = row.claimsVoid() ? Claims.VOID : Claims.KEPT;
        closedAtMillis = row.closedAtMillis();
        if (closedAtMillis > 0) {
            become(State.ENDED);
        }
    }

    Connection connection() {
        return connection;
    }

    int number() {
        return number;
    }

    Numbers numbers() {
        return numbers;
    }

    Outbox outbox() {
        return outbox;
    }

    Bodies bodies() {
        return bodies;
    }

    Suspicion suspicion() {
        return suspicion;
    }

    OpenTransaction transaction() {
        return transaction;
    }

    Deferred deferred() {
        return deferred;
    }

    Replies replies() {
        return replies;
    }

    SessionRow.SessionKey key() {
        return new SessionRow.SessionKey(connection.id(), number);
    }

    boolean hasRow() {
        return hasRow;
    }

    State state() {
        return state;
    }

    private void become(State next) {
        state = next;
    }

    /** Opened, or declared anew on this link. */
    void declare(AckMode ackMode) {
        if (state != State.ENDED) {
            mode = ackMode;
            become(State.OPEN);
        }
    }

    /** The mode it was declared with on this link, null = not declared. */
    @Nullable
    AckMode mode() {
        return mode;
    }

    boolean ended() {
        return state == State.ENDED;
    }

    // ---- claims and presence (R5, R7, R9)

    Claims claims() {
        return claims;
    }

    /** Whether its claims are answered on this link and nothing withholds deliveries from it. */
    boolean back() {
        return back;
    }

    /** Whether its consumers may be sent something now. */
    boolean receives() {
        return back && held.takesMore();
    }

    void cameBack() {
        if (claims == Claims.KEPT && state != State.ENDED) {
            back = true;
            mayHoldUnknown = false;
        }
    }

    /** R9: whether it was dispatched to by a holder before, and may claim what this one does not know of. */
    boolean mayClaimUnknown() {
        return mayHoldUnknown && claims == Claims.KEPT && state != State.ENDED;
    }

    /** Its client closed it, and held nothing of it by then. */
    void claimsNothing() {
        mayHoldUnknown = false;
    }

    /** R7: whether what it was sent is kept for it, and it isn't here. */
    boolean withholdsWhileAbsent() {
        return !back && claims == Claims.KEPT && state != State.ENDED && (!held.isEmpty() || mayHoldUnknown);
    }

    /** The link is gone: what was declared on it is forgotten, what was delivered stays. */
    void detached(Unit unit) {
        back = false;
        bodies.dropAll(unit);
        mode = null;
        outbox.clear();
        suspicion.linkLost();
        deferred.linkLost();
        if (claims == Claims.CLEARING) {
            claims = Claims.VOID;
        }
        if (state == State.OPEN) {
            become(State.KNOWN);
        }
    }

    /**
     * R7: marks the claims void and gives everything back, in the unit. Even of what only this holder knows: the next one
     * grants claims of that to whoever makes them (R6).
     */
    void voidClaims(Unit unit) {
        leaveInDoubt(unit);
        claims = Claims.VOID;
        back = false;
        outbox.clear();
        putRow(unit);
        held.giveBackAll(unit);
    }

    /** R10: without its client nobody says which of the messages it may have been sent the application saw. */
    private void leaveInDoubt(Unit unit) {
        if (back) {
            return;
        }
        if (mayClaimUnknown()) {
            connection.holding().destinations().giveUpUnheard(unit, dispatched.written());
        }
        held.leaveUnannouncedInDoubt(unit);
    }

    /** R7: the client said that it knows; deliveries flow again once that is durable. */
    void clearVoid(Runnable cleared) {
        claims = Claims.CLEARING;
        Unit unit = new Unit();
        if (hasRow) {
            unit.putSession(row());
        }
        unit.whenDurable((epoch, batch) -> {
            if (claims == Claims.CLEARING) {
                claims = Claims.KEPT;
                cleared.run();
            }
        });
        connection.holding().writer().submit(unit);
    }

    // ---- the row (R17)

    private SessionRow row() {
        return new SessionRow(
                connection.id(),
                number,
                numbers.written(),
                dispatched.written(),
                claims == Claims.VOID,
                closedAtMillis);
    }

    /** Adds the row as it is now, and the connection's if that is missing. */
    void putRow(Unit unit) {
        connection.ensureRow(unit);
        hasRow = true;
        unit.putSession(row());
    }

    /** The command's number and everything that is stored with it, whatever its effect. */
    Progress progress(long command, long repliesSeen) {
        long prunedTo = numbers.write(command, repliesSeen);
        Progress progress = new Progress(connection.rowIfMissing(), prunedTo, row(), suspicion.take());
        hasRow = true;
        return progress;
    }

    /** R9: the store must know of it before its first delivery of a queue; its consumers are woken when it does. */
    boolean markDispatched(long queue) {
        if (dispatched.isDurable(queue)) {
            return true;
        }
        dispatched.add(queue, this::queuesInUse);
        if (dispatched.needsUnit()) {
            Unit unit = new Unit();
            putDispatched(unit);
            unit.whenDurable((epoch, batch) -> connection.wakeConsumers(this));
            connection.holding().writer().submit(unit);
        }
        return false;
    }

    /**
     * The same with a unit that stores a message of the queue which is about to be sent to it. The session's first row, which
     * must not be refused with the message, goes in a unit before that one, as good as always in the same batch.
     */
    void markDispatched(Unit unit, long queue) {
        if (!hasRow) {
            markDispatched(queue);
        } else if (dispatched.add(queue, this::queuesInUse)) {
            putDispatched(unit);
        }
    }

    private void putDispatched(Unit unit) {
        putRow(unit);
        SentQueues row = dispatched.written();
        unit.whenDurable((epoch, batch) -> dispatched.stored(row));
    }

    private Set<Long> queuesInUse() {
        Set<Long> queues = new HashSet<>();
        held.all().forEach(delivery -> queues.add(delivery.ref().queue()));
        connection.consumersOf(this).forEach(consumer -> queues.add(consumer.queue()));
        return queues;
    }

    /** Of which queues a holder before may have sent it what this one does not know of (R9). */
    SentQueues dispatchedQueues() {
        return dispatched.written();
    }

    /** The session ends: nothing of it is applied from here on; its deliveries go back with the unit. */
    void end(Unit unit) {
        leaveInDoubt(unit);
        become(State.ENDED);
        back = false;
        suspicion.drop(unit);
        outbox.clear();
        bodies.dropAll(unit);
        transaction.drop(unit);
        held.giveBackAll(unit);
    }

    /** The session ends, and its numbers stay as a tombstone (R14), if there are any, or if it might claim anything. */
    void entomb(Unit unit, long nowMillis) {
        boolean leavesSomething = hasRow || !held.isEmpty();
        end(unit);
        if (leavesSomething) {
            closedAtMillis = nowMillis;
            putRow(unit);
        }
    }

    /** When it became a tombstone, in database time; 0 = it is none. */
    long closedAtMillis() {
        return closedAtMillis;
    }

    // ---- deliveries

    HeldDeliveries held() {
        return held;
    }

    /** A message that it paid for could not be sent. */
    void returnCredit(int consumer, int size) {
        SessionConsumer paid = connection.findConsumer(consumer);
        if (paid != null && paid.session() == this) {
            paid.credit(1, size);
        }
    }

    /** Its part of ② (R4). */
    SessionState describe() {
        boolean known = hasRow || numbers.received() > 0 || state != State.KNOWN;
        return new SessionState(
                number,
                numbers.durable(),
                numbers.received(),
                numbers.allRefusals(),
                claims != Claims.KEPT,
                state == State.ENDED,
                known);
    }
}
