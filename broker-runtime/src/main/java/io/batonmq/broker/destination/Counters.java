package io.batonmq.broker.destination;

/** Counts of what happened to messages under this holder. Confined to the broker loop. */
final class Counters {
    long published;
    long delivered;
    long acknowledged;
    long expired;
    long deadLettered;
    long dropped;

    DestinationsView.Totals totals() {
        return new DestinationsView.Totals(published, delivered, acknowledged, expired, deadLettered, dropped);
    }
}
