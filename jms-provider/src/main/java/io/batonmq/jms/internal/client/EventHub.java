package io.batonmq.jms.internal.client;

import io.batonmq.jms.internal.core.ConnectionEvents;
import io.batonmq.jms.internal.core.CoreException;
import io.batonmq.jms.internal.url.EventLevel;
import io.batonmq.wire.ErrorCode;
import jakarta.jms.ExceptionListener;
import jakarta.jms.JMSException;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Tells the application what happens to its connection, on an events thread of its own, one at a time and with no lock
 * held (C40). A terminal failure is told once, be the listener set before or after it (C42, C98). The core calls on the
 * loop; the rest on any thread.
 */
final class EventHub implements ConnectionEvents {
    private final EventLevel level;
    private final SerialThread thread;
    private final AtomicReference<@Nullable JMSException> untold = new AtomicReference<>();
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile @Nullable ExceptionListener listener;
    private volatile @Nullable FailoverObserver observer;
    private volatile boolean broken;
    private volatile @Nullable CoreException failure;
    private Consumer<Boolean> onInterrupted = interrupted -> {};
    private Runnable onFailed = () -> {};

    EventHub(EventLevel level, String name) {
        this.level = level;
        this.thread = new SerialThread("batonmq-events-" + name);
    }

    /** Told on the loop: true = interrupted, false = back; and of the end. Set before the connection opens. */
    void connect(Consumer<Boolean> whenInterrupted, Runnable whenFailed) {
        onInterrupted = whenInterrupted;
        onFailed = whenFailed;
    }

    void listener(@Nullable ExceptionListener exceptionListener) {
        listener = exceptionListener;
        tellFailure();
    }

    @Nullable
    ExceptionListener listener() {
        return listener;
    }

    void observer(@Nullable FailoverObserver failoverObserver) {
        observer = failoverObserver;
    }

    /** Refuses what makes no sense on a connection that has failed. */
    void checkNotFailed() throws JMSException {
        CoreException cause = failure;
        if (cause != null) {
            throw JmsErrors.of(cause);
        }
    }

    /** Whether the link is lost or the connection failed: a close must not wait for ever. */
    boolean isBroken() {
        return broken;
    }

    boolean isInside() {
        return thread.isInside();
    }

    /** An orderly close: nothing more is told. */
    void close() {
        closed.set(true);
        thread.shutdown();
    }

    @Override
    public void interrupted(CoreException cause) {
        broken = true;
        onInterrupted.accept(true);
        tellObserver(known -> known.interrupted(JmsErrors.of(cause)));
        if (level == EventLevel.ALL) {
            tellListener(JmsErrors.of(
                    ErrorCode.FAILOVER_INTERRUPTED, "the connection was interrupted: " + cause.getMessage(), cause));
        }
    }

    @Override
    public void resumed(Resumed resumed) {
        broken = false;
        onInterrupted.accept(false);
        tellObserver(known -> known.resumed(resumed));
        boolean moved = !resumed.from().equals(resumed.to());
        if (level == EventLevel.ALL || (level == EventLevel.SWITCH && moved)) {
            tellListener(JmsErrors.of(
                    ErrorCode.FAILOVER_RESUMED,
                    "the connection was resumed: from " + resumed.from() + " to " + resumed.to(),
                    null));
        }
    }

    @Override
    public void failed(CoreException cause) {
        broken = true;
        failure = cause;
        onFailed.run();
        untold.set(JmsErrors.of(cause));
        tellFailure();
    }

    @Override
    public void notice(CoreException what) {
        tellListener(JmsErrors.of(what));
    }

    @Override
    public void topology(List<String> nodes) {
        List<String> copy = List.copyOf(nodes);
        tellObserver(known -> known.topology(copy));
    }

    private void tellFailure() {
        if (listener == null || untold.get() == null) {
            return;
        }
        thread.execute(() -> {
            ExceptionListener known = listener;
            if (known == null || closed.get()) {
                return;
            }
            JMSException failure = untold.getAndSet(null);
            if (failure != null) {
                known.onException(failure);
            }
        });
    }

    private void tellListener(JMSException event) {
        thread.execute(() -> {
            ExceptionListener known = listener;
            if (known != null && !closed.get()) {
                known.onException(event);
            }
        });
    }

    private void tellObserver(Consumer<FailoverObserver> event) {
        FailoverObserver known = observer;
        if (known != null) {
            thread.execute(() -> event.accept(known));
        }
    }
}
