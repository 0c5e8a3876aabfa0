package io.batonmq.jms.internal.client;

import io.batonmq.jms.internal.core.Call;
import io.batonmq.jms.internal.core.ClientConsumer;
import io.batonmq.jms.internal.core.ClientSession;
import io.batonmq.jms.internal.core.ConsumerEvents;
import io.batonmq.jms.internal.core.CoreException;
import io.batonmq.jms.internal.core.Delivery;
import io.batonmq.wire.Command.SubscriptionSpec;
import io.batonmq.wire.Request.AckMode;
import jakarta.jms.CompletionListener;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** What a session does once arguments and state are checked: calls of the core, listeners, closing. Any thread. */
final class SessionWork {
    /** A browser's calls tell of its end. */
    private static final ConsumerEvents TOLD_ELSEWHERE = cause -> {};

    private final JmsConnection connection;
    private final ClientSession core;
    private final Calls calls;
    private final SerialThread thread;
    private final Completions completions;
    private final ListenerPump pump;
    private final Sender sender;
    private final ServerRun serverRun;
    private final Set<JmsMessageConsumer> consumers = ConcurrentHashMap.newKeySet();
    private final AtomicInteger listeners = new AtomicInteger();
    private final AtomicBoolean closed = new AtomicBoolean();
    private final AckMode mode;
    private volatile boolean hadConsumers;
    /** No listener of this session is running any more. */
    private volatile boolean ended;

    SessionWork(JmsConnection connection, ClientSession core, int number) {
        this.connection = connection;
        this.core = core;
        this.mode = core.mode();
        this.calls = connection.calls();
        this.thread = new SerialThread("batonmq-session-" + connection.name() + "-" + number);
        this.completions = new Completions(calls, thread);
        this.pump = new ListenerPump(calls.loop(), core, thread);
        this.serverRun = new ServerRun(calls, core, thread);
        this.sender = new Sender(
                core,
                calls,
                completions,
                connection.messages(),
                connection.config().clock(),
                "ID:" + connection.name() + ":" + number + ":",
                connection.maxMessageSize());
    }

    Calls calls() {
        return calls;
    }

    AckMode mode() {
        return mode;
    }

    boolean isClosed() {
        return closed.get();
    }

    /** Whether its close waits for listeners that are still running. */
    boolean isClosing() {
        return closed.get() && !ended;
    }

    boolean hasListeners() {
        return listeners.get() > 0;
    }

    /** Whether it ever had a consumer: what that one took may still be unacknowledged. */
    boolean hadConsumers() {
        return hadConsumers;
    }

    /** The session's own listener, and what connection consumers load for it. */
    ServerRun serverRun() {
        return serverRun;
    }

    /** Whether the caller is a listener of this session. */
    boolean isInside() {
        return thread.isInside();
    }

    boolean isInsideCompletion() {
        return completions.isInside();
    }

    void send(Destination to, Message message, SendSettings how, @Nullable CompletionListener listener)
            throws JMSException {
        connection.use();
        if (listener == null) {
            sender.send(to, message, how);
        } else {
            sender.send(to, message, how, listener);
        }
    }

    /** Whether a message that was handed out is still the session's: a failover may have given it to another one (R11). */
    boolean holds(Delivery delivery) throws JMSException {
        return calls.compute(() -> core.holds(delivery));
    }

    void handled(Delivery delivery) {
        Calls.post(calls.loop(), () -> core.handled(delivery));
    }

    void rejected(Delivery delivery) {
        Calls.post(calls.loop(), () -> core.rejected(delivery));
    }

    void acknowledge() throws JMSException {
        calls.call(core::acknowledge);
    }

    void commit() throws JMSException {
        calls.call(core::commit);
    }

    void rollback() throws JMSException {
        calls.call(() -> {
            Call<Void> rollback = core.rollback();
            pump.givenBack();
            return rollback;
        });
    }

    void recover() throws JMSException {
        consumers.forEach(JmsMessageConsumer::recovered);
        calls.call(() -> {
            Call<Void> recover = core.recover();
            pump.givenBack();
            return recover;
        });
    }

    void unsubscribe(String name) throws JMSException {
        connection.use();
        calls.call(() -> core.unsubscribe(name));
    }

    JmsMessageConsumer openConsumer(JmsSession session, Subscribing what) throws JMSException {
        connection.use();
        hadConsumers = true;
        SubscriptionSpec subscription = what.subscription();
        if (subscription != null) {
            calls.call(() -> core.subscribe(subscription));
        }
        AtomicReference<@Nullable JmsMessageConsumer> made = new AtomicReference<>();
        ClientConsumer opened =
                calls.call(() -> core.openConsumer(what.consumer(), cause -> endedByNode(made.get(), cause)));
        JmsMessageConsumer consumer = new JmsMessageConsumer(
                session,
                opened,
                what.destination(),
                what.consumer().selector(),
                what.consumer().noLocal());
        made.set(consumer);
        consumers.add(consumer);
        return consumer;
    }

    /** Where a listener waits no call can tell the application of it (C42); a receive throws. */
    private void endedByNode(@Nullable JmsMessageConsumer consumer, CoreException cause) {
        if (consumer != null && consumer.hasListener()) {
            connection.tell(cause);
        }
    }

    QueueBrowser openBrowser(JmsSession session, Queue queue, @Nullable String selector) throws JMSException {
        connection.use();
        Subscribing what = Subscribing.browse(queue, selector);
        return new JmsQueueBrowser(
                session, queue, selector, () -> calls.call(() -> core.openConsumer(what.consumer(), TOLD_ELSEWHERE)));
    }

    void exchangeListener(ListenerPump.@Nullable Listening old, ListenerPump.@Nullable Listening now)
            throws JMSException {
        if (old != null) {
            listeners.decrementAndGet();
        }
        if (now != null) {
            listeners.incrementAndGet();
            thread.expect();
        }
        calls.run(() -> {
            if (old != null) {
                pump.remove(old);
            }
            if (now != null) {
                pump.add(now);
            }
        });
    }

    /** A listener that is running is waited for, unless it is the one that closes (C41). */
    void closeConsumer(JmsMessageConsumer consumer, ClientConsumer open, ListenerPump.@Nullable Listening listening)
            throws JMSException {
        consumers.remove(consumer);
        if (listening != null) {
            listeners.decrementAndGet();
            connection.quietly(() -> calls.run(() -> pump.remove(listening)));
            if (!thread.isInside()) {
                connection.awaitListeners(() -> pump.idle(listening));
            }
        }
        connection.quietly(() -> calls.call(open::close, connection.closeLimits()));
    }

    /** In a listener of this session there is no waiting: the callbacks come on the same thread, after it (C41). */
    void awaitCompletions() throws JMSException {
        if (!thread.isInside()) {
            connection.awaitCompletions(completions::idle);
        }
    }

    // Closing

    void checkNotInside(String what) throws JMSException {
        if (thread.isInside()) {
            throw JmsErrors.illegal("a listener must not close or stop its own " + what + " (8.8, 6.1.8)");
        }
    }

    /** A CompletionListener may stop its connection, a MessageListener may not (6.1.5, and the API of JMSContext.stop). */
    void checkMayStop() throws JMSException {
        if (!completions.isInside()) {
            checkNotInside("connection");
        }
    }

    /** On the loop: the connection is stopped. */
    void stopped() {
        pump.stop();
    }

    /** On the loop: the connection is started. */
    void started() {
        pump.start();
    }

    void close(String what) throws JMSException {
        checkNotInside(what);
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        stopListeners();
        connection.awaitListeners(this::listenersIdle);
        ended = true;
        connection.quietly(() -> calls.call(core::close, connection.closeLimits()));
        connection.quietly(() -> calls.run(() -> completions.giveUp("the session was closed")));
        connection.awaitCompletions(this::completionsIdle);
        shutdown();
        connection.forget(this);
    }

    /** First step of closing: receives return null, no listener is called any more. */
    void stopListeners() {
        closed.set(true);
        consumers.forEach(JmsMessageConsumer::markClosed);
        connection.quietly(() -> calls.run(() -> {
            pump.close();
            serverRun.close();
        }));
    }

    /** On the loop: completes once no listener runs. */
    CompletableFuture<?> listenersIdle() {
        return CompletableFuture.allOf(pump.idle(null), serverRun.idle());
    }

    /** On the loop: completes once the callbacks of asynchronous sends have all been told. */
    CompletableFuture<?> completionsIdle() {
        return completions.idle();
    }

    /** Last step. */
    void shutdown() {
        ended = true;
        thread.shutdown();
    }
}
