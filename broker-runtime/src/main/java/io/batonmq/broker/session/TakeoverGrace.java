package io.batonmq.broker.session;

import io.batonmq.broker.destination.Destinations;
import io.batonmq.broker.destination.Destinations.Kept;
import io.batonmq.broker.loop.Loop;
import io.batonmq.store.SentQueues;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * R9 at a new holder: as long as anyone may still claim what the holder before handed out of a queue, nothing of it at or
 * below its handed-out mark is dispatched; what is stored behind the mark waits too, for a shorter time, so that it doesn't
 * come before what is older (JMS 6.2.10.1). Confined to the broker loop.
 */
final class TakeoverGrace {
    private final Destinations destinations;
    private final Loop loop;
    private final Duration orderGrace;
    private final Map<Object, SentQueues> awaited = new LinkedHashMap<>();
    /** How many of those that name their queues name this one. */
    private final Map<Long, Integer> naming = new HashMap<>();
    /** Those that may claim of any queue. */
    private int ofAnyQueue;

    private Loop.@Nullable Timer orderEnds;

    TakeoverGrace(Destinations destinations, Loop loop, Duration orderGrace) {
        this.destinations = destinations;
        this.loop = loop;
        this.orderGrace = orderGrace;
    }

    /** Withholds, of the queues that each of these may claim of, until it is settled. */
    void begin(Map<?, SentQueues> mayClaim) {
        mayClaim.forEach((one, queues) -> {
            awaited.put(one, queues);
            ofAnyQueue += queues.all() ? 1 : 0;
            queues.numbers().forEach(queue -> naming.merge(queue, 1, Integer::sum));
        });
        destinations.releaseHandedOut(queue -> !mayBeClaimed(queue));
        if (awaited.isEmpty()) {
            return;
        }
        boolean inOrder = !orderGrace.isZero();
        destinations.withholdHandedOut(this::mayBeClaimed, inOrder ? Kept.ALL_STORED : Kept.HANDED_OUT);
        if (inOrder) {
            orderEnds = loop.schedule(
                    orderGrace, () -> destinations.withholdHandedOut(this::mayBeClaimed, Kept.HANDED_OUT));
        }
    }

    private boolean mayBeClaimed(long queue) {
        return ofAnyQueue > 0 || naming.containsKey(queue);
    }

    /** A session's claims are answered, void or ended, durably; or staged work that names messages is done. */
    void settled(Object one) {
        SentQueues queues = awaited.remove(one);
        if (queues == null) {
            return;
        }
        for (long queue : queues.numbers()) {
            if (naming.computeIfPresent(queue, (key, count) -> count == 1 ? null : count - 1) == null
                    && ofAnyQueue == 0) {
                destinations.releaseHandedOut(queue);
            }
        }
        if (queues.all() && --ofAnyQueue == 0) {
            destinations.releaseHandedOut(queue -> !mayBeClaimed(queue));
        }
        if (awaited.isEmpty()) {
            close();
        }
    }

    void close() {
        if (orderEnds != null) {
            orderEnds.cancel();
            orderEnds = null;
        }
    }
}
