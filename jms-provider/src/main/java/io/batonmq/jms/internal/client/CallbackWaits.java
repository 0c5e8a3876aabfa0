package io.batonmq.jms.internal.client;

import jakarta.jms.JMSException;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The waits of a connection for the application's callbacks, before it stops or closes. Any thread. */
final class CallbackWaits {
    private static final Logger LOG = LoggerFactory.getLogger(CallbackWaits.class);

    private final Calls calls;
    private final EventHub hub;

    CallbackWaits(Calls calls, EventHub hub) {
        this.calls = calls;
        this.hub = hub;
    }

    /** For all sessions at once: the close timeout counts once, however many they are. */
    void awaitAll(
            Collection<SessionWork> all, Function<SessionWork, CompletableFuture<?>> idle, Supplier<Duration> limit) {
        await(() -> CompletableFuture.allOf(all.stream().map(idle).toArray(CompletableFuture<?>[]::new)), limit);
    }

    /** Waits for what {@code idle}, asked on the loop, says. */
    void await(Supplier<? extends CompletableFuture<?>> idle, Supplier<Duration> limit) {
        CompletableFuture<?> running;
        try {
            running = calls.<CompletableFuture<?>>compute(idle::get);
        } catch (JMSException e) {
            LOG.debug("No callback is running any more", e);
            return;
        }
        awaitEnd(running, limit);
    }

    /**
     * Waits as the specification says, for as long as the application's code takes; but where the connection is broken,
     * or the caller is its exception listener, at most the limit (R22, C40). An interrupt ends the wait.
     */
    void awaitEnd(CompletableFuture<?> running, Supplier<Duration> limit) {
        while (!running.isDone()) {
            try {
                running.get(limit.get().toNanos(), TimeUnit.NANOSECONDS);
            } catch (TimeoutException e) {
                if (hub.isBroken() || hub.isInside()) {
                    return;
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            } catch (ExecutionException e) {
                LOG.debug("A callback ended", e);
            }
        }
    }
}
