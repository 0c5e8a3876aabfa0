package io.batonmq.jms.internal.core;

import io.batonmq.jms.internal.core.Loop.Timer;
import io.batonmq.wire.DeliveryRef;
import io.batonmq.wire.Request.AckMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Acknowledgements that the application doesn't wait for: AUTO writes each before the next hand-out, within a window (R12);
 * DUPS_OK collects them. Confined to the loop.
 */
final class Acknowledgements {
    private static final int GROUP = 32;
    private static final Duration GROUP_PATIENCE = Duration.ofMillis(200);

    private final Core core;
    private final CommandLog log;
    private final AckMode mode;
    private final List<Held> pending = new ArrayList<>();
    private boolean scheduled;
    private @Nullable Timer timer;

    Acknowledgements(Core core, CommandLog log, AckMode mode) {
        this.core = core;
        this.log = log;
        this.mode = mode;
    }

    /**
     * The application is done with it. AUTO waits for the end of the loop's turn, so that the acknowledgement can announce
     * the hand-out that follows (R10).
     */
    void handled(Held held) {
        pending.add(held);
        if (mode == AckMode.AUTO || pending.size() >= GROUP) {
            if (!scheduled) {
                scheduled = true;
                core.loop().execute(() -> {
                    scheduled = false;
                    flush(null);
                });
            }
        } else if (timer == null) {
            timer = core.loop().schedule(GROUP_PATIENCE, () -> flush(null));
        }
    }

    /** Whether another message may be handed out as far as unconfirmed acknowledgements go (R12). */
    boolean admits() {
        return mode != AckMode.AUTO
                || log.unconfirmedAcks() + (pending.isEmpty() ? 0 : 1)
                        < Math.max(1, core.options().ackWindow());
    }

    /** Before a hand-out: writes what is due; true if that announces the hand-out. */
    boolean announces(DeliveryRef next) {
        if (mode != AckMode.AUTO || pending.isEmpty()) {
            return false;
        }
        flush(next);
        return true;
    }

    /** Writes what is collected. */
    void flush(@Nullable DeliveryRef next) {
        if (timer != null) {
            timer.cancel();
            timer = null;
        }
        if (!pending.isEmpty()) {
            List<Held> group = List.copyOf(pending);
            pending.clear();
            log.add(new Order.Acknowledge(group), null, next);
        }
    }

    List<Held> pending() {
        return List.copyOf(pending);
    }

    /** R11: what wasn't granted is not acknowledged; returns how many those are. */
    int keepOnly(Set<DeliveryRef> granted) {
        int before = pending.size();
        pending.removeIf(held -> !granted.contains(held.ref()));
        return before - pending.size();
    }
}
