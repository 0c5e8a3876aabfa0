package io.batonmq.sim;

import io.batonmq.jms.internal.core.Call;
import io.batonmq.jms.internal.core.ClientConsumer;
import io.batonmq.jms.internal.core.ClientSession;
import io.batonmq.jms.internal.core.ConsumerEvents;
import io.batonmq.jms.internal.core.CoreException;
import io.batonmq.jms.internal.core.Delivery;
import io.batonmq.sim.Ledger.Told;
import io.batonmq.wire.BodyKind;
import io.batonmq.wire.Command.SubscriptionSpec;
import io.batonmq.wire.EncodedMessage;
import io.batonmq.wire.ErrorCode;
import io.batonmq.wire.MessageHead;
import io.batonmq.wire.Request.AckMode;
import io.batonmq.wire.WireDestination;
import io.batonmq.wire.WireMessage;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An application on one session: sends, receives, acknowledges, commits, as its kind does, now and then closes its session
 * and opens another, and tells the ledger what it was told. One call after the other, as an application's thread would, but
 * for bursts of sends. Confined to the simulation's thread.
 */
final class SimApp {
    /** What the application does. */
    enum Kind {
        /** Sends, persistent and not, and waits for each, or for a few together. */
        PRODUCER,
        /** Receives and sends in transactions. */
        TRANSFER,
        /** Receives with AUTO_ACKNOWLEDGE. */
        AUTO,
        /** Receives with CLIENT_ACKNOWLEDGE, acknowledges or recovers now and then. */
        CLIENT
    }

    /**
     * How it behaves.
     *
     * @param operations how many messages it sends
     * @param impatience how often it gives up waiting
     * @param slow whether it takes its time, and thinks better of what it did
     * @param topics whether it sends to the topic, too
     */
    record Habits(int operations, double impatience, boolean slow, boolean topics) {}

    private final SimClient client;
    private final SimWorld world;
    private final Ledger ledger;
    private final Kind kind;
    private final SimLine line;
    private final String number;
    private final List<Copy> unacknowledged = new ArrayList<>();
    /** What an acknowledge or commit in progress covers. */
    private final List<Copy> deciding = new ArrayList<>();

    private final Set<String> sending = new HashSet<>();
    private final SimCalls calls;
    private final double pauses;
    /** How often it rolls back or recovers. */
    private final double hesitation;

    private final boolean topics;

    private String name;
    private @Nullable ClientSession session;
    private @Nullable ClientConsumer consumer;
    private int operationsLeft;
    private int transaction;
    private int sent;
    private int openings;
    private boolean committing;
    private boolean mustRollBack;
    private boolean draining;
    private boolean idle = true;
    private boolean over;

    SimApp(SimClient client, Kind kind, SimLine line, int number, Habits habits) {
        this.client = client;
        this.world = client.world;
        this.ledger = client.ledger;
        this.kind = kind;
        this.line = line;
        this.number = client.name + "." + number;
        this.name = this.number;
        this.operationsLeft = habits.operations();
        this.topics = habits.topics();
        this.hesitation = habits.slow() ? 0.8 : 0.2;
        this.pauses = world.chance() < 0.2 ? 0.5 : habits.slow() ? 0.3 : 0.1;
        this.calls = new SimCalls(client, this.number, habits.impatience(), cause -> checkOver(cause.code()));
    }

    void start() {
        ClientSession opened;
        try {
            opened = client.connection.openSession(
                    switch (kind) {
                        case TRANSFER -> AckMode.TRANSACTED;
                        case CLIENT -> AckMode.CLIENT;
                        case PRODUCER, AUTO -> AckMode.AUTO;
                    });
        } catch (CoreException e) { // the connection has failed
            end();
            return;
        }
        session = opened;
        consumer = null;
        openings++;
        name = openings == 1 ? number : number + "/" + openings;
        SubscriptionSpec subscription = line.subscription();
        if (kind == Kind.PRODUCER) {
            next();
        } else if (subscription == null) {
            openConsumer(opened);
        } else {
            idle = false;
            calls.patiently(opened.subscribe(subscription), (made, cause) -> {
                if (cause == null) {
                    ledger.made(line.name());
                    openConsumer(opened);
                } else {
                    end();
                }
            });
        }
    }

    private void openConsumer(ClientSession of) {
        idle = false;
        ConsumerEvents events = cause -> world.note(name + ": its consumer was closed: " + cause.getMessage());
        calls.of(of.openConsumer(line.consumer(), events), (made, cause) -> {
            if (made != null) {
                consumer = made;
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
        return over || idle;
    }

    /** For the report of a run that doesn't end. */
    String describe() {
        return name + " " + kind + (over ? " over" : idle ? " idle" : " busy") + ", " + calls.open() + " calls open, "
                + operationsLeft + " operations left, holds " + unacknowledged + ", sent " + sent;
    }

    void processDied() {
        end();
        sending.forEach(uid -> ledger.told(uid, Told.UNKNOWN));
    }

    /** Its session is gone, or its process; an open transaction is rolled back, a commit under way may be either. */
    private void end() {
        if (!over && kind == Kind.TRANSFER) {
            ledger.toldOfTransaction(transactionName(), committing ? Told.UNKNOWN : Told.FAILED);
        }
        over = true;
        ledger.mayBeAcknowledged(deciding);
        ledger.clientDied(name);
    }

    private void checkOver(ErrorCode code) {
        if (client.failed()
                || code == ErrorCode.SESSION_CLOSED
                || code == ErrorCode.SESSION_UNKNOWN
                || code == ErrorCode.CLOSED
                || code == ErrorCode.CONNECTION_CLOSED
                || code == ErrorCode.CONNECTION_STOLEN) {
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
        boolean more = operationsLeft > 0 && !draining;
        if (!draining && world.chance() < 0.004) {
            reopen(s);
            return;
        }
        switch (kind) {
            case PRODUCER -> {
                if (more && world.chance() < 0.2) {
                    burst(s);
                } else if (more) {
                    send(s, null, this::next);
                }
            }
            case TRANSFER -> transfer(s, more);
            case AUTO -> receive(s);
            case CLIENT -> clientAcknowledge(s);
        }
    }

    /** Closes the session, which gives back what is not acknowledged, and opens another. */
    private void reopen(ClientSession s) {
        idle = false;
        if (kind == Kind.TRANSFER) {
            ledger.toldOfTransaction(transactionName(), Told.FAILED);
        }
        newTransaction();
        mustRollBack = false;
        calls.patiently(s.close(), (done, cause) -> {
            world.note(name + " has closed its session");
            if (!over) {
                start();
            }
        });
    }

    private void transfer(ClientSession s, boolean more) {
        double dice = world.chance();
        if (mustRollBack) {
            rollback(s);
        } else if (more && dice < 0.4) {
            send(s, transactionName(), this::next);
        } else if (sent + unacknowledged.size() > 0 && (dice < 0.7 || draining)) {
            commit(s);
        } else if (sent + unacknowledged.size() > 0 && dice < 0.7 + hesitation / 4) {
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

    /** Several without waiting for each (7.3). */
    private void burst(ClientSession s) {
        int messages = 2 + world.random.nextInt(4);
        int[] open = {messages};
        for (int i = 0; i < messages; i++) {
            send(s, null, () -> {
                if (--open[0] == 0) {
                    next();
                }
            });
        }
    }

    private void send(ClientSession s, @Nullable String inTransaction, Runnable then) {
        idle = false;
        operationsLeft--;
        boolean np = world.chance() < 0.25;
        sent++;
        boolean refused = !np && world.chance() < 0.02;
        boolean toTopic = topics && world.chance() < 0.4;
        boolean poison = refused && !toTopic; // the model database looks into rows, not into content that they share
        String uid = number + "-" + (10_000 - operationsLeft) + (toTopic ? "t" : "") + (np ? "n" : poison ? "x" : "p");
        ledger.sending(uid, np, inTransaction, toTopic ? ledger.made() : Set.of(SimLine.QUEUE.name()));
        int size = 20;
        if (world.chance() < 0.03) {
            size = 100_000;
        }
        if (inTransaction == null) {
            sending.add(uid);
        }
        calls.of(s.send(message(uid, toTopic ? SimLine.TOPIC : SimLine.QUEUE, np, size)), (done, cause) -> {
            if (inTransaction == null) {
                sending.remove(uid);
                ledger.told(uid, cause == null ? Told.CONFIRMED : SimCalls.told(cause));
            } else if (cause != null) {
                mustRollBack = true;
            }
            then.run();
        });
    }

    private void commit(ClientSession s) {
        idle = false;
        String of = transactionName();
        deciding.addAll(unacknowledged);
        committing = true;
        calls.of(s.commit(), (done, cause) -> {
            committing = false;
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
        ledger.toldOfTransaction(transactionName(), Told.FAILED);
        mustRollBack = false;
        newTransaction();
        calls.of(s.rollback(), (done, cause) -> next());
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
        ledger.handedOut(name, line, copy, delivery.ref(), delivery.deliveryCount());
        unacknowledged.add(copy);
        if (kind != Kind.AUTO) {
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

    static EncodedMessage message(String uid, WireDestination to, boolean np, int size) {
        MessageHead head = new MessageHead(to, !np, 4, 0, 0, 0, null, null, null, null, BodyKind.BYTES);
        return EncodedMessage.encode(new WireMessage(head, Map.of("uid", uid), new byte[size]));
    }
}
