package io.batonmq.broker.session;

import io.batonmq.broker.destination.Destinations;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * R9 at a new holder: as long as anyone may still claim what the holder before handed out, nothing at or below the
 * handed-out marks is dispatched. Confined to the broker loop.
 */
final class TakeoverGrace {
    private final Destinations destinations;
    private final Set<Object> awaited = new LinkedHashSet<>();

    TakeoverGrace(Destinations destinations) {
        this.destinations = destinations;
    }

    /** Withholds until every one of these is settled. */
    void begin(Collection<?> awaitedOnes) {
        awaited.addAll(awaitedOnes);
        if (!awaited.isEmpty()) {
            destinations.withholdHandedOut(true);
        }
    }

    /** A session's claims are answered, void or ended, durably; or staged work that names messages is done. */
    void settled(Object one) {
        if (awaited.remove(one) && awaited.isEmpty()) {
            destinations.withholdHandedOut(false);
        }
    }
}
