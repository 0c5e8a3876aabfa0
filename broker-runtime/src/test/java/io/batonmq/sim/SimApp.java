package io.batonmq.sim;

import io.batonmq.jms.internal.core.Call;
import io.batonmq.jms.internal.core.ClientConsumer;
import io.batonmq.jms.internal.core.ClientSession;
import io.batonmq.jms.internal.core.CoreException;
import io.batonmq.jms.internal.core.Delivery;
import io.batonmq.sim.Ledger.Told;
import io.batonmq.wire.EncodedMessage;
import io.batonmq.wire.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An application on one session: sends, receives, acknowledges, commits, as its kind does, now and then closes its session
 * and opens another, and tells the ledger what it was told. One call after the other, as an application's thread would, but
 * for bursts of sends. Confined to the simulation's thread.
 */
final class SimApp {
    private final SimClient client;
    private final SimWorld world;
    private final Ledger ledger;
    private final SimKind kind;
    private SimLine line;
    private final String number;
    private final List<Copy> unacknowledged = new ArrayList<>();
    /** What an acknowledge or commit in progress covers. */
    private final List<Copy> deciding = new ArrayList<>();

    private final SimCalls calls;
    private final SimSends sends;
    private final SimOpening opening;
    private final SimHabits habits;
    private final double pauses;
    /** How often it rolls back or recovers. */
    private final double hesitation;

    private String name;
    private @Nullable ClientSession session;
    private @Nullable ClientConsumer consumer;
    private int transaction;
    private int openings;
    private int looks;
    private boolean committing;
    private boolean mustRollBack;
    private boolean draining;
    private boolean idle = true;
    private boolean over;

    SimApp(SimClient client, SimKind kind, SimLine line, int number, SimHabits habits) {
        this.client = client;
        this.world = client.world;
        this.ledger = client.ledger;
        this.kind = kind;
        this.line = line;
        this.number = client.name + "." + number;
        this.name = this.number;
        this.habits = habits;
        this.hesitation = habits.slow() ? 0.8 : 0.2;
        this.pauses = world.chance() < 0.2 ? 0.5 : habits.slow() ? 0.3 : 0.1;
        this.calls = new SimCalls(client, this.number, habits.impatience(), cause -> checkOver(cause.code()));
        this.sends = new SimSends(client, this.number, habits, calls, () -> mustRollBack = true);
        this.opening = new SimOpening(client, calls, this.number);
    }

    void start() {
        ClientSession opened;
        try {
            opened = client.connection.openSession(kind.mode);
        } catch (CoreException e) { // the connection has failed
            end();
            return;
        }
        session = opened;
        consumer = null;
        openings++;
        name = openings == 1 ? number : number + "/" + openings;
        sends.opens(name);
        if (kind == SimKind.PRODUCER) {
            next();
            return;
        }
        openConsumer(opened);
    }

    private void openConsumer(ClientSession on) {
        idle = false;
        opening.open(on, name, line, (where, made) -> {
            line = where;
            consumer = made;
            if (made != null) {
                next();
            } else {
                end();
            }
        });
    }

    /** No more new messages from here on: what is open is finished. */
    void drain() {
        draining = true;
    }

    /** Whether nothing is in progress (a receive that waits is nothing). */
    boolean quiet() {
        return over || (idle && sends.open() == 0);
    }

    /** Whether it takes whatever of the queue it is given: it should not be there any more then. */
    boolean takes(EncodedMessage message) {
        return kind == SimKind.AUTO && !over && consumer != null && isOnTheQueue() && line.takes(message);
    }

    private boolean isOnTheQueue() {
        return line.name().equals(SimLine.QUEUE.name());
    }

    /** For the report of a run that doesn't end. */
    String describe() {
        return name + " " + kind + (over ? " over" : idle ? " idle" : " busy") + ", " + calls.open() + " calls open, "
                + sends.left() + " operations left, holds " + unacknowledged + ", sent " + sends.inTransaction()
                + ", not told of " + sends.open();
    }

    /** Its connection ends: what its consumer has may be gone from now on. */
    void connectionEnds() {
        opening.ends();
    }

    void processDied() {
        opening.processDied();
        end();
        sends.processDied();
    }

    /** Its session is gone, or its process; an open transaction is rolled back, a commit under way may be either. */
    private void end() {
        if (!over && kind == SimKind.TRANSFER) {
            ledger.toldOfTransaction(transactionName(), committing ? Told.UNKNOWN : Told.FAILED);
        }
        over = true;
        opening.ends();
        ledger.mayBeAcknowledged(deciding);
        ledger.clientDied(name);
    }

    private void checkOver(ErrorCode code) {
        if (client.failed() || SimCalls.endsSession(code)) {
            end();
        }
    }

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
        boolean more = sends.more() && !draining;
        double leaves = draining ? 1 : world.chance();
        if (leaves < habits.restlessness() / 2 && line.isPlain()) {
            reopenConsumer(s);
            return;
        } else if (leaves < habits.restlessness()) {
            reopen(s);
            return;
        }
        if (habits.browses() && !draining && world.chance() < 0.03) {
            idle = false;
            new SimLook(client, calls, isOnTheQueue() ? line : SimRun.QUEUE, name + "?" + ++looks, this::next).begin(s);
            return;
        }
        switch (kind) {
            case PRODUCER -> {
                if (more && sends.doesNotWait()) {
                    sends.asynchronously(s, null);
                    next();
                } else if (more && world.chance() < 0.2) {
                    idle = false;
                    sends.burst(s, this::next);
                } else if (more) {
                    idle = false;
                    sends.one(s, null, this::next);
                }
            }
            case TRANSFER -> transfer(s, more);
            case AUTO -> receive(s);
            case CLIENT -> clientAcknowledge(s);
        }
    }

    /** Closes its consumer and opens another, on the same session. */
    private void reopenConsumer(ClientSession s) {
        ClientConsumer closing = consumer;
        if (closing != null) {
            idle = false;
            consumer = null;
            opening.close(closing, () -> {
                if (!over) {
                    openConsumer(s);
                }
            });
        }
    }

    /** Closes the session, which gives back what is not acknowledged, and opens another. */
    private void reopen(ClientSession s) {
        idle = false;
        opening.ends();
        if (kind == SimKind.TRANSFER) {
            ledger.toldOfTransaction(transactionName(), Told.FAILED);
        }
        newTransaction();
        mustRollBack = false;
        calls.patiently(
                s.close(),
                (done, cause) -> sends.completed(true).thenRun(() -> {
                    world.note(name + " has closed its session");
                    ledger.completions.returned(name, "close");
                    if (!over) {
                        start();
                    }
                }));
    }

    private void transfer(ClientSession s, boolean more) {
        double dice = world.chance();
        if (mustRollBack) {
            rollback(s);
        } else if (more && dice < 0.4 && sends.doesNotWait()) {
            sends.asynchronously(s, transactionName());
            next();
        } else if (more && dice < 0.4) {
            idle = false;
            sends.one(s, transactionName(), this::next);
        } else if (sends.inTransaction() + unacknowledged.size() > 0 && (dice < 0.7 || draining)) {
            commit(s);
        } else if (sends.inTransaction() + unacknowledged.size() > 0 && dice < 0.7 + hesitation / 4) {
            rollback(s);
        } else {
            receive(s);
        }
    }

    private void clientAcknowledge(ClientSession s) {
        double dice = world.chance();
        if (mustRollBack || (!unacknowledged.isEmpty() && dice < hesitation / 2)) {
            idle = false;
            List<Copy> had = List.copyOf(unacknowledged);
            unacknowledged.clear();
            mustRollBack = false;
            calls.of(s.recover(), (done, cause) -> {
                world.note(name + " recovered " + had);
                next();
            });
        } else if (!unacknowledged.isEmpty() && (dice < 0.6 || unacknowledged.size() > 4 || draining)) {
            idle = false;
            deciding.addAll(unacknowledged);
            unacknowledged.clear();
            calls.of(s.acknowledge(), (done, cause) -> {
                decided(cause);
                if (cause != null) {
                    mustRollBack = cause.code() != ErrorCode.OUTCOME_UNKNOWN || mustRollBack;
                }
                next();
            });
        } else {
            receive(s);
        }
    }

    /** Completion listeners are told first, and may find that it can't be. */
    private void commit(ClientSession s) {
        idle = false;
        sends.completed(false).thenRun(() -> {
            if (mustRollBack && !over) {
                rollback(s);
            } else if (!over) {
                commitNow(s);
            }
        });
    }

    private void commitNow(ClientSession s) {
        String of = transactionName();
        deciding.addAll(unacknowledged);
        committing = true;
        ledger.committing(of);
        calls.of(s.commit(), (done, cause) -> {
            committing = false;
            ledger.completions.returned(name, "commit");
            decided(cause);
            if (cause == null) {
                ledger.toldOfTransaction(of, Told.CONFIRMED);
            } else {
                ledger.toldOfTransaction(of, SimCalls.told(cause));
                mustRollBack = cause.code() == ErrorCode.OUTCOME_UNKNOWN;
            }
            newTransaction();
            next();
        });
    }

    private void decided(@Nullable CoreException cause) {
        if (cause == null) {
            deciding.forEach(copy -> ledger.acknowledged(name, copy));
        } else if (SimCalls.told(cause) == Told.UNKNOWN) {
            ledger.mayBeAcknowledged(deciding);
        }
        deciding.clear();
    }

    private void rollback(ClientSession s) {
        idle = false;
        sends.completed(false).thenRun(() -> {
            ledger.toldOfTransaction(transactionName(), Told.FAILED);
            mustRollBack = false;
            newTransaction();
            calls.of(s.rollback(), (done, cause) -> {
                ledger.completions.returned(name, "rollback");
                next();
            });
        });
    }

    private void newTransaction() {
        transaction++;
        sends.newTransaction();
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
                ErrorCode code = cause == null ? null : SimCalls.core(cause).code();
                if (code != null && code != ErrorCode.CALL_TIMEOUT) {
                    mustRollBack = true;
                    checkOver(code);
                }
                next();
            }
        });
    }

    private void received(ClientSession s, Delivery delivery) {
        Copy copy = Copy.of(delivery.message(), line.name());
        if (!line.takes(delivery.message())) {
            ledger.misdirected(name, copy);
        }
        ledger.handedOut(name, line, copy, delivery.ref(), delivery.deliveryCount());
        unacknowledged.add(copy);
        if (kind != SimKind.AUTO) {
            next();
            return;
        }
        // the listener works for a while; then the session goes on
        double work = world.chance() < pauses / 2 && !draining ? world.chance() * 3_000 : world.chance() * 5;
        world.at(client.process, SimWorld.millis(work), () -> {
            unacknowledged.remove(copy);
            if (world.chance() < (draining ? 0 : 0.03)) {
                s.rejected(delivery);
            } else {
                ledger.passed(name, copy);
                s.handled(delivery);
            }
            next();
        });
    }
}
