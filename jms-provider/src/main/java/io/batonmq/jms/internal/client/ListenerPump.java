package io.batonmq.jms.internal.client;

import io.batonmq.jms.internal.core.Call;
import io.batonmq.jms.internal.core.ClientConsumer;
import io.batonmq.jms.internal.core.ClientSession;
import io.batonmq.jms.internal.core.Delivery;
import io.batonmq.jms.internal.core.Loop;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Brings the messages of a session to its listeners, one at a time: it asks for a message of every consumer with a
 * listener, takes back all other requests once one is answered, and asks again when the listener has returned, so that
 * exactly what a listener has been given counts as handed out (R10, R12). Confined to the loop.
 */
final class ListenerPump {
    private final Loop loop;
    private final ClientSession session;
    private final SerialThread thread;
    private final List<Listening> listening = new ArrayList<>();
    private final List<CompletableFuture<Void>> waiting = new ArrayList<>();
    /** Answered before their requests could be taken back, or before the connection was stopped. */
    private final Deque<Given> early = new ArrayDeque<>();

    private int turn;
    /** On its way to its listener, or there. */
    private @Nullable Given current;

    private boolean givenBack;
    private boolean stopped;
    private boolean closed;

    ListenerPump(Loop loop, ClientSession session, SerialThread thread) {
        this.loop = loop;
        this.session = session;
        this.thread = thread;
    }

    /** Calls the listener, on the session's thread; false if it threw. */
    interface Handler {
        boolean handle(Delivery delivery);
    }

    /** One consumer with a listener. */
    static final class Listening {
        private final ClientConsumer consumer;
        private final Handler handler;
        private @Nullable Call<@Nullable Delivery> take;

        Listening(ClientConsumer consumer, Handler handler) {
            this.consumer = consumer;
            this.handler = handler;
        }
    }

    /** A message on its way to one of the listeners, until that begins with it. */
    private static final class Given {
        private final Listening to;
        private final Delivery delivery;
        private final AtomicBoolean decided = new AtomicBoolean();

        Given(Listening to, Delivery delivery) {
            this.to = to;
            this.delivery = delivery;
        }

        /** True for the one that comes first: the session's thread, which calls the listener, or the loop, which stops it. */
        boolean decide() {
            return decided.compareAndSet(false, true);
        }
    }

    void add(Listening added) {
        loop.assertInside();
        listening.add(added);
        ask();
    }

    void remove(Listening removed) {
        loop.assertInside();
        listening.remove(removed);
        takeBack(removed);
        Given queued = current;
        if (queued != null && queued.to == removed && stop(queued)) {
            session.unseen(queued.delivery);
        }
        for (Given waits : List.copyOf(early)) {
            if (waits.to == removed) {
                early.remove(waits);
                session.unseen(waits.delivery);
            }
        }
        goOn();
    }

    /** The connection is stopped: what no listener has begun with waits for the start (6.1.5). */
    void stop() {
        loop.assertInside();
        stopped = true;
        Given queued = current;
        if (queued != null && stop(queued)) {
            early.addFirst(new Given(queued.to, queued.delivery));
            goOn();
        }
    }

    /** The connection is started, again. */
    void start() {
        loop.assertInside();
        stopped = false;
        goOn();
    }

    /** Keeps a message from its listener, unless that has begun. */
    private boolean stop(Given queued) {
        boolean kept = queued.decide();
        if (kept) {
            current = null;
            nobodyRuns();
        }
        return kept;
    }

    private void goOn() {
        next();
        ask();
    }

    /** No listener is called any more. */
    void close() {
        loop.assertInside();
        closed = true;
        listening.forEach(ListenerPump::takeBack);
        listening.clear();
        early.clear();
    }

    /**
     * The session was recovered or rolled back: what the listener has now is no longer its to acknowledge, and what is on its
     * way comes again.
     */
    void givenBack() {
        loop.assertInside();
        early.clear();
        Given queued = current;
        if (queued != null && stop(queued)) {
            ask();
        }
        givenBack = current != null;
    }

    /**
     * Completes once no listener (or not {@code one}) is running.
     *
     * @param one null = any
     */
    CompletableFuture<Void> idle(@Nullable Listening one) {
        loop.assertInside();
        if (current == null || (one != null && one != current.to)) {
            return CompletableFuture.completedFuture(null);
        }
        CompletableFuture<Void> idle = new CompletableFuture<>();
        waiting.add(idle);
        return idle;
    }

    private void ask() {
        // By turns, so that a busy consumer does not starve the others.
        int size = listening.size();
        turn = size == 0 ? 0 : (turn + 1) % size;
        for (Listening asked : inTurn(size)) {
            if (current != null || closed || !early.isEmpty()) {
                return;
            }
            if (asked.take == null && listening.contains(asked)) {
                Call<@Nullable Delivery> take = asked.consumer.take(true);
                asked.take = take;
                take.result().whenComplete((delivery, failure) -> taken(asked, take, delivery));
            }
        }
    }

    private List<Listening> inTurn(int size) {
        List<Listening> order = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            order.add(listening.get((turn + i) % size));
        }
        return order;
    }

    /** A failed take needs no word here: it was taken back, or the consumer or connection ended, who tell it themselves. */
    private void taken(Listening asked, Call<?> take, @Nullable Delivery delivery) {
        if (asked.take == take) {
            asked.take = null;
        }
        if (delivery != null) {
            early.add(new Given(asked, delivery));
            listening.forEach(ListenerPump::takeBack);
            goOn();
        }
    }

    private void next() {
        while (current == null && !stopped && !early.isEmpty()) {
            Given given = early.remove();
            if (!listening.contains(given.to)) {
                session.unseen(given.delivery);
            } else if (session.holds(given.delivery)) { // else it went to another consumer while it waited (R11)
                current = given;
                givenBack = false;
                if (!thread.execute(() -> run(given))) {
                    current = null;
                }
            }
        }
    }

    private static void takeBack(Listening asked) {
        Call<?> take = asked.take;
        if (take != null) {
            asked.take = null;
            take.withdraw("not wanted now");
        }
    }

    private void run(Given given) {
        if (!given.decide()) {
            return;
        }
        boolean handled = false;
        try {
            handled = given.to.handler.handle(given.delivery);
        } finally {
            boolean outcome = handled;
            Calls.post(loop, () -> done(given.delivery, outcome));
        }
    }

    private void done(Delivery delivery, boolean handled) {
        if (!givenBack) {
            if (handled) {
                session.handled(delivery);
            } else {
                session.rejected(delivery);
            }
        }
        current = null;
        nobodyRuns();
        goOn();
    }

    private void nobodyRuns() {
        List<CompletableFuture<Void>> idle = List.copyOf(waiting);
        waiting.clear();
        idle.forEach(waiter -> waiter.complete(null));
    }
}
