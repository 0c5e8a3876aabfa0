package io.batonmq.jms.internal.client;

import io.batonmq.jms.internal.core.Call;
import io.batonmq.jms.internal.core.Loop;
import jakarta.jms.JMSException;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts a connection's calls on its loop, within their limits, and waits for them. Any thread but the loop. */
final class Calls {
    private static final Logger LOG = LoggerFactory.getLogger(Calls.class);

    private final Loop loop;
    private final OpenCalls open;
    private final OpenCalls.Limits ordinary;

    Calls(Loop loop, OpenCalls open, OpenCalls.Limits ordinary) {
        this.loop = loop;
        this.open = open;
        this.ordinary = ordinary;
    }

    Loop loop() {
        return loop;
    }

    /** An ordinary call: bounded by {@code jms.callTimeout} and the URL's failover timeout. */
    <T extends @Nullable Object> T call(Supplier<Call<T>> start) throws JMSException {
        return call(start, ordinary);
    }

    <T extends @Nullable Object> T call(Supplier<Call<T>> start, OpenCalls.Limits limits) throws JMSException {
        return start(start, limits).await();
    }

    /** A call that is waited for later, or in another way. */
    <T extends @Nullable Object> Pending<T> start(Supplier<Call<T>> start, OpenCalls.Limits limits) {
        return Pending.start(loop, start, call -> open.watch(call, limits));
    }

    /** The same limits for a call that nobody waits for. On the loop. */
    void watch(Call<?> call) {
        open.watch(call, ordinary);
    }

    /** Something that is at once done on the loop. */
    <T extends @Nullable Object> T compute(Supplier<T> task) throws JMSException {
        return Pending.compute(loop, task);
    }

    /** Something to be done on the loop, unless everything has ended by then. */
    static void post(Loop loop, Runnable task) {
        try {
            loop.execute(task);
        } catch (RejectedExecutionException e) {
            LOG.debug("The connection has ended", e);
        }
    }

    void run(Runnable task) throws JMSException {
        Pending.<@Nullable Object>compute(loop, () -> {
            task.run();
            return null;
        });
    }
}
