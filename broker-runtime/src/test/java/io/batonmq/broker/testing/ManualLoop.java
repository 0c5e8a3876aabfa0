package io.batonmq.broker.testing;

import io.batonmq.broker.loop.Loop;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** A loop that a test drives: nothing runs, and no time passes, unless it says so. The test's thread is the loop. */
public final class ManualLoop implements Loop {

    private static final class Task implements Comparable<Task>, Timer {
        private final long at;
        private final long order;
        private final Runnable run;
        private boolean cancelled;

        Task(long at, long order, Runnable run) {
            this.at = at;
            this.order = order;
            this.run = run;
        }

        @Override
        public int compareTo(Task other) {
            return at != other.at ? Long.compare(at, other.at) : Long.compare(order, other.order);
        }

        @Override
        public void cancel() {
            cancelled = true;
        }
    }

    private final Thread thread = Thread.currentThread();
    private final Deque<Runnable> ready = new ArrayDeque<>();
    private final PriorityQueue<Task> timers = new PriorityQueue<>();
    private long nanos = 1_000_000_000L;
    private long order;

    @Override
    public void assertInside() {
        if (Thread.currentThread() != thread) {
            throw new IllegalStateException("not on the loop");
        }
    }

    @Override
    public long nanos() {
        return nanos;
    }

    @Override
    public Timer schedule(Duration delay, Runnable task) {
        Task timer = new Task(nanos + Math.max(0, delay.toNanos()), order++, task);
        timers.add(timer);
        return timer;
    }

    @Override
    public void execute(Runnable task) {
        ready.add(task);
    }

    /** Runs what is ready, and what that makes ready; timers only if they are due already. */
    public void run() {
        while (true) {
            Runnable next = ready.poll();
            if (next == null) {
                next = due(nanos);
            }
            if (next == null) {
                return;
            }
            next.run();
        }
    }

    /** Lets time pass; timers run in their order, each at its time. */
    public void advance(Duration duration) {
        long end = nanos + duration.toNanos();
        run();
        while (true) {
            Task first = timers.peek();
            if (first == null || first.at > end) {
                break;
            }
            nanos = Math.max(nanos, first.at);
            run();
        }
        nanos = end;
        run();
    }

    /** Timers that have neither run nor been cancelled. */
    public int timers() {
        return (int) timers.stream().filter(timer -> !timer.cancelled).count();
    }

    private @Nullable Runnable due(long now) {
        while (true) {
            Task first = timers.peek();
            if (first == null || first.at > now) {
                return null;
            }
            timers.remove();
            if (!first.cancelled) {
                return first.run;
            }
        }
    }
}
