package io.batonmq.jms.internal.core;

import java.time.Duration;
import java.util.concurrent.Executor;

/** The one thread that owns a connection's state, with its monotonic clock and timers. */
public interface Loop extends Executor {

    /** Throws if the caller is not on the loop: the check at the door of everything confined to it. */
    void assertInside();

    /** Monotonic nanoseconds, as {@link System#nanoTime()}. */
    long nanos();

    /** Whether it has ended: what it has not run by then it never will, though it took it. Any thread. */
    default boolean hasEnded() {
        return false;
    }

    /** Runs the task on the loop after the delay, unless cancelled before. */
    Timer schedule(Duration delay, Runnable task);

    /** A scheduled task. */
    interface Timer {
        /** No-op once the task ran. */
        void cancel();
    }
}
