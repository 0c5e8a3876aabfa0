package io.batonmq.jms.internal.client;

import io.batonmq.jms.internal.core.Call;
import io.batonmq.jms.internal.core.CoreException;
import io.batonmq.jms.internal.core.Loop;
import io.batonmq.wire.ErrorCode;
import jakarta.jms.JMSException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A call of the core, started on the loop and waited for on the application's thread. An interrupt frees that thread
 * and nothing else: the call is withdrawn (R13). Any thread.
 *
 * @param <T> the result
 */
final class Pending<T extends @Nullable Object> {
    /** So often a waiting thread sees whether anybody is left to answer it. */
    private static final long LOOK_MILLIS = 500;

    private final Loop loop;
    private final CompletableFuture<T> result = new CompletableFuture<>();
    /** Confined to the loop. */
    private @Nullable Call<T> call;

    private Pending(Loop loop) {
        this.loop = loop;
    }

    /** Starts a call; {@code started} sees it on the loop. */
    static <T extends @Nullable Object> Pending<T> start(
            Loop loop, Supplier<Call<T>> start, Consumer<Call<T>> started) {
        Pending<T> pending = new Pending<>(loop);
        pending.onLoop(() -> {
            Call<T> call = start.get();
            pending.call = call;
            started.accept(call);
            call.result().whenComplete((value, failure) -> {
                if (failure == null) {
                    pending.result.complete(value);
                } else {
                    pending.result.completeExceptionally(failure);
                }
            });
        });
        return pending;
    }

    /** Computes something on the loop. */
    static <T extends @Nullable Object> T compute(Loop loop, Supplier<T> task) throws JMSException {
        Pending<T> pending = new Pending<>(loop);
        pending.onLoop(() -> pending.result.complete(task.get()));
        return pending.settled(false);
    }

    private void onLoop(Runnable task) {
        try {
            loop.execute(() -> {
                try {
                    task.run();
                } catch (RuntimeException | Error e) {
                    result.completeExceptionally(e);
                }
            });
        } catch (RejectedExecutionException e) {
            result.completeExceptionally(new CoreException(ErrorCode.CLOSED, "the connection has ended", e));
        }
    }

    /**
     * Waits for the result. A loop that ends can lose what it has just taken: Netty's counts such tasks and drops them. Whoever
     * closes a producer while the last connection's thread ends would wait for ever.
     */
    private T get() throws InterruptedException, ExecutionException {
        while (true) {
            try {
                return result.get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                if (loop.hasEnded()) {
                    result.completeExceptionally(new CoreException(ErrorCode.CLOSED, "the connection has ended"));
                }
            }
        }
    }

    private void withdraw(String why) {
        onLoop(() -> {
            if (call != null) {
                call.withdraw(why);
            }
        });
    }

    /** Waits for as long as it takes. */
    T await() throws JMSException {
        boolean interrupted = false;
        try {
            try {
                return get();
            } catch (InterruptedException e) {
                interrupted = true;
                withdraw("the calling thread was interrupted");
                return settled(true);
            } catch (ExecutionException e) {
                throw failure(e, false);
            }
        } finally {
            restore(interrupted);
        }
    }

    /** Waits for the end, be it a failure, without ever taking the call back; false if interrupted before. */
    boolean awaitEnd() {
        try {
            get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (ExecutionException e) {
            return true;
        }
        return true;
    }

    /** Runs the task at the end. */
    void atEnd(Runnable task) {
        result.whenComplete((value, failure) -> task.run());
    }

    /** Waits for at most so long; then withdraws, and tells {@code null} from a result that came in that moment. */
    @Nullable
    T awaitAtMost(long millis) throws JMSException {
        boolean interrupted = false;
        try {
            try {
                return result.get(millis, TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                withdraw("the time to wait is over");
                return settledOrNull();
            } catch (InterruptedException e) {
                interrupted = true;
                withdraw("the calling thread was interrupted");
                return settled(true);
            } catch (ExecutionException e) {
                throw failure(e, false);
            }
        } finally {
            restore(interrupted);
        }
    }

    /** Withdrawn calls end at once: the loop never blocks. So an interrupt need not disturb this wait. */
    private T settled(boolean wasInterrupted) throws JMSException {
        try {
            return uninterruptibly();
        } catch (ExecutionException e) {
            throw failure(e, wasInterrupted);
        }
    }

    private @Nullable T settledOrNull() throws JMSException {
        try {
            return uninterruptibly();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof CoreException core && core.code() == ErrorCode.CALL_TIMEOUT) {
                return null;
            }
            throw failure(e, false);
        }
    }

    private T uninterruptibly() throws ExecutionException {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return get();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            restore(interrupted);
        }
    }

    private static void restore(boolean interrupted) {
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static JMSException failure(ExecutionException failed, boolean wasInterrupted) {
        Throwable cause = failed.getCause();
        if (!(cause instanceof CoreException core)) {
            return JmsErrors.of(ErrorCode.INTERNAL, "the client failed: " + cause, cause);
        }
        if (wasInterrupted && core.code() == ErrorCode.CALL_TIMEOUT) {
            return JmsErrors.of(
                    ErrorCode.CALL_INTERRUPTED, "the calling thread was interrupted; nothing was done", core);
        }
        return JmsErrors.of(core);
    }
}
