package io.batonmq.broker.destination;

/** Bytes of messages in the node's memory, over all queues. Confined to the broker loop. */
final class MemoryBudget {
    private final long limit;
    private final Iterable<Runnable> savings;
    private long used;

    /**
     * For so many bytes.
     *
     * @param savings each gives back memory of messages that the store has as well
     */
    MemoryBudget(long limit, Iterable<Runnable> savings) {
        this.limit = limit;
        this.savings = savings;
    }

    boolean fits(long bytes) {
        return used + bytes <= limit;
    }

    /** Whether they fit, once messages that the store has as well have left memory as far as it takes. */
    boolean makeRoom(long bytes) {
        if (fits(bytes)) {
            return true;
        }
        for (Runnable saving : savings) {
            saving.run();
            if (fits(bytes)) {
                return true;
            }
        }
        return false;
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
