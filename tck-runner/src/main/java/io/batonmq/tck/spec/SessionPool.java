package io.batonmq.tck.spec;

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
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** An application server's pool: some sessions, each with a thread that runs what it is loaded with. Safe for use by any thread. */
final class SessionPool implements ServerSessionPool, AutoCloseable {
    private final BlockingQueue<ServerSession> idle = new LinkedBlockingQueue<>();
    private final List<Session> sessions = new ArrayList<>();
    private final ExecutorService threads = Executors.newCachedThreadPool(run -> {
        Thread thread = new Thread(run, "specification-server-session");
        thread.setDaemon(true);
        return thread;
    });
    private final AtomicInteger asked = new AtomicInteger();
    private final Inbox<Integer> runs = new Inbox<>();

    /** What a session does with each message. */
    @FunctionalInterface
    interface Work {
        void on(Session session, Message message) throws JMSException;
    }

    /** Makes it, with {@code size} sessions of a connection that acknowledge in this mode. */
    SessionPool(Connection connection, int size, int mode, Work work) throws JMSException {
        for (int i = 0; i < size; i++) {
            Session session = connection.createSession(mode);
            AtomicInteger messages = new AtomicInteger();
            session.setMessageListener(message -> {
                messages.incrementAndGet();
                try {
                    work.on(session, message);
                } catch (JMSException e) {
                    throw new IllegalStateException(e);
                }
            });
            sessions.add(session);
            idle.add(serverSession(session, messages));
        }
    }

    private ServerSession serverSession(Session session, AtomicInteger messages) {
        return new ServerSession() {
            @Override
            public Session getSession() {
                return session;
            }

            @Override
            public void start() {
                ServerSession self = this;
                threads.execute(() -> {
                    session.run();
                    runs.add(messages.getAndSet(0));
                    idle.add(self);
                });
            }
        };
    }

    @Override
    public ServerSession getServerSession() throws JMSException {
        asked.incrementAndGet();
        try {
            ServerSession next = idle.poll(SpecificationTest.soon(), TimeUnit.MILLISECONDS);
            if (next == null) {
                throw new JMSException("all sessions are busy");
            }
            return next;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new JMSException("interrupted");
        }
    }

    /** How often a session was asked for. */
    int asked() {
        return asked.get();
    }

    /** How many messages each run of a session had, in the order in which the runs ended. */
    Inbox<Integer> runs() {
        return runs;
    }

    @Override
    public void close() throws JMSException {
        for (Session each : sessions) {
            each.close();
        }
        threads.shutdown();
    }
}
