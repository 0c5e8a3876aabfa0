package io.batonmq.jms.internal.client;

import io.batonmq.jms.internal.client.SessionConsumers.Domain;
import io.batonmq.jms.internal.core.ClientConnection;
import io.batonmq.jms.internal.core.ClientSession;
import io.batonmq.jms.internal.core.CoreException;
import io.batonmq.jms.internal.message.MessageFactory;
import io.batonmq.jms.internal.message.TemporaryOwner;
import io.batonmq.wire.Request.AckMode;
import io.batonmq.wire.WireDestination;
import jakarta.jms.ConnectionMetaData;
import jakarta.jms.Destination;
import jakarta.jms.ExceptionListener;
import jakarta.jms.InvalidClientIDException;
import jakarta.jms.JMSException;
import jakarta.jms.QueueSession;
import jakarta.jms.Session;
import jakarta.jms.TopicSession;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A connection: a thin layer over the core, of argument checks, state and waiting. Any thread; holds no lock. */
public final class JmsConnection extends AppServerConnection implements TemporaryOwner {
    private static final Logger LOG = LoggerFactory.getLogger(JmsConnection.class);

    private final ClientConfig config;
    private final String name;
    private final EventHub hub;
    private final ClientConnection core;
    private final CoreMaker.Network network;
    private final Calls calls;
    private final CallbackWaits waits;
    private final ConnectionConsumers connectionConsumers;
    private final ClosingTime closingTime;
    private final MessageFactory messages;
    private final Set<SessionWork> sessions = ConcurrentHashMap.newKeySet();
    private final AtomicInteger sessionNumbers = new AtomicInteger();
    private final AtomicBoolean closed = new AtomicBoolean();
    private final CompletableFuture<Void> closeEnded = new CompletableFuture<>();
    private volatile long maxMessageSize;
    private volatile boolean started;
    /** Something was done with the connection: too late for a client identifier (6.1.2). */
    private volatile boolean used;

    private volatile @Nullable String clientId;

    private JmsConnection(ClientConfig config, @Nullable String user, @Nullable String password, Domain domain) {
        super(domain);
        this.config = config;
        this.name = UUID.randomUUID().toString();
        this.hub = new EventHub(config.url().options().events(), name);
        CoreMaker.Made made = config.cores().make(config.url(), config.clientId(), user, password, hub);
        this.core = made.connection();
        this.network = made.network();
        this.clientId = config.clientId();
        OpenCalls open = new OpenCalls(core.loop());
        this.calls = new Calls(core.loop(), open, config.callLimits());
        this.waits = new CallbackWaits(calls, hub);
        this.connectionConsumers = new ConnectionConsumers(this, core);
        this.messages = new MessageFactory(config.messages(), config.destinations(), this);
        hub.observer(config.observer());
        this.closingTime = new ClosingTime(core.loop(), config.closeTimeout());
        hub.connect(
                interrupted -> {
                    if (!interrupted) {
                        closingTime.resumed();
                    }
                    open.interrupted(interrupted);
                },
                () -> open.interrupted(true));
    }

    /**
     * Connects, within the URL's limits; an interrupt of the calling thread ends it.
     *
     * @throws JMSException with an error code; nothing is left behind then
     */
    public static JmsConnection open(ClientConfig config, @Nullable String user, @Nullable String password)
            throws JMSException {
        return open(config, user, password, Domain.COMMON);
    }

    /** As {@link #open}, for a {@code QueueConnection}: it refuses what makes sense for topics only. */
    public static JmsConnection openForQueues(ClientConfig config, @Nullable String user, @Nullable String password)
            throws JMSException {
        return open(config, user, password, Domain.QUEUES);
    }

    private static JmsConnection open(
            ClientConfig config, @Nullable String user, @Nullable String password, Domain domain) throws JMSException {
        JmsConnection connection = new JmsConnection(config, user, password, domain);
        boolean opened = false;
        try {
            connection.maxMessageSize = connection
                    .calls
                    .call(connection.core::open, OpenCalls.Limits.NONE)
                    .maxMessageSize();
            opened = true;
            return connection;
        } finally {
            if (!opened) {
                connection.close();
            }
        }
    }

    // For sessions and contexts

    ClientConfig config() {
        return config;
    }

    String name() {
        return name;
    }

    /** How long the close of a part may take: connected, as long as it needs (R22). */
    OpenCalls.Limits closeLimits() {
        return new OpenCalls.Limits(null, closingTime::left);
    }

    Calls calls() {
        return calls;
    }

    MessageFactory messages() {
        return messages;
    }

    long maxMessageSize() {
        return maxMessageSize;
    }

    boolean isStarted() {
        return started;
    }

    @Override
    @Nullable
    String clientId() {
        return clientId;
    }

    @Override
    ConnectionConsumers connectionConsumers() {
        return connectionConsumers;
    }

    /** The application did something: too late for a client identifier (6.1.2). */
    void use() {
        used = true;
    }

    /** A context opened its session, which is no use of the connection by the application. */
    void allowClientId() {
        used = false;
    }

    /** Tells the exception listener of something after which the connection goes on. */
    void tell(CoreException what) {
        hub.notice(what);
    }

    void forget(SessionWork session) {
        sessions.remove(session);
    }

    /** Whether the caller is a listener of one of the sessions, which keeps what it uses until it returns (6.1.8). */
    boolean isInsideListener() {
        return sessions.stream().anyMatch(SessionWork::isInside);
    }

    @Override
    void checkOpen() throws JMSException {
        if (closed.get() && !isInsideListener()) {
            throw JmsErrors.closed("connection");
        }
    }

    Destination createTemporary(WireDestination.Kind kind) throws JMSException {
        used = true;
        return messages.destination(calls.call(() -> core.createTemporary(kind)));
    }

    @Override
    public void delete(WireDestination temporary) throws JMSException {
        checkOpen();
        calls.call(() -> core.deleteTemporary(temporary));
    }

    /** Who is told of failovers. */
    public void setFailoverObserver(@Nullable FailoverObserver observer) throws JMSException {
        checkOpen();
        hub.observer(observer);
    }

    // Sessions

    JmsSession session(AckMode mode, Domain domain) throws JMSException {
        checkOpen();
        used = true;
        hub.checkNotFailed();
        ClientSession opened = calls.compute(() -> core.openSession(mode));
        JmsSession session = new JmsSession(this, opened, domain, sessionNumbers.incrementAndGet());
        sessions.add(session.work());
        return session;
    }

    static AckMode mode(int acknowledgeMode) throws JMSException {
        return switch (acknowledgeMode) {
            case Session.SESSION_TRANSACTED -> AckMode.TRANSACTED;
            case Session.AUTO_ACKNOWLEDGE -> AckMode.AUTO;
            case Session.CLIENT_ACKNOWLEDGE -> AckMode.CLIENT;
            case Session.DUPS_OK_ACKNOWLEDGE -> AckMode.DUPS_OK;
            default ->
                throw new JMSException("acknowledge mode " + acknowledgeMode + " is none of the specification's");
        };
    }

    /** In the older signature the mode means nothing if the session is transacted. */
    private static AckMode mode(boolean transacted, int acknowledgeMode) throws JMSException {
        if (transacted) {
            return AckMode.TRANSACTED;
        }
        if (acknowledgeMode == Session.SESSION_TRANSACTED) {
            throw new JMSException("acknowledge mode SESSION_TRANSACTED contradicts transacted = false");
        }
        return mode(acknowledgeMode);
    }

    @Override
    public Session createSession(boolean transacted, int acknowledgeMode) throws JMSException {
        checkOpen();
        return session(mode(transacted, acknowledgeMode), Domain.COMMON);
    }

    @Override
    public Session createSession(int sessionMode) throws JMSException {
        checkOpen();
        return session(mode(sessionMode), Domain.COMMON);
    }

    @Override
    public Session createSession() throws JMSException {
        return session(AckMode.AUTO, Domain.COMMON);
    }

    @Override
    public QueueSession createQueueSession(boolean transacted, int acknowledgeMode) throws JMSException {
        checkOpen();
        return session(mode(transacted, acknowledgeMode), Domain.QUEUES);
    }

    @Override
    public TopicSession createTopicSession(boolean transacted, int acknowledgeMode) throws JMSException {
        checkOpen();
        return session(mode(transacted, acknowledgeMode), Domain.TOPICS);
    }

    // Identity and events

    @Override
    public @Nullable String getClientID() throws JMSException {
        checkOpen();
        return clientId;
    }

    @Override
    public void setClientID(@Nullable String wanted) throws JMSException {
        checkOpen();
        if (wanted == null || wanted.isEmpty()) {
            throw new InvalidClientIDException("the client identifier must not be null or empty");
        }
        if (clientId != null) {
            throw JmsErrors.illegal("the client identifier is already set to " + clientId);
        }
        if (used) {
            throw JmsErrors.illegal("the client identifier must be set before anything else is done (6.1.2)");
        }
        calls.call(() -> core.setClientId(wanted));
        clientId = wanted;
    }

    @Override
    public ConnectionMetaData getMetaData() throws JMSException {
        checkOpen();
        return JmsMetaData.INSTANCE;
    }

    @Override
    public @Nullable ExceptionListener getExceptionListener() throws JMSException {
        checkOpen();
        return hub.listener();
    }

    /** Never fails for a lost connection: a listener that comes after the loss is told of it then (C98). */
    @Override
    public void setExceptionListener(@Nullable ExceptionListener listener) throws JMSException {
        checkOpen();
        hub.listener(listener);
    }

    // Start, stop, close

    @Override
    public void start() throws JMSException {
        checkOpen();
        used = true;
        calls.run(() -> {
            core.start();
            sessions.forEach(SessionWork::started);
        });
        started = true;
    }

    @Override
    public void stop() throws JMSException {
        checkOpen();
        used = true;
        for (SessionWork session : sessions) {
            session.checkMayStop();
        }
        started = false;
        calls.run(() -> {
            core.stop();
            sessions.forEach(SessionWork::stopped);
        });
        // A CompletionListener has its session's thread: no other listener of that session is running.
        waits.awaitAll(
                sessions.stream().filter(session -> !session.isInside()).toList(),
                SessionWork::listenersIdle,
                this::closingLimit);
    }

    @Override
    public void close() throws JMSException {
        for (SessionWork session : sessions) {
            session.checkNotInside("connection");
        }
        if (!closed.compareAndSet(false, true)) {
            waits.awaitEnd(closeEnded, config::closeTimeout);
            return;
        }
        try {
            hub.close();
            connectionConsumers.stop();
            List<SessionWork> open = List.copyOf(sessions);
            open.forEach(SessionWork::stopListeners);
            waits.awaitAll(open, SessionWork::listenersIdle, this::closingLimit);
            Pending<Void> closing = calls.start(() -> core.close(closingLimit()), OpenCalls.Limits.NONE);
            boolean ended = closing.awaitEnd();
            waits.awaitAll(open, SessionWork::completionsIdle, config::closeTimeout);
            open.forEach(SessionWork::shutdown);
            sessions.clear();
            if (ended) {
                network.release();
            } else {
                // Interrupted: the caller goes, the closing goes on.
                closing.atEnd(network::release);
            }
        } finally {
            closeEnded.complete(null);
        }
    }

    /** What is left if the connection is interrupted; all of it for an interruption to come. */
    private Duration closingLimit() {
        return hub.isBroken() ? closingTime.left() : config.closeTimeout();
    }

    /** A step of closing, which goes on whatever becomes of it. */
    interface Step {
        void run() throws JMSException;
    }

    /** What fails here has failed because the connection is gone, of which the application is told elsewhere. */
    void quietly(Step step) {
        try {
            step.run();
        } catch (JMSException e) {
            LOG.debug("Closing goes on", e);
        }
    }

    /** Waits for listeners that are running: they may hang in a call that only the end of their session ends. */
    void awaitListeners(Supplier<? extends CompletableFuture<?>> idle) {
        waits.await(idle, this::closingLimit);
    }

    /** Waits for completion callbacks: the calls they tell of have ended. */
    void awaitCompletions(Supplier<? extends CompletableFuture<?>> idle) {
        waits.await(idle, config::closeTimeout);
    }
}
