package io.batonmq.broker.destination;

import io.batonmq.broker.writer.Unit;
import io.batonmq.broker.writer.Writer;
import io.batonmq.store.Position;
import io.batonmq.store.SentQueues;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * Keeps in mind, in the store, that somebody may have seen messages of which nobody will hear: silence is no answer, for this
 * holder and those to come (R10). Confined to the broker loop.
 */
final class Silences {
    /** Queues that are noted in one unit, so that no batch exceeds its bound (S1). */
    private static final int AT_ONCE = 500;

    private final Registry registry;
    private final Writer writer;
    /** Whether this was done of all queues that a holder before had; those made since are nobody's to be silent of. */
    private boolean allGivenUp;

    Silences(Registry registry, Writer writer) {
        this.registry = registry;
        this.writer = writer;
    }

    void giveUpUnheard(Unit unit, SentQueues queues) {
        for (long number : queues.numbers()) {
            MessageQueue queue = registry.queue(number);
            if (queue != null) {
                queue.mark().unheard(unit);
            }
        }
        if (queues.all() && !allGivenUp) {
            allGivenUp = true;
            giveUpUnheardOfAll();
        }
    }

    /** Units of their own, which are durable before what is submitted after them. */
    private void giveUpUnheardOfAll() {
        Unit part = new Unit();
        for (MessageQueue queue : registry.all()) {
            queue.mark().unheard(part);
            if (part.rows() == AT_ONCE) {
                writer.submit(part);
                part = new Unit();
            }
        }
        if (!part.isEmpty()) {
            writer.submit(part);
        }
    }

    void leaveInDoubt(Unit unit, Collection<QueuedEntry> entries) {
        Map<MessageQueue, Position> upTo = new HashMap<>();
        for (QueuedEntry entry : entries) {
            if (entry.stored && !entry.queue.isRemoved() && !entry.queue.isOfOneSession()) {
                upTo.merge(entry.queue, entry.position, (one, other) -> one.compareTo(other) > 0 ? one : other);
            }
        }
        upTo.forEach((queue, position) -> unit.raiseDoubt(queue.number(), position));
    }
}
