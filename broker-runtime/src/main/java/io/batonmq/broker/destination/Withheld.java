package io.batonmq.broker.destination;

import io.batonmq.broker.destination.Destinations.Kept;
import io.batonmq.store.MessageStore.LevelHead;
import io.batonmq.store.Position;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What of a queue is kept back after a takeover for those who may claim it, and for the order (R9, JMS 6.2.10.1). Confined to
 * the broker loop.
 */
final class Withheld {
    /** NOTHING → ALL_STORED → HANDED_OUT → NOTHING, steps left out where there is nothing to keep; once for each holder. */
    private @Nullable Kept kept;

    private final MessageQueue queue;
    private boolean begun;

    Withheld(MessageQueue queue) {
        this.queue = queue;
    }

    boolean isNothing() {
        return kept == null;
    }

    /** Whether a stored message at this position is kept back. */
    boolean covers(Position position) {
        return kept == Kept.ALL_STORED || mayBeClaimed(position);
    }

    private boolean mayBeClaimed(Position position) {
        return kept != null && queue.mark().recoveredCovers(position);
    }

    /** Where in the store reading for dispatch starts (L12). */
    Position readFrom(Position head) {
        Position behindMark = Level.after(queue.mark().recovered());
        return kept == Kept.HANDED_OUT && behindMark.compareTo(head) > 0 ? behindMark : head;
    }

    void withhold(Kept now) {
        boolean lower = kept == Kept.ALL_STORED && now == Kept.HANDED_OUT;
        boolean handedOut = !queue.mark().recovered().equals(Position.FIRST);
        boolean first = !begun && handedOut && queue.entries().storedMessages() > 0;
        begun = true;
        if (lower || first) {
            become(now);
        }
    }

    void release() {
        if (kept != null) {
            become(null);
        }
    }

    private void become(@Nullable Kept next) {
        kept = next;
        queue.placing().startAnew();
    }

    /**
     * What stands first on each level, as it was read: true = there are messages that may be claimed, for which all others
     * have to wait. If there are none, nothing is kept back any more.
     */
    boolean keepsAll(List<LevelHead> heads) {
        if (kept != Kept.ALL_STORED) {
            return false;
        }
        if (heads.stream().noneMatch(head -> mayBeClaimed(head.first()))) {
            kept = null;
        }
        return kept != null;
    }
}
