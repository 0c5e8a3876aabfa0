package io.batonmq.jms.internal.client;

import io.batonmq.jms.internal.core.Call;
import io.batonmq.jms.internal.core.CoreException;
import io.batonmq.jms.internal.core.SendCompletions;
import io.batonmq.wire.ErrorCode;
import jakarta.jms.CompletionListener;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The asynchronous sends of a session as the application meets them: their listeners are told on the session's thread, in
 * the order of the sends (7.3). Bounded: beyond {@link #MAX_OPEN} sends the sender waits. Sends come from any thread.
 */
final class Completions {
    static final int MAX_OPEN = 1_000;

    private final Calls calls;
    private final SerialThread thread;
    private final Semaphore room = new Semaphore(MAX_OPEN);
    /** Confined to the loop. */
    private final SendCompletions sends;

    private volatile @Nullable Thread inCallback;

    Completions(Calls calls, SerialThread thread) {
        this.calls = calls;
        this.thread = thread;
        this.sends = new SendCompletions(this::tell);
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
        thread.expect();
        boolean started = false;
        try {
            calls.run(() -> {
                Call<Void> call = send.get();
                calls.watch(call);
                if (counted) {
                    call.result().whenComplete((nothing, failure) -> room.release());
                }
                sends.add(call, failure -> told(message, listener, failure));
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

    private boolean tell(Runnable callback, Runnable returned) {
        return thread.execute(() -> {
            inCallback = Thread.currentThread();
            try {
                callback.run();
            } finally {
                inCallback = null;
                Calls.post(calls.loop(), returned);
            }
        });
    }

    private static void told(Message message, CompletionListener listener, @Nullable Throwable failure) {
        if (failure == null) {
            listener.onCompletion(message);
        } else if (failure instanceof CoreException core) {
            listener.onException(message, JmsErrors.of(core));
        } else {
            listener.onException(message, JmsErrors.of(ErrorCode.INTERNAL, "the client failed: " + failure, failure));
        }
    }

    /** On the loop: the session closes while it is interrupted; what is still open is told its true outcome (R13, R22). */
    void giveUp(String why) {
        sends.giveUp(why);
    }

    /** On the loop: completes once every listener has returned. */
    CompletableFuture<@Nullable Void> idle() {
        return sends.idle();
    }
}
