package io.batonmq.jms.internal.core;

import io.batonmq.wire.DeliveryRef;
import io.batonmq.wire.Resumption.Claim;
import io.batonmq.wire.WireLimits;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/**
 * A delivery that a session holds, as it claims it after a failover. Immutable.
 *
 * @param ref names it
 * @param consumer to which it was delivered
 * @param deliveryCount with which it was delivered
 * @param handedOut whether the application was given it; false: it waits in a buffer, or had expired
 */
record Held(DeliveryRef ref, int consumer, int deliveryCount, boolean handedOut) {

    static List<DeliveryRef> refs(Collection<Held> deliveries) {
        List<DeliveryRef> refs = new ArrayList<>(deliveries.size());
        deliveries.forEach(held -> refs.add(held.ref));
        return refs;
    }

    static List<Held> among(Collection<Held> deliveries, Set<DeliveryRef> granted) {
        return deliveries.stream().filter(held -> granted.contains(held.ref)).toList();
    }

    /** In parts, of which a frame takes each (WireLimits.REFERENCES); one empty part if there are none. */
    static List<List<Held>> parts(List<Held> all) {
        List<List<Held>> parts = new ArrayList<>();
        int at = 0;
        for (; all.size() - at > WireLimits.REFERENCES; at += WireLimits.REFERENCES) {
            parts.add(List.copyOf(all.subList(at, at + WireLimits.REFERENCES)));
        }
        parts.add(List.copyOf(all.subList(at, all.size())));
        return parts;
    }

    Claim claim(boolean consumerOpen) {
        return new Claim(ref, consumerOpen ? consumer : 0, handedOut, deliveryCount);
    }
}
