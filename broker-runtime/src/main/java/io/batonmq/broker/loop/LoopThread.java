package io.batonmq.broker.loop;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The broker loop as a thread of its own: tasks in the order they came, timers in the order they are due. A task that throws
 * is the end of the loop, because nobody knows what state it left: the throwable goes to the fatal handler, nothing else runs.
 * {@link #execute}, {@link #schedule} and {@link #close} may be called by any thread.
 */
public final class LoopThread implements Loop, AutoCloseable {
    /** Timers are looked at after so many tasks at the latest. */
    private static final int TURN = 256;

    private static final Duration JOIN = Duration.ofSeconds(10);

    private final LinkedBlockingQueue<Runnable> incoming = new LinkedBlockingQueue<>();
    private final Queue<Runnable> turn = new ArrayDeque<>(TURN);
    private final PriorityQueue<Scheduled> timers = new PriorityQueue<>(
            Comparator.<Scheduled>comparingLong(timer -> timer.due).thenComparingLong(timer -> timer.order));
    private final LongSupplier clock;
    private final Consumer<Throwable> fatal;
    private final Thread thread;
    private long timersMade;
    private boolean stopping;
    private volatile boolean ended;

    /**
     * Starts the thread.
     *
     * @param name the thread's name
     * @param clock monotonic nanoseconds
     * @param fatal told once, on the loop's thread, of the throwable that ended it
     */
    public LoopThread(String name, LongSupplier clock, Consumer<Throwable> fatal) {
        this.clock = clock;
        this.fatal = fatal;
        this.thread = new Thread(this::run, name);
        thread.setDaemon(true);
        thread.start();
    }

    /** Runs the task on the loop, after those that came before. Dropped once the loop has ended. */
    @Override
    public void execute(Runnable task) {
        if (!ended) {
            incoming.add(task);
        }
    }

    @Override
    public void assertInside() {
        if (Thread.currentThread() != thread) {
            throw new IllegalStateException(
                    "on thread " + Thread.currentThread().getName() + " instead of the loop " + thread.getName());
        }
    }

    @Override
    public long nanos() {
        return clock.getAsLong();
    }

    @Override
    public Timer schedule(Duration delay, Runnable task) {
        Scheduled timer = new Scheduled(nanos() + Math.max(0, delay.toNanos()), task);
        if (Thread.currentThread() == thread) {
            add(timer);
        } else {
            execute(() -> add(timer));
        }
        return timer;
    }

    private void add(Scheduled timer) {
        timer.order = ++timersMade;
        timers.add(timer);
    }

    /** Ends the loop after the tasks that are already there, without its timers, and waits for the thread. Idempotent. */
    @Override
    public void close() {
        execute(() -> stopping = true);
        if (Thread.currentThread() == thread) {
            return;
        }
        try {
            thread.join(JOIN.toMillis());
            if (thread.isAlive()) {
                throw new IllegalStateException("the loop " + thread.getName() + " did not end within " + JOIN);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try {
            while (!stopping) {
                runTimers();
                await();
                for (Runnable task = turn.poll(); task != null; task = turn.poll()) {
                    task.run();
                }
            }
        } catch (Throwable t) { // an Error, too, must not vanish with the thread
            ended = true;
            fatal.accept(t);
        } finally {
            ended = true;
            incoming.clear();
            timers.clear();
        }
    }

    private void runTimers() {
        for (Scheduled timer = timers.peek(); timer != null && timer.due - nanos() <= 0; timer = timers.peek()) {
            timers.remove();
            Runnable task = timer.task;
            timer.task = null;
            if (task != null) {
                task.run();
            }
        }
    }

    /** Takes the next tasks; waits for one until the next timer is due. */
    private void await() {
        Scheduled next = timers.peek();
        try {
            Runnable first = next == null
                    ? incoming.take()
                    : incoming.poll(Math.max(0, next.due - nanos()), TimeUnit.NANOSECONDS);
            if (first != null) {
                turn.add(first);
                incoming.drainTo(turn, TURN - 1);
            }
        } catch (InterruptedException e) {
            // nobody interrupts this thread to end it: close() does that
        }
    }

    /** A timer. Its fields belong to the loop, but cancelling is allowed wherever the timer is held. */
    private final class Scheduled implements Timer {
        private final long due;
        private long order;
        private volatile @Nullable Runnable task;

        Scheduled(long due, Runnable task) {
            this.due = due;
            this.task = task;
        }

        @Override
        public void cancel() {
            task = null;
            if (Thread.currentThread() == thread) {
                timers.remove(this);
            }
        }
    }
}
