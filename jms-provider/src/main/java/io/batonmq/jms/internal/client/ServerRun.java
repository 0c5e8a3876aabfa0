package io.batonmq.jms.internal.client;

import io.batonmq.jms.internal.core.Call;
import io.batonmq.jms.internal.core.ClientSession;
import io.batonmq.jms.internal.core.Delivery;
import jakarta.jms.IllegalStateRuntimeException;
import jakarta.jms.JMSException;
import jakarta.jms.MessageListener;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A session's own listener, and what connection consumers have loaded for it (11.2.1). The listener may be set on any
 * thread; {@link #run} is the application server's; what is loaded is confined to the loop.
 */
final class ServerRun {
    private static final Logger LOG = LoggerFactory.getLogger(ServerRun.class);

    private final Calls calls;
    private final ClientSession core;
    private final SerialThread thread;
    private final AtomicBoolean running = new AtomicBoolean();
    private final Deque<Load> loads = new ArrayDeque<>();
    private final List<CompletableFuture<Void>> waiting = new ArrayList<>();
    private volatile @Nullable MessageListener listener;
    private volatile boolean serves;
    private @Nullable Taking taking;
    /** A message was handed out and its listener has not returned. */
    private boolean inListener;

    private boolean closed;

    ServerRun(Calls calls, ClientSession core, SerialThread thread) {
        this.calls = calls;
        this.core = core;
        this.thread = thread;
    }

    /** Calls the listener with a message; false if it threw. */
    interface Handler {
        boolean handle(MessageListener listener, Delivery delivery);
    }

    void listener(@Nullable MessageListener newListener) {
        listener = newListener;
        serves |= newListener != null;
    }

    /** Whether it has or had a listener: what that one was given may still be unacknowledged. */
    boolean serves() {
        return serves;
    }

    @Nullable
    MessageListener listener() {
        return listener;
    }

    /** On the loop: the next run hands these out; a session that is closed wants none. */
    void load(Load load) {
        calls.loop().assertInside();
        if (closed) {
            load.end();
        } else {
            loads.removeIf(Load::isEmpty);
            loads.add(load);
        }
    }

    /** On the loop: no message is handed out any more. */
    void close() {
        calls.loop().assertInside();
        closed = true;
        loads.forEach(Load::end);
        loads.clear();
        if (taking != null) {
            taking.withdraw("the session is closed");
        }
    }

    /** On the loop: completes once the listener is not running. */
    CompletableFuture<Void> idle() {
        calls.loop().assertInside();
        if (!inListener) {
            return CompletableFuture.completedFuture(null);
        }
        CompletableFuture<Void> idle = new CompletableFuture<>();
        waiting.add(idle);
        return idle;
    }

    /**
     * Hands what is loaded to the listener, one after another, and returns: also where the connection was stopped or
     * interrupted, or the session gave something back; the rest is then with its connection consumer again.
     */
    void run(Handler handler) {
        MessageListener called = listener;
        if (called == null) {
            throw new IllegalStateRuntimeException("run() without a MessageListener: set one on the session (11.2.1)");
        }
        if (!running.compareAndSet(false, true)) {
            throw new IllegalStateRuntimeException("another thread is in run() of this session");
        }
        try {
            for (Delivery delivery = next(); delivery != null; delivery = next()) {
                hand(called, delivery, handler);
            }
        } catch (JMSException e) {
            LOG.debug("The session or its connection ended", e);
        } finally {
            running.set(false);
        }
    }

    private @Nullable Delivery next() throws JMSException {
        return calls.<@Nullable Delivery>call(this::take, OpenCalls.Limits.NONE);
    }

    private Call<@Nullable Delivery> take() {
        Taking next = new Taking();
        next.go();
        taking = next;
        return next;
    }

    /** The next message of what is loaded, or null; one that comes when the session is closed is turned away. */
    private final class Taking implements Call<@Nullable Delivery> {
        private final CompletableFuture<@Nullable Delivery> result = new CompletableFuture<>();
        private @Nullable Call<@Nullable Delivery> open;

        @Override
        public CompletableFuture<@Nullable Delivery> result() {
            return result;
        }

        @Override
        public void withdraw(String why) {
            if (open != null) {
                open.withdraw(why);
            }
        }

        void go() {
            Load load = loads.peek();
            while (load != null && load.isEmpty()) {
                loads.remove();
                load = loads.peek();
            }
            if (load == null) {
                result.complete(null);
                return;
            }
            Load from = load;
            Call<@Nullable Delivery> call = from.take(core);
            open = call;
            call.result().whenComplete((delivery, failure) -> taken(from, delivery));
        }

        /** Without a message, for whatever reason, the load is at its end; those who failed tell it elsewhere. */
        private void taken(Load from, @Nullable Delivery delivery) {
            if (delivery == null) {
                from.end();
                go();
            } else if (closed) {
                from.end();
                core.rejected(delivery);
                result.complete(null);
            } else {
                from.taken();
                inListener = true;
                result.complete(delivery);
            }
        }
    }

    private void hand(MessageListener called, Delivery delivery, Handler handler) {
        AtomicBoolean handled = new AtomicBoolean();
        try {
            thread.runHere(() -> handled.set(handler.handle(called, delivery)));
        } finally {
            Calls.post(calls.loop(), () -> done(delivery, handled.get()));
        }
    }

    private void done(Delivery delivery, boolean handled) {
        if (handled) {
            core.handled(delivery);
        } else {
            core.rejected(delivery);
        }
        inListener = false;
        List<CompletableFuture<Void>> idle = List.copyOf(waiting);
        waiting.clear();
        idle.forEach(waiter -> waiter.complete(null));
    }
}
