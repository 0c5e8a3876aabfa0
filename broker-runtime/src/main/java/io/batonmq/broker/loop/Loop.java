package io.batonmq.broker.loop;

import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** A thread that owns state, with its monotonic clock and timers; in a simulation, the one thread of the world. */
public interface Loop extends Executor {

    /** Throws if the caller is not on the loop: the check at the door of everything confined to it. */
    void assertInside();

    /** Monotonic nanoseconds. */
    long nanos();

    /** Runs the task on the loop after the delay, unless cancelled before. */
    Timer schedule(Duration delay, Runnable task);

    /**
     * Calls back on the loop when the stage is done. Not {@link CompletionStage#whenCompleteAsync}: that keeps what goes wrong in
     * the callback to itself, while here it reaches the loop like any task's.
     *
     * @param callback gets the result, or null and the failure
     */
    default <T> void whenDone(CompletionStage<T> stage, BiConsumer<@Nullable T, @Nullable Throwable> callback) {
        stage.whenComplete((result, failure) -> execute(() -> callback.accept(result, failure)));
    }

    /** A scheduled task. */
    interface Timer {
        /** No-op once the task ran. */
        void cancel();
    }
}
