package io.batonmq.sim;

import io.batonmq.store.Identity;
import io.batonmq.store.MessageKey;
import io.batonmq.store.MessageRow;
import io.batonmq.store.Position;
import io.batonmq.store.QueueRow;
import io.batonmq.store.SessionRow;
import io.batonmq.store.WriteBatch;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tells the ledger what happens to the rows of a model database. Confined to the simulation's thread. */
final class ModelWitness {
    private final Ledger ledger;

    ModelWitness(Ledger ledger) {
        this.ledger = ledger;
    }

    /** Before a batch is applied. */
    void before(WriteBatch batch, ModelState state) {
        ledger.counts.clearedVoid(batch, state.queues, state.sessions);
    }

    /** A new holder reads them. */
    void recovers(Collection<QueueRow> queues) {
        Map<Long, Position> marks = new HashMap<>();
        queues.forEach(row -> marks.put(row.number(), row.state().mark()));
        ledger.order.recovers(marks);
    }

    // ---- queues

    /** Where its messages are received, as the applications call it. */
    String line(QueueRow row) {
        Identity owner = row.owner();
        if (row.kind() != QueueRow.Kind.SUBSCRIPTION || owner == null) {
            return row.name();
        }
        return row.shared()
                ? SimLine.PLAIN + " " + row.name()
                : ledger.subscriptions.line(owner, Integer.parseInt(row.name()));
    }

    /** A row was put. */
    void put(@Nullable QueueRow before, QueueRow row) {
        if (before == null && SimLine.isPlain(line(row))) {
            ledger.subscriptions.made(line(row), row.number());
        }
    }

    /** A queue goes, or is gone. */
    void ends(@Nullable QueueRow before) {
        if (before == null || before.state().removed()) {
            return;
        }
        if (before.kind() == QueueRow.Kind.TEMPORARY_QUEUE) {
            ledger.temporaries.ended(before.name());
        } else if (SimLine.isPlain(line(before))) {
            ledger.subscriptions.removed(line(before), before.number());
        }
    }

    // ---- messages

    /** Messages come to be in queues; what is in each. */
    Set<Copy> stored(ModelState state, WriteBatch batch) {
        Set<Copy> all = new HashSet<>();
        for (MessageRow row : batch.insertMessages()) {
            ledger.counts.stored(row.queue(), row.position());
            all.add(Copy.of(state, row));
        }
        return all;
    }

    /**
     * Messages are deleted; those which somebody consumed.
     *
     * @param stored by the same batch
     */
    Set<Copy> deleted(ModelState state, WriteBatch batch, Collection<MessageRow> rows, Set<Copy> stored) {
        Set<Copy> consumed = new HashSet<>();
        for (MessageRow row : rows) {
            Copy copy = Copy.of(state, row);
            QueueRow queue = state.queues.get(row.queue());
            if (goesWithItsPlace(copy, new MessageKey(row.queue(), row.position()), queue, batch)) {
                continue; // though a dead letter of another place may look like this one's
            }
            if (isMoved(copy, queue, stored)) {
                ledger.died(copy);
            } else {
                consumed.add(copy);
                ledger.removed(copy);
            }
        }
        return consumed;
    }

    /** A dead letter of a subscription of a consumer's own names the topic only. */
    private static boolean isMoved(Copy copy, @Nullable QueueRow from, Set<Copy> stored) {
        return stored.contains(copy)
                || (from != null
                        && SimLine.isPlain(copy.line())
                        && stored.contains(new Copy(copy.uid(), from.shared() ? from.name() : SimLine.TOPIC.name())));
    }

    /** It is deleted because its plain subscription is. */
    private static boolean goesWithItsPlace(Copy copy, MessageKey key, @Nullable QueueRow queue, WriteBatch batch) {
        boolean goes = queue == null
                || queue.state().removed()
                || batch.deleteQueues().contains(key.queue())
                || batch.queueStates().stream()
                        .anyMatch(change ->
                                change.queue() == key.queue() && change.state().removed());
        return goes && SimLine.isPlain(copy.line());
    }

    // ---- sessions

    /** A session's client will be told that its claims are void, if the node says so and the row does. */
    void voided(WriteBatch meant, WriteBatch written) {
        Set<SessionRow.SessionKey> stored = new HashSet<>();
        written.putSessions().stream().filter(ModelWitness::isVoid).forEach(row -> stored.add(row.key()));
        for (SessionRow row : meant.putSessions()) {
            if (isVoid(row) && stored.contains(row.key())) {
                ledger.voided(row.key());
                ledger.counts.givenUp(row.dispatched());
            }
        }
    }

    private static boolean isVoid(SessionRow row) {
        return row.claimsVoid() || row.closedAtMillis() > 0;
    }
}
