package io.batonmq.broker.writer;

import io.batonmq.broker.writer.Unit.Effect;
import io.batonmq.store.ConnectionRow;
import io.batonmq.store.ContentRow;
import io.batonmq.store.DeliveryRow;
import io.batonmq.store.Identity;
import io.batonmq.store.LeaseTerm;
import io.batonmq.store.MessageKey;
import io.batonmq.store.MessageRow;
import io.batonmq.store.Position;
import io.batonmq.store.QueueRow;
import io.batonmq.store.RefusalRow;
import io.batonmq.store.SessionRow;
import io.batonmq.store.SessionRow.SessionKey;
import io.batonmq.store.StageRow;
import io.batonmq.store.StagedItem;
import io.batonmq.store.WriteBatch;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Folds the effects of units, in order, to at most one net effect per row (S4). Made for one batch and thrown away.
 * Confined to the broker loop.
 *
 * <p>Where two effects on one row can't become one (a row deleted and put again), {@link #accepts} says no and the batch
 * ends before that unit.
 */
final class Fold {
    private final QueueStates states;

    private final Map<MessageKey, MessageRow> inserts = new LinkedHashMap<>();
    private final Set<MessageKey> deletes = new LinkedHashSet<>();
    private final Map<MessageKey, DeliveryRow> deliveries = new LinkedHashMap<>();
    private final Map<Position, List<ContentRow>> content = new LinkedHashMap<>();
    private final Map<Position, WriteBatch.ChunkRange> chunkDeletes = new LinkedHashMap<>();
    private final Map<Long, QueueRow> queuePuts = new LinkedHashMap<>();
    private final Set<Long> queuesTouched = new LinkedHashSet<>();
    private final Set<Long> queueDeletes = new LinkedHashSet<>();
    private final Map<Identity, ConnectionRow> connectionPuts = new LinkedHashMap<>();
    private final Set<Identity> connectionDeletes = new LinkedHashSet<>();
    private final Map<SessionKey, SessionRow> sessionPuts = new LinkedHashMap<>();
    private final Set<SessionKey> sessionDeletes = new LinkedHashSet<>();
    private final Map<SessionKey, Map<Long, RefusalRow>> refusals = new LinkedHashMap<>();
    private final Map<SessionKey, Long> prunes = new LinkedHashMap<>();
    private final Map<Position, StageRow> stagePuts = new LinkedHashMap<>();
    private final Set<Position> stageDeletes = new LinkedHashSet<>();
    private final List<StagedItem> staged = new ArrayList<>();
    private final Set<Position> stagedInto = new LinkedHashSet<>();
    private final List<WriteBatch.StagedRange> stagedDeletes = new ArrayList<>();

    Fold(QueueStates states) {
        this.states = states;
    }

    /** Whether the unit can still be folded into this batch. */
    boolean accepts(Unit unit) {
        for (Effect effect : unit.effects()) {
            if (clashes(effect)) {
                return false;
            }
        }
        return true;
    }

    private boolean clashes(Effect effect) {
        if (effect instanceof Effect.PutConnection put) {
            return connectionDeletes.contains(put.row().id());
        }
        if (effect instanceof Effect.PutSession put) {
            return sessionDeletes.contains(put.row().key())
                    || connectionDeletes.contains(put.row().connection());
        }
        if (effect instanceof Effect.InsertRefusal insert) {
            SessionKey key = insert.row().session();
            Map<Long, RefusalRow> there = refusals.get(key);
            return sessionDeletes.contains(key)
                    || connectionDeletes.contains(key.connection())
                    || (there != null && there.containsKey(insert.row().number()));
        }
        if (effect instanceof Effect.InsertContent insert) {
            return chunkDeletes.containsKey(insert.row().content());
        }
        if (effect instanceof Effect.DeleteChunks delete) {
            Position of = delete.range().content();
            return content.containsKey(of) || chunkDeletes.containsKey(of);
        }
        if (effect instanceof Effect.PutStage put) {
            return stageDeletes.contains(put.row().stage());
        }
        if (effect instanceof Effect.DeleteStage delete) {
            return stagePuts.containsKey(delete.stage()) || stagedInto.contains(delete.stage());
        }
        if (effect instanceof Effect.DeleteStaged delete) {
            return stagedInto.contains(delete.range().stage());
        }
        if (effect instanceof Effect.DeleteQueue delete) {
            return queuePuts.containsKey(delete.queue());
        }
        return false;
    }

    /** Adds a unit that {@link #accepts} accepted. */
    void add(Unit unit) {
        for (Effect effect : unit.effects()) {
            if (!addMessage(effect) && !addQueue(effect) && !addSession(effect)) {
                addStage(effect);
            }
        }
    }

    private boolean addMessage(Effect effect) {
        if (effect instanceof Effect.Insert insert) {
            MessageRow row = insert.row();
            inserts.put(new MessageKey(row.queue(), row.position()), row);
            states.added(row.queue(), row.size());
            queuesTouched.add(row.queue());
        } else if (effect instanceof Effect.Delete delete) {
            MessageKey key = delete.key();
            deliveries.remove(key);
            if (inserts.remove(key) == null) {
                deletes.add(key);
            }
            states.removed(key.queue(), delete.size());
            queuesTouched.add(key.queue());
        } else if (effect instanceof Effect.Delivery delivery) {
            DeliveryRow row = delivery.row();
            MessageRow made = inserts.get(row.key());
            if (made == null) {
                deliveries.put(row.key(), row);
            } else {
                inserts.put(row.key(), made.withDelivery(row.deliveryCount(), row.availableAtMillis()));
            }
        } else if (effect instanceof Effect.InsertContent insert) {
            content.computeIfAbsent(insert.row().content(), c -> new ArrayList<>())
                    .add(insert.row());
        } else if (effect instanceof Effect.DeleteChunks delete) {
            chunkDeletes.put(delete.range().content(), delete.range());
        } else {
            return false;
        }
        return true;
    }

    private boolean addQueue(Effect effect) {
        if (effect instanceof Effect.PutQueue put) {
            long number = put.row().number();
            states.define(number, put.row().state());
            queuePuts.put(number, put.row());
        } else if (effect instanceof Effect.RaiseMark raise) {
            states.raiseMark(raise.queue(), raise.mark());
            queuesTouched.add(raise.queue());
        } else if (effect instanceof Effect.RaiseDoubt raise) {
            states.raiseDoubt(raise.queue(), raise.doubt());
            queuesTouched.add(raise.queue());
        } else if (effect instanceof Effect.RaiseHead raise) {
            states.raiseHead(raise.queue(), raise.head());
            queuesTouched.add(raise.queue());
        } else if (effect instanceof Effect.RemoveQueue remove) {
            states.remove(remove.queue());
            queuesTouched.add(remove.queue());
        } else if (effect instanceof Effect.DeleteQueue delete) {
            states.forget(delete.queue());
            queuesTouched.remove(delete.queue());
            queueDeletes.add(delete.queue());
        } else {
            return false;
        }
        return true;
    }

    private boolean addSession(Effect effect) {
        if (effect instanceof Effect.PutConnection put) {
            connectionPuts.put(put.row().id(), put.row());
        } else if (effect instanceof Effect.DeleteConnection delete) {
            Identity id = delete.connection();
            connectionPuts.remove(id);
            sessionPuts.keySet().removeIf(key -> key.connection().equals(id));
            sessionDeletes.removeIf(key -> key.connection().equals(id));
            refusals.keySet().removeIf(key -> key.connection().equals(id));
            prunes.keySet().removeIf(key -> key.connection().equals(id));
            connectionDeletes.add(id);
        } else if (effect instanceof Effect.PutSession put) {
            sessionPuts.put(put.row().key(), put.row());
        } else if (effect instanceof Effect.DeleteSession delete) {
            sessionPuts.remove(delete.key());
            refusals.remove(delete.key());
            prunes.remove(delete.key());
            if (!connectionDeletes.contains(delete.key().connection())) {
                sessionDeletes.add(delete.key());
            }
        } else if (effect instanceof Effect.InsertRefusal insert) {
            refusals.computeIfAbsent(insert.row().session(), k -> new LinkedHashMap<>())
                    .put(insert.row().number(), insert.row());
        } else if (effect instanceof Effect.PruneRefusals prune) {
            SessionKey key = prune.prune().session();
            Map<Long, RefusalRow> made = refusals.get(key);
            if (made != null) {
                made.keySet().removeIf(number -> number <= prune.prune().upTo());
            }
            if (!sessionDeletes.contains(key) && !connectionDeletes.contains(key.connection())) {
                prunes.merge(key, prune.prune().upTo(), Math::max);
            }
        } else {
            return false;
        }
        return true;
    }

    private void addStage(Effect effect) {
        if (effect instanceof Effect.PutStage put) {
            stagePuts.put(put.row().stage(), put.row());
        } else if (effect instanceof Effect.InsertStaged insert) {
            staged.add(insert.item());
            stagedInto.add(insert.item().stage());
        } else if (effect instanceof Effect.DeleteStaged delete) {
            stagedDeletes.add(delete.range());
        } else if (effect instanceof Effect.DeleteStage delete) {
            stageDeletes.add(delete.stage());
        } else {
            throw new IllegalStateException("effect without a place in the batch: " + effect);
        }
    }

    /** The batch. */
    WriteBatch batch(
            LeaseTerm term, long number, long after, long pruneBatchesBelow, WriteBatch.@Nullable Release release) {
        List<QueueRow> puts = new ArrayList<>(queuePuts.size());
        for (QueueRow row : queuePuts.values()) {
            puts.add(row.withState(states.of(row.number())));
        }
        List<WriteBatch.QueueChange> changes = new ArrayList<>(queuesTouched.size());
        for (Long queue : queuesTouched) {
            if (!queuePuts.containsKey(queue)) {
                changes.add(new WriteBatch.QueueChange(queue, states.of(queue)));
            }
        }
        List<RefusalRow> refused = new ArrayList<>();
        refusals.values().forEach(rows -> refused.addAll(rows.values()));
        List<WriteBatch.RefusalPrune> pruned = new ArrayList<>(prunes.size());
        prunes.forEach((key, upTo) -> pruned.add(new WriteBatch.RefusalPrune(key, upTo)));
        List<ContentRow> chunks = new ArrayList<>();
        content.values().forEach(chunks::addAll);
        return new WriteBatch(
                term,
                number,
                after,
                List.copyOf(inserts.values()),
                List.copyOf(deletes),
                List.copyOf(deliveries.values()),
                chunks,
                List.copyOf(chunkDeletes.values()),
                puts,
                changes,
                List.copyOf(queueDeletes),
                List.copyOf(connectionPuts.values()),
                List.copyOf(connectionDeletes),
                List.copyOf(sessionPuts.values()),
                List.copyOf(sessionDeletes),
                refused,
                pruned,
                List.copyOf(stagePuts.values()),
                List.copyOf(staged),
                List.copyOf(stagedDeletes),
                List.copyOf(stageDeletes),
                pruneBatchesBelow,
                release);
    }
}
