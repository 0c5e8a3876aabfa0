package io.batonmq.jms.internal.client;

import jakarta.jms.JMSException;
import jakarta.jms.ServerSession;
import jakarta.jms.ServerSessionPool;
import org.jspecify.annotations.Nullable;

/**
 * A thread's wait for a server session, for as long as the pool has none (11.2.3), and its end when the connection consumer
 * is closed: by an interrupt that reaches nothing but the pool. Any thread.
 */
final class PoolVisit {
    private @Nullable Thread visitor;
    private boolean ended;

    /** What the pool gives, which may be null; once ended, a pool that doesn't heed interrupts may still give one. */
    @Nullable
    ServerSession getServerSession(ServerSessionPool pool) throws JMSException {
        enter();
        try {
            return pool.getServerSession();
        } finally {
            leave();
        }
    }

    private synchronized void enter() throws JMSException {
        if (ended) {
            throw JmsErrors.closed("connection consumer");
        }
        visitor = Thread.currentThread();
    }

    private synchronized void leave() {
        visitor = null;
        if (ended) {
            Thread.interrupted(); // it was meant for the pool
        }
    }

    synchronized void end() {
        ended = true;
        if (visitor != null) {
            visitor.interrupt();
        }
    }
}
