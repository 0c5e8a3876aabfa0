package io.batonmq.broker.session;

import io.batonmq.broker.destination.Destinations.Entry;
import io.batonmq.wire.DeliveryRef;

/** A message that a session was sent and has neither acknowledged nor given back. Confined to the broker loop. */
final class Delivery {
    private final Entry entry;
    private final int consumer;
    private boolean handedOut;

    /** Sent to a consumer; 0 = one that is closed. */
    Delivery(Entry entry, int consumer, boolean handedOut) {
        this.entry = entry;
        this.consumer = consumer;
        this.handedOut = handedOut;
    }

    Entry entry() {
        return entry;
    }

    DeliveryRef ref() {
        return entry.ref();
    }

    int consumer() {
        return consumer;
    }

    boolean handedOut() {
        return handedOut;
    }

    /** The application was given it (R10). */
    void announce() {
        handedOut = true;
    }
}
