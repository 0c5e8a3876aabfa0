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
    /** Answered before their requests could be taken back. */
    private final Deque<Given> early = new ArrayDeque<>();

    private int turn;
    private @Nullable Listening current;
    private boolean givenBack;
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

    /** A message for one of the listeners. */
    private record Given(Listening to, Delivery delivery) {}

    void add(Listening added) {
        loop.assertInside();
        listening.add(added);
        ask();
    }

    void remove(Listening removed) {
        loop.assertInside();
        listening.remove(removed);
        takeBack(removed);
    }

    /** No listener is called any more. */
    void close() {
        loop.assertInside();
        closed = true;
        listening.forEach(ListenerPump::takeBack);
        listening.clear();
        early.clear();
    }

    /** The session was recovered or rolled back: what the listener has now is no longer its to acknowledge. */
    void givenBack() {
        loop.assertInside();
        givenBack = current != null;
    }

    /**
     * Completes once no listener (or not {@code one}) is running.
     *
     * @param one null = any
     */
    CompletableFuture<Void> idle(@Nullable Listening one) {
        loop.assertInside();
        if (current == null || (one != null && one != current)) {
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
            if (current != null || closed) {
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
            next();
        }
    }

    private void next() {
        while (current == null && !early.isEmpty()) {
            Given given = early.remove();
            if (listening.contains(given.to())) {
                current = given.to();
                givenBack = false;
                if (!thread.execute(() -> run(given.to(), given.delivery()))) {
                    current = null;
                }
            } else {
                session.rejected(given.delivery());
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

    private void run(Listening asked, Delivery delivery) {
        boolean handled = false;
        try {
            handled = asked.handler.handle(delivery);
        } finally {
            boolean outcome = handled;
            Calls.post(loop, () -> done(delivery, outcome));
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
        List<CompletableFuture<Void>> idle = List.copyOf(waiting);
        waiting.clear();
        idle.forEach(waiter -> waiter.complete(null));
        next();
        ask();
    }
}
