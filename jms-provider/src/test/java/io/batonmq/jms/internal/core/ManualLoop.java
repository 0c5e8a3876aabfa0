package io.batonmq.jms.internal.core;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Queue;

/** A loop that a test drives by hand, with virtual time. Confined to the test's thread. */
final class ManualLoop implements Loop {

    private static final class Task implements Timer {
        private final long due;
        private final long order;
        private final Runnable body;
        private boolean cancelled;

        Task(long due, long order, Runnable body) {
            this.due = due;
            this.order = order;
            this.body = body;
        }

        @Override
        public void cancel() {
            cancelled = true;
        }
    }

    private final Queue<Runnable> ready = new ArrayDeque<>();
    private final PriorityQueue<Task> timers =
            new PriorityQueue<>(Comparator.<Task>comparingLong(task -> task.due).thenComparingLong(task -> task.order));
    private long now = 1_000_000_000L;
    private long orders;

    @Override
    public void assertInside() {
        // one thread drives everything
    }

    @Override
    public long nanos() {
        return now;
    }

    @Override
    public void execute(Runnable task) {
        ready.add(task);
    }

    @Override
    public Timer schedule(Duration delay, Runnable task) {
        orders++;
        Task timer = new Task(now + delay.toNanos(), orders, task);
        timers.add(timer);
        return timer;
    }

    /** Runs all that is ready now. */
    void run() {
        Runnable next = ready.poll();
        while (next != null) {
            next.run();
            next = ready.poll();
        }
    }

    /** Lets time pass, timer by timer. */
    void advance(Duration time) {
        run();
        long end = now + time.toNanos();
        while (!timers.isEmpty() && timers.peek().due <= end) {
            Task task = timers.poll();
            now = Math.max(now, task.due);
            if (!task.cancelled) {
                task.body.run();
            }
            run();
        }
        now = end;
    }

    /** Timers that would still run. */
    long pending() {
        return timers.stream().filter(task -> !task.cancelled).count();
    }
}
