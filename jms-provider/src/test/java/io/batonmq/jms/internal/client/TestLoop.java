package io.batonmq.jms.internal.client;

import io.batonmq.jms.internal.core.Loop;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A loop on a thread of its own. */
final class TestLoop implements Loop, AutoCloseable {
    private volatile @Nullable Thread thread;
    private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread created = new Thread(task, "test-loop");
        created.setDaemon(true);
        thread = created;
        return created;
    });

    @Override
    public void execute(Runnable task) {
        executor.execute(task);
    }

    @Override
    public void assertInside() {
        if (Thread.currentThread() != thread) {
            throw new AssertionError("not on the loop but on " + Thread.currentThread());
        }
    }

    @Override
    public long nanos() {
        return System.nanoTime();
    }

    @Override
    public Timer schedule(Duration delay, Runnable task) {
        ScheduledFuture<?> scheduled = executor.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
        return () -> scheduled.cancel(false);
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }
}
