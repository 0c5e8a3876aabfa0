package io.batonmq.broker.session;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/** The thread under a core, which may do what the core may not. */
public final class FixtureThread {
    private final AtomicLong count = new AtomicLong();

    Thread thread() {
        return new Thread(this::run);
    }

    private synchronized void run() {
        count.incrementAndGet();
    }

    public static final class Inner {
        final ReentrantLock lock = new ReentrantLock();
    }
}
