package io.batonmq.jms.internal.link;

import io.batonmq.jms.internal.core.Loop;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.Ticker;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** The core's loop on the shared I/O thread. {@link #execute} and {@link #schedule} may be called by any thread. */
final class NettyLoop implements Loop {
    private final EventLoop loop;

    NettyLoop(EventLoop loop) {
        this.loop = loop;
    }

    @Override
    public void execute(Runnable task) {
        loop.execute(task);
    }

    @Override
    public boolean hasEnded() {
        return loop.isTerminated();
    }

    @Override
    public void assertInside() {
        if (!loop.inEventLoop()) {
            throw new IllegalStateException(
                    "on thread " + Thread.currentThread().getName() + " instead of the loop");
        }
    }

    @Override
    public long nanos() {
        return Ticker.systemTicker().nanoTime();
    }

    @Override
    public Timer schedule(Duration delay, Runnable task) {
        Future<?> scheduled = loop.schedule(task, Math.max(0, delay.toNanos()), TimeUnit.NANOSECONDS);
        return () -> scheduled.cancel(false);
    }
}
