package io.batonmq.store;

import java.util.Set;

/**
 * The queues and subscriptions of which a session's consumers were sent stored messages (R9). Immutable.
 *
 * @param all there are too many to name: it may be any
 * @param numbers of those that are named
 */
public record SentQueues(boolean all, Set<Long> numbers) {
    /** Nothing was ever sent. */
    public static final SentQueues NONE = new SentQueues(false, Set.of());
    /** It may be any. */
    public static final SentQueues ALL = new SentQueues(true, Set.of());

    public SentQueues {
        numbers = Set.copyOf(numbers);
    }

    /** Just these. */
    public static SentQueues of(Set<Long> numbers) {
        return numbers.isEmpty() ? NONE : new SentQueues(false, numbers);
    }

    /** Whether nothing was sent at all. */
    public boolean isNone() {
        return !all && numbers.isEmpty();
    }
}
