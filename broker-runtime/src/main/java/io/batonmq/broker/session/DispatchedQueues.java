package io.batonmq.broker.session;

import io.batonmq.store.SentQueues;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Of which queues a session's consumers were sent stored messages: as its row says it, and as far as that is durable (R9).
 * Confined to the broker loop.
 */
final class DispatchedQueues {
    /** More are not named in a row, which is written with each of the session's batches. */
    private static final int MOST_NAMED = 16;

    private SentQueues written = SentQueues.NONE;
    private SentQueues durable = SentQueues.NONE;

    void recover(SentQueues row) {
        written = row;
        durable = row;
    }

    /** What the row says from the last submitted unit on. */
    SentQueues written() {
        return written;
    }

    boolean isDurable(long queue) {
        return durable.all() || durable.numbers().contains(queue);
    }

    /**
     * Names a queue in the row; false = the row names it already. Where that makes too many, those that are not in use are
     * named no more.
     */
    boolean add(long queue, Supplier<Set<Long>> inUse) {
        if (written.all() || written.numbers().contains(queue)) {
            return false;
        }
        Set<Long> named = new HashSet<>(written.numbers());
        if (named.size() >= MOST_NAMED) {
            named.retainAll(inUse.get());
        }
        named.add(queue);
        written = named.size() > MOST_NAMED ? SentQueues.ALL : SentQueues.of(named);
        if (!written.all()) {
            Set<Long> kept = new HashSet<>(durable.numbers());
            kept.retainAll(named);
            durable = SentQueues.of(kept);
        }
        return true;
    }

    /** A row that says so is stored; one that another follows tells nothing. */
    void stored(SentQueues row) {
        if (row.equals(written)) {
            durable = row;
        }
    }
}
