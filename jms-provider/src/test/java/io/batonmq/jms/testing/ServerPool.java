package io.batonmq.jms.testing;

import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.ServerSession;
import jakarta.jms.ServerSessionPool;
import jakarta.jms.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An application server's part (11.2.2, 11.2.3, 11.2.6): so many server sessions, each with a session and a thread of its
 * own; who asks for one when all are out waits. Any thread.
 */
public final class ServerPool implements ServerSessionPool, AutoCloseable {
    private final BlockingQueue<Pooled> idle = new LinkedBlockingQueue<>();
    private final List<Pooled> all = new ArrayList<>();
    private final AtomicInteger asked = new AtomicInteger();

    /** What a listener does; what it throws, the listener throws. */
    @FunctionalInterface
    public interface Work {
        void process(Session session, Message message) throws JMSException;
    }

    /** Makes its sessions on the connection, in that mode. */
    public ServerPool(Connection connection, int size, int mode, Work work) throws JMSException {
        for (int i = 0; i < size; i++) {
            Session session = connection.createSession(mode);
            session.setMessageListener(message -> process(work, session, message));
            Pooled pooled = new Pooled(session);
            all.add(pooled);
            idle.add(pooled);
        }
    }

    private static void process(Work work, Session session, Message message) {
        try {
            work.process(session, message);
        } catch (JMSException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public ServerSession getServerSession() throws JMSException {
        asked.incrementAndGet();
        try {
            return idle.take();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            JMSException failure = new JMSException("interrupted");
            failure.initCause(e);
            throw failure;
        }
    }

    /** How often it was asked for a server session. */
    public int asked() {
        return asked.get();
    }

    /** How many server sessions are not out. */
    public int idle() {
        return idle.size();
    }

    /** How many messages each run has processed, one run after another. */
    public List<Integer> runs() {
        List<Integer> runs = new ArrayList<>();
        all.forEach(pooled -> {
            synchronized (pooled.runs) {
                runs.addAll(pooled.runs);
            }
        });
        return runs;
    }

    /** Takes no more work; what runs goes on, which the close of the connection waits for. */
    @Override
    public void close() {
        all.forEach(pooled -> pooled.thread.shutdown());
    }

    private final class Pooled implements ServerSession {
        private final Session session;
        private final ExecutorService thread = Executors.newSingleThreadExecutor(task -> {
            Thread created = new Thread(task, "server-session");
            created.setDaemon(true);
            return created;
        });
        private final List<Integer> runs = new ArrayList<>();
        private final AtomicInteger processed = new AtomicInteger();

        Pooled(Session session) throws JMSException {
            this.session = session;
            var listener = session.getMessageListener();
            session.setMessageListener(message -> {
                processed.incrementAndGet();
                listener.onMessage(message);
            });
        }

        @Override
        public Session getSession() {
            return session;
        }

        @Override
        public void start() {
            thread.execute(() -> {
                try {
                    processed.set(0);
                    session.run();
                    synchronized (runs) {
                        runs.add(processed.get());
                    }
                } finally {
                    idle.add(this);
                }
            });
        }
    }
}
