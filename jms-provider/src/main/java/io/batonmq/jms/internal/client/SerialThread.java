package io.batonmq.jms.internal.client;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One daemon thread that calls the application: a session's listeners, a connection's events. Started when first needed or
 * expected to be, gone when idle; one task at a time, in order. An application server's thread may take its place for a task.
 * What a task throws, be it an Error, is logged and ends nothing (C74). Its context class loader is that of whoever made
 * this, so that a container's application finds its own classes and names. Any thread.
 */
final class SerialThread {
    private static final Logger LOG = LoggerFactory.getLogger(SerialThread.class);
    private static final long IDLE_SECONDS = 30;
    /** An idle thread ends at once; this is for a machine that gives it no time. */
    private static final long END_SECONDS = 2;

    private final ThreadPoolExecutor executor;
    private final @Nullable ClassLoader application = Thread.currentThread().getContextClassLoader();
    private final Semaphore turn = new Semaphore(1);
    private volatile @Nullable Thread thread;
    private volatile @Nullable Thread visitor;

    SerialThread(String name) {
        executor = new ThreadPoolExecutor(
                1, 1, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> daemon(task, name));
        executor.allowCoreThreadTimeOut(true);
    }

    private Thread daemon(Runnable task, String name) {
        Thread created = new Thread(task, name);
        created.setDaemon(true);
        created.setContextClassLoader(application);
        thread = created;
        return created;
    }

    /** There will be something to run: the thread is there when it comes. */
    void expect() {
        executor.prestartCoreThread();
    }

    /** Runs the task after all before it; false if the thread was shut down. */
    boolean execute(Runnable task) {
        try {
            executor.execute(() -> guarded(task));
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }

    /** Runs the task on the calling thread, in its turn: while it runs none of this thread's own does. */
    void runHere(Runnable task) {
        if (isInside()) {
            task.run();
            return;
        }
        turn.acquireUninterruptibly();
        visitor = Thread.currentThread();
        try {
            task.run();
        } finally {
            visitor = null;
            turn.release();
        }
    }

    @SuppressWarnings("CatchAndPrintStackTrace")
    private void guarded(Runnable task) {
        turn.acquireUninterruptibly();
        try {
            task.run();
        } catch (Throwable e) {
            LOG.error("The application's callback failed", e);
        } finally {
            turn.release();
        }
    }

    boolean isInside() {
        Thread current = Thread.currentThread();
        return current == thread || current == visitor;
    }

    /**
     * Takes no new tasks; those before it still run. A thread that has nothing to do has ended when this returns: a container
     * that stops an application counts its threads right afterwards.
     */
    void shutdown() {
        executor.shutdown();
        if (isInside() || executor.getActiveCount() > 0 || !executor.getQueue().isEmpty()) {
            return;
        }
        try {
            executor.awaitTermination(END_SECONDS, TimeUnit.SECONDS);
            Thread last = thread;
            if (last != null && executor.isTerminated()) {
                last.join(TimeUnit.SECONDS.toMillis(END_SECONDS));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
