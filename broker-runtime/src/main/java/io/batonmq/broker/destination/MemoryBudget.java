package io.batonmq.broker.destination;

/** Bytes of messages in the node's memory, over all queues. Confined to the broker loop. */
final class MemoryBudget {
    private final long limit;
    private long used;

    MemoryBudget(long limit) {
        this.limit = limit;
    }

    boolean fits(long bytes) {
        return used + bytes <= limit;
    }

    long free() {
        return Math.max(0, limit - used);
    }

    long used() {
        return used;
    }

    void take(long bytes) {
        used += bytes;
    }

    void give(long bytes) {
        used -= bytes;
    }
}
