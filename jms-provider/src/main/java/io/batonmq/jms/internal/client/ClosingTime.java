package io.batonmq.jms.internal.client;

import io.batonmq.jms.internal.core.Loop;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * How long closing may still wait while the connection is interrupted (R22): {@code jms.closeTimeout} from the first wait on,
 * once for one interruption, however many consumers, sessions and callbacks are closed one after the other. Any thread.
 */
final class ClosingTime {
    private final Loop clock;
    private final Duration limit;
    private final AtomicReference<@Nullable Long> began = new AtomicReference<>();

    ClosingTime(Loop clock, Duration limit) {
        this.clock = clock;
        this.limit = limit;
    }

    /** What is left; the first to ask in an interruption has all of it. */
    Duration left() {
        long now = clock.nanos();
        Long first = began.get();
        if (first == null) {
            began.compareAndSet(null, now);
            return limit;
        }
        Duration spent = Duration.ofNanos(now - first);
        return spent.compareTo(limit) < 0 ? limit.minus(spent) : Duration.ZERO;
    }

    /** The connection is back: the next interruption has its own time. */
    void resumed() {
        began.set(null);
    }
}
