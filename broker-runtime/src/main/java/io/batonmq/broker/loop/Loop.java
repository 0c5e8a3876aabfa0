package io.batonmq.broker.loop;

import java.time.Duration;
import java.util.concurrent.Executor;

/** A thread that owns state, with its monotonic clock and timers; in a simulation, the one thread of the world. */
public interface Loop extends Executor {

    /** Throws if the caller is not on the loop: the check at the door of everything confined to it. */
    void assertInside();

    /** Monotonic nanoseconds. */
    long nanos();

    /** Runs the task on the loop after the delay, unless cancelled before. */
    Timer schedule(Duration delay, Runnable task);

    /** A scheduled task. */
    interface Timer {
        /** No-op once the task ran. */
        void cancel();
    }
}
