package io.batonmq.jms.internal.core;

import io.batonmq.jms.internal.core.Loop.Timer;
import io.batonmq.wire.DeliveryRef;
import io.batonmq.wire.Request.AckMode;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
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
    private final Hands hands;
    private final List<Held> pending = new ArrayList<>();
    /** Written acknowledgements that concern the store, oldest first; what has left the log is confirmed. */
    private final Deque<Kept> unconfirmed = new ArrayDeque<>();

    private boolean scheduled;
    private @Nullable Timer timer;

    Acknowledgements(Core core, CommandLog log, AckMode mode, Hands hands) {
        this.core = core;
        this.log = log;
        this.mode = mode;
        this.hands = hands;
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
                || unconfirmed() + (pending.isEmpty() ? 0 : 1)
                        < Math.max(1, core.options().ackWindow());
    }

    private int unconfirmed() {
        for (Kept first = unconfirmed.peek(); first != null && !log.holds(first); first = unconfirmed.peek()) {
            unconfirmed.remove();
        }
        return unconfirmed.size();
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
            write(group, next);
        }
    }

    /** Acknowledges these, and waits for room until that is confirmed. */
    void write(List<Held> group, @Nullable DeliveryRef next) {
        List<List<Held>> parts = Held.parts(group); // many may have expired in one turn
        int last = parts.size() - 1;
        parts.subList(0, last).forEach(part -> writePart(part, null));
        writePart(parts.get(last), next);
    }

    private void writePart(List<Held> part, @Nullable DeliveryRef next) {
        Order.Acknowledge order = new Order.Acknowledge(part);
        Kept kept = hands.say(order, null, next);
        if (mode == AckMode.AUTO && order.stored()) {
            unconfirmed.add(kept);
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
