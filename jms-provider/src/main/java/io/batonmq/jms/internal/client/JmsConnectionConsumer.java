package io.batonmq.jms.internal.client;

import io.batonmq.jms.internal.core.Call;
import io.batonmq.jms.internal.core.ClientConsumer;
import io.batonmq.jms.internal.core.CoreException;
import io.batonmq.jms.internal.core.Loop;
import io.batonmq.wire.ErrorCode;
import jakarta.jms.ConnectionConsumer;
import jakarta.jms.JMSException;
import jakarta.jms.ServerSession;
import jakarta.jms.ServerSessionPool;
import jakarta.jms.Session;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A connection consumer (11.2.4, 11.2.5): when messages have come, and not before, it asks its pool for a server session,
 * loads that session with as many as there are, {@code maxMessages} at most, and starts it. The pool and the server session
 * are called on a thread of its own, since both may block; what is counted is confined to the loop.
 */
final class JmsConnectionConsumer implements ConnectionConsumer, Load.Owner {
    /** How long to wait after a pool or a server session has failed: doubled each time, up to the second. */
    private static final Duration PAUSE = Duration.ofMillis(500);

    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

    /**
     * WAITING → LOADING (messages have come; the thread is at the pool) → WAITING | PAUSING (that failed) → WAITING; any →
     * CLOSED.
     */
    private enum State {
        WAITING,
        LOADING,
        PAUSING,
        CLOSED
    }

    private final JmsConnection connection;
    private final ConnectionConsumers home;
    private final ClientConsumer core;
    private final ServerSessionPool pool;
    private final int maxMessages;
    private final Calls calls;
    private final SerialThread thread;
    private final PoolVisit visit = new PoolVisit();
    private final AtomicBoolean closed = new AtomicBoolean();
    private final Set<Load> loads = new HashSet<>();
    private @Nullable Load loading;
    private State state = State.WAITING;
    private @Nullable Call<Void> waiting;
    private Loop.@Nullable Timer timer;
    private Duration pause = PAUSE;
    /** Loaded into sessions and not taken yet. */
    private int loaded;

    JmsConnectionConsumer(
            JmsConnection connection,
            ConnectionConsumers home,
            ClientConsumer core,
            ServerSessionPool pool,
            int maxMessages,
            int number) {
        this.connection = connection;
        this.home = home;
        this.core = core;
        this.pool = pool;
        this.maxMessages = maxMessages;
        this.calls = connection.calls();
        this.thread = new SerialThread("batonmq-server-sessions-" + connection.name() + "-" + number);
    }

    void start() throws JMSException {
        calls.run(this::await);
    }

    private void become(State next) {
        state = next;
    }

    // ---------------------------------------------------------------- on the loop

    /** Waits for messages that no session is loaded with. */
    private void await() {
        if (state != State.WAITING || waiting != null) {
            return;
        }
        Call<Void> call = core.awaitMore(() -> loaded);
        waiting = call;
        call.result().whenComplete((nothing, failure) -> {
            if (waiting == call) {
                waiting = null;
            }
            if (failure == null && state == State.WAITING) {
                become(State.LOADING);
                if (!thread.execute(this::load)) {
                    become(State.CLOSED);
                }
            } // else: withdrawn, or the consumer or its connection ended, who tell it themselves
        });
    }

    @Override
    public void taken() {
        loaded--;
        loads.removeIf(Load::isEmpty);
    }

    /** Those may be loaded again. */
    @Override
    public void ended(int messages) {
        loaded -= messages;
        loads.removeIf(Load::isEmpty);
        Call<Void> old = waiting;
        if (old != null && messages > 0) {
            waiting = null;
            old.withdraw("fewer messages are loaded now");
        }
        await();
    }

    /** Loads what has come; by now it may be nothing, and the server session is started all the same. */
    private void load(SessionWork into) {
        int messages = state == State.LOADING ? Math.min(maxMessages, core.available() - loaded) : 0;
        if (messages > 0) {
            Load load = new Load(core, messages, this);
            loading = load;
            loads.add(load);
            loaded += messages;
            into.serverRun().load(load);
        }
    }

    private void loaded(boolean successfully) {
        loading = null;
        if (state != State.LOADING) {
            return;
        }
        if (successfully) {
            pause = PAUSE;
            become(State.WAITING);
            await();
        } else {
            become(State.PAUSING);
            timer = calls.loop().schedule(pause, () -> {
                timer = null;
                if (state == State.PAUSING) {
                    become(State.WAITING);
                    await();
                }
            });
            pause = pause.multipliedBy(2).compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause.multipliedBy(2);
        }
    }

    private void unload() {
        Load failed = loading;
        if (failed != null) {
            failed.end();
        }
    }

    private void end() {
        become(State.CLOSED);
        Call<Void> open = waiting;
        waiting = null;
        if (open != null) {
            open.withdraw("the connection consumer is closed");
        }
        if (timer != null) {
            timer.cancel();
            timer = null;
        }
        Set.copyOf(loads).forEach(Load::end);
        loads.clear();
    }

    // ---------------------------------------------------------------- on its own thread

    private void load() {
        boolean done = false;
        try {
            ServerSession server = visit.getServerSession(pool);
            start(server);
            done = true;
        } catch (JMSException e) {
            tell(e);
        } catch (RuntimeException | Error e) { // the application server's code
            tell(e);
        } finally {
            boolean successfully = done;
            Calls.post(calls.loop(), () -> loaded(successfully));
        }
    }

    private void start(@Nullable ServerSession server) throws JMSException {
        if (server == null) {
            throw new JMSException("the pool gave no ServerSession");
        }
        SessionWork session = checked(server.getSession());
        calls.run(() -> load(session));
        boolean started = false;
        try {
            server.start();
            started = true;
        } finally {
            if (!started) {
                connection.quietly(() -> calls.run(this::unload));
            }
        }
    }

    private SessionWork checked(@Nullable Session session) throws JMSException {
        if (!(session instanceof JmsSession mine) || !mine.isOf(connection)) {
            throw new JMSException("the ServerSession's session was not made by this connection: "
                    + (session == null ? "null" : session.getClass().getName()));
        }
        mine.checkOpen();
        if (mine.getMessageListener() == null) {
            throw new JMSException("the ServerSession's session has no MessageListener (11.2.1)");
        }
        return mine.work();
    }

    private void tell(Throwable cause) {
        if (!closed.get()) {
            connection.tell(new CoreException(
                    ErrorCode.SERVER_SESSION,
                    "messages wait: no server session of the pool could be loaded and started: " + cause.getMessage(),
                    cause));
        }
    }

    // ---------------------------------------------------------------- any thread

    /** Where a listener waits no call can tell the application of it (C42). */
    void endedByNode(CoreException cause) {
        if (!closed.get()) {
            connection.tell(cause);
        }
    }

    @Override
    public ServerSessionPool getServerSessionPool() throws JMSException {
        connection.checkOpen();
        if (closed.get()) {
            throw JmsErrors.closed("connection consumer");
        }
        return pool;
    }

    /** Nothing is handed out any more; what sessions were handed is theirs to acknowledge, commit or roll back. */
    void stop() {
        closed.set(true);
        connection.quietly(() -> calls.run(this::end));
        visit.end();
        thread.shutdown();
    }

    @Override
    public void close() throws JMSException {
        if (closed.get()) {
            return;
        }
        stop();
        home.forget(this);
        connection.quietly(() -> calls.call(core::close, connection.closeLimits()));
    }
}
