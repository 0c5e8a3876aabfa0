package io.batonmq.broker.session;

import io.batonmq.broker.destination.Destinations;
import io.batonmq.broker.destination.Destinations.Entry;
import io.batonmq.broker.writer.Unit;
import io.batonmq.wire.DeliveryRef;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a session was sent and has neither acknowledged nor given back, and how it goes back. Confined to the broker loop. */
final class HeldDeliveries {
    private static final Logger log = LoggerFactory.getLogger(HeldDeliveries.class);
    private static final int MOST_COUNTED_AT_ONCE = 500;

    private final Session session;
    private final Map<DeliveryRef, Delivery> deliveries = new LinkedHashMap<>();
    private int givingBack;
    private boolean toldFull;

    HeldDeliveries(Session session) {
        this.session = session;
    }

    /** Whether the session may be sent more: nothing of it is on its way back, and it has room. */
    boolean takesMore() {
        return givingBack == 0 && !isFull();
    }

    void add(Delivery delivery) {
        deliveries.put(delivery.ref(), delivery);
        if (isFull() && !toldFull) {
            toldFull = true;
            log.warn(
                    "session {} of connection {} has {} unacknowledged messages (maxUnacknowledged): it is sent no more"
                            + " until it acknowledges, commits or rolls back",
                    session.number(),
                    session.connection().id(),
                    deliveries.size());
        }
    }

    private boolean isFull() {
        return deliveries.size()
                >= session.connection().holding().settings().limits().unacknowledged();
    }

    @Nullable
    Delivery find(DeliveryRef ref) {
        return deliveries.get(ref);
    }

    @Nullable
    Delivery take(DeliveryRef ref) {
        boolean full = isFull();
        Delivery taken = deliveries.remove(ref);
        if (full && !isFull()) {
            session.connection()
                    .holding()
                    .loop()
                    .execute(() -> session.connection().wakeConsumers(session));
        }
        return taken;
    }

    boolean isEmpty() {
        return deliveries.isEmpty();
    }

    List<Delivery> all() {
        return new ArrayList<>(deliveries.values());
    }

    /** The application was given it (R10). */
    void announce(@Nullable DeliveryRef ref) {
        Delivery delivery = ref == null ? null : deliveries.get(ref);
        if (delivery != null) {
            delivery.announce();
        }
    }

    /**
     * Gives back with the unit: counted what was handed out, as it was what wasn't (R3, R10). The session's own consumers
     * wait until all of it is back, so that it comes again in its old order (C85).
     */
    void giveBack(Unit unit, List<Delivery> going) {
        if (going.isEmpty()) {
            return;
        }
        going.forEach(delivery -> deliveries.remove(delivery.ref()));
        unit.whenDurable((epoch, batch) -> givingBack++);
        giveBack(unit, List.copyOf(going), 0);
    }

    /** The same, and nothing else goes to the session before: it was sent first, and never arrived. */
    void giveBackFirst(Unit unit, List<Delivery> going) {
        if (going.isEmpty()) {
            return;
        }
        givingBack++;
        giveBack(unit, going);
        unit.whenDurable((epoch, batch) -> gaveBack());
    }

    /** The database refused to count them (S7): they go back with the unit all the same. */
    void giveBackUncounted(Unit unit, List<Delivery> going) {
        Destinations destinations = session.connection().holding().destinations();
        going.forEach(delivery -> deliveries.remove(delivery.ref()));
        leaveInDoubt(unit, going, true);
        unit.whenDurable((epoch, batch) -> {
            for (Delivery delivery : going) {
                if (delivery.handedOut()) {
                    destinations.countRefused(delivery.entry(), delivery.entry().deliveryCount());
                }
            }
            destinations.giveBack(going.stream().map(Delivery::entry).toList());
            session.connection().wakeConsumers(session);
        });
    }

    /**
     * A long list takes several units, each after the one before, so that no batch exceeds its bound (S1); all of it goes
     * back when the last is durable.
     */
    private void giveBack(Unit unit, List<Delivery> going, int from) {
        Destinations destinations = session.connection().holding().destinations();
        int next = from;
        for (int counted = 0; next < going.size() && counted < MOST_COUNTED_AT_ONCE; next++) {
            Delivery delivery = going.get(next);
            if (delivery.handedOut()) {
                counted++;
                destinations.countDelivery(
                        unit, delivery.entry(), delivery.entry().deliveryCount());
            }
        }
        int to = next;
        if (from == 0) {
            leaveInDoubt(unit, going.subList(to, going.size()), true); // if the holder dies before they are counted
        }
        if (to == going.size()) {
            List<Entry> entries = going.stream().map(Delivery::entry).toList();
            unit.whenDurable((epoch, batch) -> {
                destinations.giveBack(entries);
                gaveBack();
            });
        } else {
            unit.whenDurable((epoch, batch) -> {
                Unit rest = new Unit();
                giveBack(rest, going, to);
                session.connection().holding().writer().submit(rest);
            });
        }
    }

    private void gaveBack() {
        givingBack--;
        if (givingBack == 0) {
            session.connection().wakeConsumers(session);
        }
    }

    void giveBackAll(Unit unit) {
        giveBack(unit, all());
    }

    /** The client isn't there: it may have handed these out and not have come to say so (R10). */
    void leaveUnannouncedInDoubt(Unit unit) {
        leaveInDoubt(unit, deliveries.values(), false);
    }

    private void leaveInDoubt(Unit unit, Collection<Delivery> of, boolean handedOut) {
        List<Entry> entries = of.stream()
                .filter(delivery -> delivery.handedOut() == handedOut)
                .map(Delivery::entry)
                .toList();
        session.connection().holding().destinations().leaveInDoubt(unit, entries);
    }

    /** A consumer closed: what the application never saw goes back at once; the rest stays the session's (C85). */
    void releaseUnseen(int consumer) {
        List<Entry> unseen = new ArrayList<>();
        for (Delivery delivery : all()) {
            if (delivery.consumer() == consumer && !delivery.handedOut()) {
                deliveries.remove(delivery.ref());
                unseen.add(delivery.entry());
            }
        }
        givingBack++;
        session.connection().holding().destinations().giveBack(unseen);
        gaveBack();
    }
}
