package io.batonmq.jms.internal.client;

import io.batonmq.jms.internal.core.Call;
import io.batonmq.jms.internal.core.Loop;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Bounds the calls of one connection: one limit counts while it is connected, another while it is interrupted; each
 * change starts the other anew. Confined to the loop.
 */
final class OpenCalls {
    private final Loop loop;
    private final Set<Open> open = new HashSet<>();
    private boolean interrupted;

    OpenCalls(Loop loop) {
        this.loop = loop;
    }

    /**
     * How long a call may take, null = for ever.
     *
     * @param connected while the connection is connected
     * @param interrupted while it is not; asked when that begins
     */
    record Limits(@Nullable Duration connected, @Nullable Supplier<Duration> interrupted) {
        static final Limits NONE = new Limits(null, null);

        private @Nullable Duration now(boolean interruptedNow) {
            if (!interruptedNow) {
                return connected;
            }
            return interrupted == null ? null : interrupted.get();
        }
    }

    void watch(Call<?> call, Limits limits) {
        loop.assertInside();
        if (call.result().isDone() || (limits.connected() == null && limits.interrupted() == null)) {
            return;
        }
        Open entry = new Open(call, limits);
        open.add(entry);
        entry.arm();
        call.result().whenComplete((value, failure) -> {
            entry.disarm();
            open.remove(entry);
        });
    }

    void interrupted(boolean now) {
        loop.assertInside();
        interrupted = now;
        open.forEach(Open::arm);
    }

    /** One call with its timer. */
    private final class Open {
        private final Call<?> call;
        private final Limits limits;
        private Loop.@Nullable Timer timer;

        Open(Call<?> call, Limits limits) {
            this.call = call;
            this.limits = limits;
        }

        void arm() {
            disarm();
            Duration limit = limits.now(interrupted);
            if (limit != null) {
                String why = interrupted
                        ? "the connection was interrupted for longer than " + limit.toMillis() + " ms"
                        : "no answer within " + limit.toMillis() + " ms";
                timer = loop.schedule(limit, () -> call.withdraw(why));
            }
        }

        void disarm() {
            if (timer != null) {
                timer.cancel();
                timer = null;
            }
        }
    }
}
