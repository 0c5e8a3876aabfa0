package io.batonmq.sim;

import io.batonmq.jms.internal.core.Call;
import io.batonmq.jms.internal.core.ClientSession;
import io.batonmq.jms.internal.core.SendCompletions;
import io.batonmq.sim.Ledger.Told;
import io.batonmq.wire.EncodedMessage;
import io.batonmq.wire.WireDestination;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What an application sends, one by one or several at once, waiting or asynchronously, and what it is told of that. Confined
 * to the simulation's thread.
 */
final class SimSends {
    /** So many asynchronous sends it is not told of before it goes on. */
    private static final int MOST_OPEN = 30;

    private static final int LARGE = 100_000;

    private final SimClient client;
    private final SimWorld world;
    private final Ledger ledger;
    private final String number;
    private final SimHabits habits;
    private final SimCalls calls;
    private final Runnable mustRollBack;
    /** Sent outside transactions, and not told of yet. */
    private final Set<String> sending = new HashSet<>();

    private String session = "";
    private SendCompletions completions = new SendCompletions((callback, returned) -> false);
    private int open;
    private int left;
    private int inTransaction;
    /** The session's thread calls completion listeners one after the other. */
    private long threadFree;

    /** With what is told when a send fails in a transaction. */
    SimSends(SimClient client, String number, SimHabits habits, SimCalls calls, Runnable mustRollBack) {
        this.client = client;
        this.world = client.world;
        this.ledger = client.ledger;
        this.number = number;
        this.habits = habits;
        this.calls = calls;
        this.mustRollBack = mustRollBack;
        this.left = habits.operations();
    }

    /** It sends on this session from now on. */
    void opens(String name) {
        session = name;
        completions = new SendCompletions(client.network.saboteur.tells(this::tell));
    }

    private boolean tell(Runnable callback, Runnable returned) {
        threadFree = Math.max(threadFree, world.nanos()) + SimWorld.millis(world.chance() * 3);
        world.at(client.process, threadFree - world.nanos(), () -> {
            callback.run();
            returned.run();
        });
        return true;
    }

    boolean more() {
        return left > 0;
    }

    int left() {
        return left;
    }

    /** How many messages are in the open transaction. */
    int inTransaction() {
        return inTransaction;
    }

    void newTransaction() {
        inTransaction = 0;
    }

    /** Asynchronous sends that it was not told of. */
    int open() {
        return open;
    }

    void processDied() {
        sending.forEach(uid -> ledger.told(uid, Told.UNKNOWN));
        ledger.completions.died(session);
    }

    // ---- sending

    /** One, and waits. */
    void one(ClientSession s, @Nullable String transaction, Runnable then) {
        SimMessage message = next(transaction);
        calls.of(s.send(encoded(message)), (done, cause) -> {
            told(message.uid(), transaction, cause == null ? Told.CONFIRMED : SimCalls.told(cause));
            then.run();
        });
    }

    /** Several, and waits for all. */
    void burst(ClientSession s, Runnable then) {
        int messages = 2 + world.random.nextInt(4);
        int[] waits = {messages};
        for (int i = 0; i < messages; i++) {
            one(s, null, () -> {
                if (--waits[0] == 0) {
                    then.run();
                }
            });
        }
    }

    /** Whether it sends without waiting, this time. */
    boolean doesNotWait() {
        return habits.asynchronous() && open < MOST_OPEN && world.chance() < 0.4;
    }

    /** Some, and doesn't wait (7.3). */
    void asynchronously(ClientSession s, @Nullable String transaction) {
        for (int i = 1 + world.random.nextInt(4); i > 0; i--) {
            SimMessage message = next(transaction);
            String uid = message.uid();
            String sender = session;
            ledger.completions.sent(sender, uid);
            open++;
            Call<Void> call = s.send(encoded(message));
            calls.of(call, (done, cause) -> {});
            SendCompletions to = client.network.saboteur.completions(completions, this::tell);
            to.add(call, failure -> {
                open--;
                ledger.completions.told(sender, uid);
                told(uid, transaction, failure == null ? Told.CONFIRMED : SimCalls.told(SimCalls.core(failure)));
            });
        }
    }

    /** Completes when its listeners have been told of all; a session that is closed has no other chance. */
    CompletableFuture<@Nullable Void> completed(boolean closed) {
        if (closed) {
            completions.giveUp("the session was closed");
        }
        return completions.idle();
    }

    private void told(String uid, @Nullable String transaction, Told what) {
        if (transaction == null) {
            sending.remove(uid);
            ledger.told(uid, what);
        } else if (what != Told.CONFIRMED) {
            mustRollBack.run();
        }
    }

    // ---- messages

    private SimMessage next(@Nullable String transaction) {
        left--;
        boolean np = world.chance() < 0.25;
        inTransaction++;
        boolean refused = !np && world.chance() < 0.02;
        boolean toTopic = habits.topics() && world.chance() < 0.4;
        boolean poison = refused && !toTopic; // the model database looks into rows, not into content that they share
        int size = world.chance() < 0.03 ? LARGE : 20;
        long due = habits.times() && world.chance() < 0.15 ? world.millis() + world.between(300, 6_000) : 0;
        long expires = habits.times() && world.chance() < 0.2 ? world.millis() + world.between(200, 12_000) : 0;
        String colour = SimLine.COLOURS.get(Math.floorMod(left, SimLine.COLOURS.size()));
        String kind = (toTopic ? SimMessage.TO_TOPIC : "")
                + (due != 0 ? SimMessage.DELAYED : "")
                + (expires != 0 ? SimMessage.EXPIRES : "")
                + (np ? SimMessage.NON_PERSISTENT : poison ? SimMessage.REFUSED : "p");
        String temporary = habits.temporaries() && !toTopic ? anyTemporary() : null;
        WireDestination to =
                toTopic ? SimLine.TOPIC : temporary != null ? SimLine.temporaryQueue(temporary) : SimLine.QUEUE;
        SimMessage message = new SimMessage(
                number + "-" + (9_999 - left) + kind,
                to,
                toTopic ? ledger.subscriptions.awaiting(colour) : Set.of(to.name()),
                !np,
                due,
                expires,
                colour,
                size);
        ledger.sending(message, transaction);
        if (transaction == null) {
            sending.add(message.uid());
        }
        return message;
    }

    /** One that was made; nobody tells those who know its name when it is gone. */
    private @Nullable String anyTemporary() {
        List<String> all = ledger.temporaries.made();
        return all.isEmpty() || world.chance() > 0.25 ? null : all.get(world.random.nextInt(all.size()));
    }

    private EncodedMessage encoded(SimMessage message) {
        return message.encode(client.clock.aheadMillis());
    }
}
