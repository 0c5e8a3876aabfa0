package io.batonmq.sim;

import io.batonmq.jms.internal.core.Call;
import io.batonmq.jms.internal.core.ClientConsumer;
import io.batonmq.jms.internal.core.ClientSession;
import io.batonmq.jms.internal.core.ConsumerEvents;
import io.batonmq.jms.internal.core.CoreException;
import io.batonmq.jms.internal.core.Delivery;
import io.batonmq.sim.Ledger.Told;
import io.batonmq.wire.BodyKind;
import io.batonmq.wire.EncodedMessage;
import io.batonmq.wire.ErrorCode;
import io.batonmq.wire.MessageHead;
import io.batonmq.wire.Request.AckMode;
import io.batonmq.wire.Request.ConsumerSpec;
import io.batonmq.wire.WireDestination;
import io.batonmq.wire.WireMessage;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * An application on one session: sends, receives, acknowledges, commits, as its kind does, tells the ledger what it was
 * told, and now and then gives up waiting (R13). One call after the other, as an application's thread would. Confined to
 * the simulation's thread.
 */
final class SimApp {
    /** What the application does. */
    enum Kind {
        /** Sends, persistent and not, and waits for each. */
        PRODUCER,
        /** Receives and sends in transactions. */
        TRANSFER,
        /** Receives with AUTO_ACKNOWLEDGE. */
        AUTO,
        /** Receives with CLIENT_ACKNOWLEDGE, acknowledges or recovers now and then. */
        CLIENT
    }

    static final WireDestination QUEUE = new WireDestination(WireDestination.Kind.QUEUE, "q");

    private final SimClient client;
    private final SimWorld world;
    private final Ledger ledger;
    private final Kind kind;
    private final String name;
    private final List<String> unacknowledged = new ArrayList<>();
    private final Set<Call<?>> open = new HashSet<>();
    private final double impatience;
    private final double pauses;

    private @Nullable ClientSession session;
    private @Nullable ClientConsumer consumer;
    private int operationsLeft;
    private int transaction;
    private int sent;
    private boolean mustRollBack;
    private boolean draining;
    private boolean idle = true;
    private boolean over;

    SimApp(SimClient client, Kind kind, int number, int operations, double impatience) {
        this.client = client;
        this.world = client.world;
        this.ledger = client.ledger;
        this.kind = kind;
        this.name = client.name + "." + number;
        this.operationsLeft = operations;
        this.impatience = impatience;
        this.pauses = world.chance() < 0.2 ? 0.5 : 0.1;
    }

    void start() {
        ClientSession opened = client.connection.openSession(
                switch (kind) {
                    case TRANSFER -> AckMode.TRANSACTED;
                    case CLIENT -> AckMode.CLIENT;
                    case PRODUCER, AUTO -> AckMode.AUTO;
                });
        session = opened;
        if (kind == Kind.PRODUCER) {
            next();
            return;
        }
        ConsumerSpec spec = new ConsumerSpec(QUEUE, null, false, false, null, false, false);
        ConsumerEvents events = cause -> world.note(name + ": its consumer was closed: " + cause.getMessage());
        call(opened.openConsumer(spec, events), (made, cause) -> {
            if (made != null) {
                consumer = made;
                next();
            } else {
                over = true;
            }
        });
    }

    /** No more new messages from here on: what is open is finished. */
    void drain() {
        draining = true;
    }

    /** Whether nothing is in progress (a receive that waits is nothing). */
    boolean quiet() {
        return over || idle;
    }

    /** For the report of a run that doesn't end. */
    String describe() {
        return name + " " + kind + (over ? " over" : idle ? " idle" : " busy") + ", " + open.size() + " calls open, "
                + operationsLeft + " operations left, holds " + unacknowledged + ", sent " + sent;
    }

    boolean over() {
        return over;
    }

    void processDied() {
        over = true;
        ledger.clientDied(name);
        if (kind == Kind.TRANSFER) {
            // an open transaction of a dead client is rolled back; one whose commit was under way may be either
            ledger.toldOfTransaction(transactionName(), committing ? Told.UNKNOWN : Told.FAILED);
        }
        for (String uid : sending) {
            ledger.told(uid, Told.UNKNOWN);
        }
    }

    private final Set<String> sending = new HashSet<>();
    private boolean committing;

    private String transactionName() {
        return name + "#" + transaction;
    }

    private void next() {
        idle = true;
        if (over) {
            return;
        }
        // bursts, with pauses between them, so that something is always under way while things break
        double dice = world.chance();
        double millis = dice < pauses && !draining ? world.chance() * 3_000 : world.chance() * 15;
        world.at(client.process, SimWorld.millis(millis), this::act);
    }

    private void act() {
        ClientSession s = session;
        if (over || s == null) {
            return;
        }
        boolean more = operationsLeft > 0 && !draining;
        switch (kind) {
            case PRODUCER -> {
                if (more) {
                    operationsLeft--;
                    send(s, null);
                }
            }
            case TRANSFER -> transfer(s, more);
            case AUTO -> receive(s);
            case CLIENT -> clientAcknowledge(s);
        }
    }

    private void transfer(ClientSession s, boolean more) {
        double dice = world.chance();
        if (mustRollBack) {
            rollback(s);
        } else if (more && dice < 0.4) {
            operationsLeft--;
            send(s, transactionName());
        } else if (sent + unacknowledged.size() > 0 && (dice < 0.7 || draining)) {
            commit(s);
        } else if (sent + unacknowledged.size() > 0 && dice < 0.75) {
            rollback(s);
        } else {
            receive(s);
        }
    }

    private void clientAcknowledge(ClientSession s) {
        double dice = world.chance();
        if (mustRollBack || (!unacknowledged.isEmpty() && dice < 0.1)) {
            idle = false;
            List<String> had = List.copyOf(unacknowledged);
            unacknowledged.clear();
            mustRollBack = false;
            call(s.recover(), (done, cause) -> {
                world.note(name + " recovered " + had);
                next();
            });
        } else if (!unacknowledged.isEmpty() && (dice < 0.5 || unacknowledged.size() > 4 || draining)) {
            idle = false;
            List<String> covered = List.copyOf(unacknowledged);
            unacknowledged.clear();
            call(s.acknowledge(), (done, cause) -> {
                if (cause == null) {
                    covered.forEach(uid -> ledger.acknowledged(name, uid));
                } else {
                    mustRollBack = cause.code() != ErrorCode.OUTCOME_UNKNOWN || mustRollBack;
                }
                next();
            });
        } else {
            receive(s);
        }
    }

    private void send(ClientSession s, @Nullable String inTransaction) {
        idle = false;
        boolean np = world.chance() < 0.25;
        sent++;
        boolean poison = !np && world.chance() < 0.02;
        String uid = name + "-" + operationsLeft + (np ? "n" : poison ? "x" : "p");
        ledger.sending(uid, np, inTransaction);
        int size = 20;
        if (world.chance() < 0.03) {
            size = 100_000;
        }
        if (inTransaction == null) {
            sending.add(uid);
        }
        call(s.send(message(uid, np, size)), (done, cause) -> {
            if (inTransaction == null) {
                sending.remove(uid);
                ledger.told(uid, cause == null ? Told.CONFIRMED : told(cause));
            } else if (cause != null) {
                mustRollBack = true;
            }
            next();
        });
    }

    private void commit(ClientSession s) {
        idle = false;
        String of = transactionName();
        List<String> covered = List.copyOf(unacknowledged);
        committing = true;
        call(s.commit(), (done, cause) -> {
            committing = false;
            if (cause == null) {
                ledger.toldOfTransaction(of, Told.CONFIRMED);
                covered.forEach(uid -> ledger.acknowledged(name, uid));
            } else {
                ledger.toldOfTransaction(of, told(cause));
                mustRollBack = cause.code() == ErrorCode.OUTCOME_UNKNOWN;
            }
            newTransaction();
            next();
        });
    }

    private void rollback(ClientSession s) {
        idle = false;
        ledger.toldOfTransaction(transactionName(), Told.FAILED);
        mustRollBack = false;
        newTransaction();
        call(s.rollback(), (done, cause) -> next());
    }

    private void newTransaction() {
        transaction++;
        sent = 0;
        unacknowledged.clear();
    }

    private void receive(ClientSession s) {
        ClientConsumer c = consumer;
        if (c == null) {
            return;
        }
        boolean wait = world.chance() < 0.8;
        Call<@Nullable Delivery> take = c.take(wait);
        // a receive that waits for a message is idle: it ends with one, or is given up after a while (receive(timeout))
        idle = true;
        long patience = SimWorld.millis(500 + world.chance() * 3_000);
        world.at(client.process, patience, () -> {
            if (!take.result().isDone()) {
                take.withdraw("receive timed out");
            }
        });
        take.result().whenComplete((delivery, cause) -> {
            if (delivery != null) {
                idle = false;
                received(s, delivery);
            } else {
                if (cause != null && code(cause) != ErrorCode.CALL_TIMEOUT) {
                    mustRollBack = true;
                    checkOver(code(cause));
                }
                next();
            }
        });
    }

    private void received(ClientSession s, Delivery delivery) {
        String uid = String.valueOf(delivery.message().property("uid"));
        ledger.handedOut(name, uid, delivery.ref());
        unacknowledged.add(uid);
        if (kind != Kind.AUTO) {
            next();
            return;
        }
        // the listener works for a while; then the session goes on
        double work = world.chance() < pauses / 2 && !draining ? world.chance() * 3_000 : world.chance() * 5;
        world.at(client.process, SimWorld.millis(work), () -> {
            if (world.chance() < 0.03) {
                unacknowledged.remove(uid);
                s.rejected(delivery);
            } else {
                ledger.passed(name, uid);
                unacknowledged.remove(uid);
                s.handled(delivery);
            }
            next();
        });
    }

    private <T> void call(Call<T> call, BiConsumer<@Nullable T, @Nullable CoreException> done) {
        open.add(call);
        if (world.chance() < impatience) {
            world.at(client.process, SimWorld.millis(world.chance() * 4_000), () -> {
                if (!call.result().isDone()) {
                    world.note(name + " gives up waiting");
                    call.withdraw("the call timed out");
                }
            });
        }
        call.result().whenComplete((value, failure) -> {
            open.remove(call);
            CoreException cause = failure == null ? null : core(failure);
            if (cause != null) {
                world.note(name + ": " + cause.code() + " " + cause.getMessage());
                checkOver(cause.code());
            }
            done.accept(value, cause);
        });
    }

    private void checkOver(ErrorCode code) {
        if (client.failed()
                || code == ErrorCode.SESSION_CLOSED
                || code == ErrorCode.SESSION_UNKNOWN
                || code == ErrorCode.CLOSED
                || code == ErrorCode.CONNECTION_CLOSED
                || code == ErrorCode.CONNECTION_STOLEN) {
            if (!over && kind == Kind.TRANSFER) {
                ledger.toldOfTransaction(transactionName(), committing ? Told.UNKNOWN : Told.FAILED);
            }
            over = true;
            ledger.clientDied(name);
        }
    }

    private static CoreException core(Throwable failure) {
        Throwable cause = failure instanceof CompletionException wrapped ? wrapped.getCause() : failure;
        if (cause instanceof CoreException core) {
            return core;
        }
        throw new IllegalStateException("a call failed with " + cause, cause);
    }

    private static ErrorCode code(Throwable failure) {
        return core(failure).code();
    }

    private static Told told(CoreException cause) {
        return switch (cause.code()) {
            case OUTCOME_UNKNOWN, CONNECTION_STOLEN -> Told.UNKNOWN;
            default -> Told.FAILED;
        };
    }

    static EncodedMessage message(String uid, boolean np, int size) {
        MessageHead head = new MessageHead(QUEUE, !np, 4, 0, 0, 0, null, null, null, null, BodyKind.BYTES);
        return EncodedMessage.encode(new WireMessage(head, Map.of("uid", uid), new byte[size]));
    }
}
