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
    /** What a unit says that nothing but the database itself can refuse; it will be known to be stored. */
    private SentQueues onItsWay = SentQueues.NONE;

    void recover(SentQueues row) {
        written = row;
        durable = row;
        onItsWay = row;
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

    /**
     * Whether the row as it is needs a unit of its own; if so, the caller submits one. What rides with a command doesn't
     * count: the command may be refused for its data, and the row with it.
     */
    boolean needsUnit() {
        boolean needed = !onItsWay.equals(written);
        onItsWay = written;
        return needed;
    }

    /** A row that says so is stored; one that another follows tells nothing. */
    void stored(SentQueues row) {
        if (row.equals(written)) {
            durable = row;
        }
    }
}
