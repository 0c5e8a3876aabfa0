package io.batonmq.broker.destination;

import io.batonmq.broker.loop.Loop;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.PriorityQueue;
import java.util.function.LongSupplier;

/** A loop driven by hand: tasks and timers run when told, in the test's thread. */
final class ManualLoop implements Loop {
    private final Deque<Runnable> tasks = new ArrayDeque<>();
    private final PriorityQueue<Scheduled> timers =
            new PriorityQueue<>(Comparator.comparingLong((Scheduled s) -> s.at).thenComparingLong(s -> s.order));
    private long nanos;
    private long orders;
    private LongSupplier work = () -> 0;
    private long most;

    private static final class Scheduled implements Timer {
        final long at;
        final long order;
        final Runnable task;
        boolean cancelled;

        Scheduled(long at, long order, Runnable task) {
            this.at = at;
            this.order = order;
            this.task = task;
        }

        @Override
        public void cancel() {
            cancelled = true;
        }
    }

    @Override
    public void assertInside() {}

    @Override
    public long nanos() {
        return nanos;
    }

    long millis() {
        return nanos / 1_000_000;
    }

    @Override
    public Timer schedule(Duration delay, Runnable task) {
        Scheduled scheduled = new Scheduled(nanos + delay.toNanos(), orders++, task);
        timers.add(scheduled);
        return scheduled;
    }

    @Override
    public void execute(Runnable task) {
        tasks.add(task);
    }

    /** Runs what is to be run now. */
    void run() {
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            long before = work.getAsLong();
            task.run();
            most = Math.max(most, work.getAsLong() - before);
        }
    }

    /** Measures from now on how far a count goes in one task. */
    void mostInOneTask(LongSupplier count) {
        work = count;
        most = 0;
    }

    long most() {
        return most;
    }

    /** Lets time pass, and runs what falls due on the way. */
    void advance(Duration time) {
        long end = nanos + time.toNanos();
        run();
        while (!timers.isEmpty() && timers.peek().at <= end) {
            Scheduled next = timers.remove();
            if (!next.cancelled) {
                nanos = Math.max(nanos, next.at);
                next.task.run();
                run();
            }
        }
        nanos = end;
    }
}
