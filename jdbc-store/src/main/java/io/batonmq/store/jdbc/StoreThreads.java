package io.batonmq.store.jdbc;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Makes and ends the store's threads. JDBC runs on no others, so that nobody's interrupt reaches a driver (C35). Stateless.
 */
final class StoreThreads {

    private static final long PATIENCE_SECONDS = 3;

    private StoreThreads() {}

    static ExecutorService pool(String name, int threads) {
        return Executors.newFixedThreadPool(threads, named(name));
    }

    static ScheduledExecutorService timer(String name) {
        return Executors.newSingleThreadScheduledExecutor(named(name));
    }

    /**
     * Lets what was begun end, without an interrupt. What hangs is freed by {@code cut}, which closes its connection from
     * outside.
     */
    static void close(ExecutorService threads, Runnable cut) {
        threads.shutdown();
        if (!ended(threads)) {
            cut.run();
            ended(threads);
        }
    }

    private static boolean ended(ExecutorService threads) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return threads.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static ThreadFactory named(String name) {
        AtomicInteger count = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, name + "-" + count.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }
}
