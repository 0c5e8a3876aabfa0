package io.batonmq.jms.internal.client;

import io.batonmq.jms.internal.core.Call;
import io.batonmq.jms.internal.core.CoreException;
import io.batonmq.wire.ErrorCode;
import jakarta.jms.CompletionListener;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The asynchronous sends of a session: their listeners are told on the session's thread, in the order of the sends
 * (7.3). Bounded: beyond {@link #MAX_OPEN} sends the sender waits. Sends come from any thread; the queue is confined to
 * the loop.
 */
final class Completions {
    static final int MAX_OPEN = 1_000;

    private final Calls calls;
    private final SerialThread thread;
    private final Semaphore room = new Semaphore(MAX_OPEN);
    private final Deque<Entry> queue = new ArrayDeque<>();
    private final List<CompletableFuture<@Nullable Void>> waiting = new ArrayList<>();
    /** Sent, and the listener has not returned yet. Confined to the loop. */
    private int open;

    private volatile @Nullable Thread inCallback;

    Completions(Calls calls, SerialThread thread) {
        this.calls = calls;
        this.thread = thread;
    }

    private static final class Entry {
        private final Message message;
        private final CompletionListener listener;
        private @Nullable Call<Void> call;
        private boolean done;
        private @Nullable Exception failure;

        Entry(Message message, CompletionListener listener) {
            this.message = message;
            this.listener = listener;
        }
    }

    /** Whether the caller is a completion listener of this session. */
    boolean isInside() {
        return Thread.currentThread() == inCallback;
    }

    void send(Supplier<Call<Void>> send, Message message, CompletionListener listener) throws JMSException {
        // A listener that sends must not wait for itself.
        boolean counted = !isInside();
        if (counted) {
            acquire();
        }
        boolean started = false;
        try {
            calls.run(() -> {
                Entry entry = new Entry(message, listener);
                Call<Void> call = send.get();
                entry.call = call;
                queue.add(entry);
                open++;
                calls.watch(call);
                call.result().whenComplete((nothing, failure) -> completed(entry, failure, counted));
            });
            started = true;
        } finally {
            if (counted && !started) {
                room.release();
            }
        }
    }

    private void acquire() throws JMSException {
        try {
            room.acquire();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw JmsErrors.of(ErrorCode.CALL_INTERRUPTED, "the calling thread was interrupted; nothing was sent", e);
        }
    }

    private void completed(Entry entry, @Nullable Throwable failure, boolean counted) {
        if (counted) {
            room.release();
        }
        entry.done = true;
        entry.failure = failure instanceof CoreException core
                ? JmsErrors.of(core)
                : failure == null ? null : JmsErrors.of(ErrorCode.INTERNAL, "the client failed: " + failure, failure);
        for (Entry head = queue.peek(); head != null && head.done; head = queue.peek()) {
            Entry told = queue.remove();
            if (!thread.execute(() -> tell(told))) {
                returned();
            }
        }
    }

    private void tell(Entry told) {
        inCallback = Thread.currentThread();
        try {
            if (told.failure == null) {
                told.listener.onCompletion(told.message);
            } else {
                told.listener.onException(told.message, told.failure);
            }
        } finally {
            inCallback = null;
            Calls.post(calls.loop(), this::returned);
        }
    }

    private void returned() {
        open--;
        if (open == 0) {
            List<CompletableFuture<@Nullable Void>> idle = List.copyOf(waiting);
            waiting.clear();
            idle.forEach(waiter -> waiter.complete(null));
        }
    }

    /** On the loop: the session closes while it is interrupted; what is still open is told its true outcome (R13, R22). */
    void giveUp(String why) {
        for (Entry entry : List.copyOf(queue)) {
            if (!entry.done && entry.call != null) {
                entry.call.withdraw(why);
            }
        }
    }

    /** On the loop: completes once every listener has returned. */
    CompletableFuture<@Nullable Void> idle() {
        CompletableFuture<@Nullable Void> idle = new CompletableFuture<>();
        if (open == 0) {
            idle.complete(null);
        } else {
            waiting.add(idle);
        }
        return idle;
    }
}
