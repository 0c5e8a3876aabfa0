package io.batonmq.jms.internal.core;

import io.batonmq.jms.internal.core.Loop.Timer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The close of a connection, and how long it may still wait while INTERRUPTED (R22). Confined to the loop. */
final class Closing {
    private final Core core;
    private final Runnable giveUp;
    private @Nullable CoreCall<Void> call;
    private @Nullable Timer timer;
    private Duration left = Duration.ZERO;
    private long since;

    Closing(Core core, Runnable giveUp) {
        this.core = core;
        this.giveUp = giveUp;
    }

    boolean begun() {
        return call != null;
    }

    /** The call, the same for all who close. */
    Call<Void> begin(Duration limit) {
        CoreCall<Void> now = call;
        if (now == null) {
            left = limit;
            now = core.calls().close();
            call = now;
        }
        return now;
    }

    void interrupted() {
        if (begun() && timer == null) {
            since = core.loop().nanos();
            timer = core.loop().schedule(left, giveUp);
        }
    }

    void resumed() {
        if (timer != null) {
            timer.cancel();
            timer = null;
            Duration spent = Duration.ofNanos(core.loop().nanos() - since);
            left = spent.compareTo(left) < 0 ? left.minus(spent) : Duration.ZERO;
        }
    }

    void over() {
        if (timer != null) {
            timer.cancel();
            timer = null;
        }
    }
}
