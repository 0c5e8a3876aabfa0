package io.batonmq.jms.internal.core;

import io.batonmq.wire.ErrorCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** All calls of a connection that have not ended, oldest first, each with its bound while INTERRUPTED. Confined to the loop. */
final class Calls {
    private final Loop loop;
    private final Effects effects;
    private final @Nullable Duration failoverTimeout;
    private final Set<CoreCall<?>> open = new LinkedHashSet<>();
    private final Set<CoreCall<Void>> closes = new LinkedHashSet<>();
    private boolean interrupted;

    Calls(Loop loop, Effects effects, @Nullable Duration failoverTimeout) {
        this.loop = loop;
        this.effects = effects;
        this.failoverTimeout = failoverTimeout;
    }

    Loop loop() {
        return loop;
    }

    /** A call that waits no longer than the failover timeout while the connection is interrupted. */
    <T> CoreCall<T> bounded() {
        return track(new CoreCall<>(this, true));
    }

    /** A call that waits as long as its caller does. */
    <T> CoreCall<T> unbounded() {
        return track(new CoreCall<>(this, false));
    }

    /** The close of something: it never fails, and ends after all calls that it ends. */
    CoreCall<Void> close() {
        CoreCall<Void> call = new CoreCall<>(this, false);
        closes.add(call);
        return call;
    }

    <T> CoreCall<T> failed(CoreException cause) {
        CoreCall<T> call = unbounded();
        call.fail(cause);
        return call;
    }

    <T> CoreCall<T> completed(@Nullable T value) {
        CoreCall<T> call = unbounded();
        call.complete(value);
        return call;
    }

    private <T> CoreCall<T> track(CoreCall<T> call) {
        open.add(call);
        if (interrupted) {
            bound(call);
        }
        return call;
    }

    void ended(CoreCall<?> call, Runnable effect) {
        open.remove(call);
        closes.remove(call);
        effects.add(effect);
    }

    void interrupted() {
        interrupted = true;
        open.forEach(this::bound);
    }

    void resumed() {
        interrupted = false;
        open.forEach(call -> call.timer(null));
    }

    private void bound(CoreCall<?> call) {
        Duration limit = failoverTimeout;
        if (call.bounded() && limit != null) {
            call.timer(loop.schedule(
                    limit, () -> call.withdraw("no node could be reached for " + limit.toMillis() + " ms")));
        }
    }

    /** Ends all, in order: with OUTCOME_UNKNOWN what may have happened, with the cause what certainly hasn't (R22). */
    void endAll(CoreException cause) {
        for (CoreCall<?> call : new ArrayList<>(open)) {
            if (!call.ended()) {
                CoreException truth = call.truth(Failures.text(cause));
                call.fail(truth.code() == ErrorCode.CALL_TIMEOUT ? cause : truth);
            }
        }
        new ArrayList<>(closes).forEach(call -> call.complete(null));
    }
}
