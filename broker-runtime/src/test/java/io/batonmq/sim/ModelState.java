package io.batonmq.sim;

import io.batonmq.store.BatchResult;
import io.batonmq.store.ConnectionRow;
import io.batonmq.store.ContentRow;
import io.batonmq.store.DeliveryRow;
import io.batonmq.store.Folding;
import io.batonmq.store.Identity;
import io.batonmq.store.LeaseRow;
import io.batonmq.store.LeaseTerm;
import io.batonmq.store.MessageKey;
import io.batonmq.store.MessageRow;
import io.batonmq.store.NodeRow;
import io.batonmq.store.Position;
import io.batonmq.store.QueueRow;
import io.batonmq.store.RefusalRow;
import io.batonmq.store.SessionRow;
import io.batonmq.store.StageRow;
import io.batonmq.store.StagedItem;
import io.batonmq.store.StoreException;
import io.batonmq.store.WriteBatch;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one lease in a model database: what {@link WriteBatch} and the lease statements do to them, one statement at
 * a time. Copied whole where the simulation needs a replica or a backup. Confined to the simulation's thread.
 */
final class ModelState {
    /** The lease row. */
    static final class Lease {
        /** Its key; a model database has one lease, others are empty. */
        @Nullable
        String name;

        @Nullable
        String holder;

        @Nullable
        Identity incarnation;

        long epoch;
        long renewals;
        long expiresAt;
        /** Batches of the epoch below this number count as there, though their rows are gone. */
        long prunedBelow;

        @Nullable
        String advertise;

        @Nullable
        String successor;

        Lease copy() {
            Lease copy = new Lease();
            copy.holder = holder;
            copy.incarnation = incarnation;
            copy.epoch = epoch;
            copy.renewals = renewals;
            copy.expiresAt = expiresAt;
            copy.prunedBelow = prunedBelow;
            copy.name = name;
            copy.advertise = advertise;
            copy.successor = successor;
            return copy;
        }
    }

    /** Where a message stands in its queue. */
    record Place(int level, Position position) implements Comparable<Place> {
        @Override
        public int compareTo(Place other) {
            int byLevel = Integer.compare(level, other.level);
            return byLevel != 0 ? byLevel : position.compareTo(other.position);
        }
    }

    /** A batch row's key. */
    record BatchKey(long epoch, long number) {}

    /** A node row and when it was written. */
    record Seen(NodeRow row, long at) {}

    final Lease lease;
    final Set<BatchKey> batches;
    final Map<Long, TreeMap<Place, MessageRow>> messages;
    final Map<MessageKey, Place> places;
    final Map<Position, TreeMap<Integer, ContentRow>> content;
    final TreeMap<Long, QueueRow> queues;
    final Map<Identity, ConnectionRow> connections;
    final Map<SessionRow.SessionKey, SessionRow> sessions;
    final Map<SessionRow.SessionKey, TreeMap<Long, RefusalRow>> refusals;
    final TreeMap<Position, StageRow> stages;
    final Map<Position, TreeMap<Long, StagedItem>> staged;
    final Map<String, Seen> nodes;
    /** For the ledger: how often a message with this uid was removed. Part of the state, so that it goes back with it. */
    final Map<Copy, Integer> consumed;

    private @Nullable ModelWitness witness;

    ModelState() {
        lease = new Lease();
        batches = new HashSet<>();
        messages = new HashMap<>();
        places = new HashMap<>();
        content = new HashMap<>();
        queues = new TreeMap<>();
        connections = new LinkedHashMap<>();
        sessions = new LinkedHashMap<>();
        refusals = new HashMap<>();
        stages = new TreeMap<>();
        staged = new HashMap<>();
        nodes = new LinkedHashMap<>();
        consumed = new HashMap<>();
    }

    void watchedBy(Ledger watcher) {
        witness = new ModelWitness(watcher);
    }

    private ModelState(ModelState from) {
        lease = from.lease.copy();
        batches = new HashSet<>(from.batches);
        messages = new HashMap<>();
        from.messages.forEach((queue, rows) -> messages.put(queue, new TreeMap<>(rows)));
        places = new HashMap<>(from.places);
        content = new HashMap<>();
        from.content.forEach((id, chunks) -> content.put(id, new TreeMap<>(chunks)));
        queues = new TreeMap<>(from.queues);
        connections = new LinkedHashMap<>(from.connections);
        sessions = new LinkedHashMap<>(from.sessions);
        refusals = new HashMap<>();
        from.refusals.forEach((key, rows) -> refusals.put(key, new TreeMap<>(rows)));
        stages = new TreeMap<>(from.stages);
        staged = new HashMap<>();
        from.staged.forEach((stage, items) -> staged.put(stage, new TreeMap<>(items)));
        nodes = new LinkedHashMap<>(from.nodes);
        consumed = new HashMap<>(from.consumed);
        witness = from.witness;
    }

    ModelState copy() {
        return new ModelState(this);
    }

    /** For trying out what a statement would do. */
    ModelState unwatchedCopy() {
        ModelState copy = new ModelState(this);
        copy.witness = null;
        return copy;
    }

    /** The rows of a lease. */
    ModelState of(String leaseName) {
        if (lease.name == null) {
            lease.name = leaseName;
        }
        return lease.name.equals(leaseName) ? this : new ModelState();
    }

    /** The fence: the row names the whole term (S2, L3). */
    boolean isHeldBy(LeaseTerm term) {
        return lease.epoch == term.epoch()
                && term.leaseName().equals(lease.name)
                && term.nodeId().equals(lease.holder)
                && term.incarnation().equals(lease.incarnation);
    }

    LeaseRow leaseRow(String name, Identity cluster, long now, long activationMillis) {
        long left = Math.min(lease.expiresAt - now, activationMillis);
        return new LeaseRow(
                name,
                cluster,
                lease.holder,
                lease.incarnation,
                lease.epoch,
                lease.renewals,
                left,
                lease.advertise,
                lease.successor,
                now);
    }

    /**
     * The batch statement: fence, compare-and-set, every member with its count; all or nothing.
     *
     * @param saboteur may leave the fence (S2) or compare-and-set (S5) out, and bend what is written
     */
    BatchResult write(WriteBatch sent, Saboteur saboteur, long now) {
        WriteBatch batch = saboteur.written(sent);
        boolean compared = saboteur.compared();
        if (saboteur.fenced() && !isHeldBy(batch.term())) {
            return new BatchResult.Fenced();
        }
        BatchKey key = new BatchKey(batch.term().epoch(), batch.number());
        if (compared && (batches.contains(key) || key.number() < lease.prunedBelow)) {
            return new BatchResult.AlreadyThere();
        }
        Optional<String> unfolded = Folding.violation(batch);
        if (unfolded.isPresent()) {
            return new BatchResult.Mismatch(unfolded.get());
        }
        boolean follows = batch.after() == 0 || batches.contains(new BatchKey(key.epoch(), batch.after()));
        if (compared && saboteur.fenced() && !follows) {
            return new BatchResult.Mismatch("the batch before it is not there");
        }
        if (ModelRefusals.refuses(this, batch, witness != null)) {
            return new BatchResult.Refused(new StoreException.RefusedData(
                    "the database refuses its data", new IllegalStateException("simulated")));
        }
        String wrong = compared
                ? ModelRefusals.mismatch(this, batch)
                : null; // the mutation without compare-and-set isn't saved by row counts
        if (wrong != null) {
            return new BatchResult.Mismatch(wrong);
        }
        batches.add(key);
        if (witness != null) {
            witness.before(batch, this);
        }
        apply(batch);
        if (witness != null) {
            witness.voided(sent, batch);
        }
        saboteur.afterBatch(this, batch);
        if (batch.release() != null) {
            lease.epoch = Math.max(lease.epoch + 1, now);
            lease.renewals = 0;
            lease.prunedBelow = 0;
            lease.holder = null;
            lease.incarnation = null;
            lease.expiresAt = now;
            lease.successor = batch.release().successor();
        }
        return new BatchResult.Stored();
    }

    private void apply(WriteBatch batch) {
        for (ContentRow row : batch.insertContent()) {
            content.computeIfAbsent(row.content(), id -> new TreeMap<>()).put(row.chunk(), row);
        }
        for (QueueRow row : batch.putQueues()) {
            QueueRow before = queues.put(row.number(), row);
            if (witness != null) {
                witness.put(before, row);
            }
        }
        batch.insertMessages().forEach(this::put);
        Set<Copy> stored = witness == null ? Set.of() : witness.stored(this, batch);
        List<MessageRow> deleted = new ArrayList<>();
        for (MessageKey key : batch.deleteMessages()) {
            MessageRow row = find(key);
            remove(key);
            if (row != null) {
                deleted.add(row);
            }
        }
        if (witness != null) {
            witness.deleted(this, batch, deleted, stored).forEach(copy -> consumed.merge(copy, 1, Integer::sum));
        }
        for (DeliveryRow row : batch.deliveries()) {
            MessageRow old = find(row.key());
            if (old != null) {
                put(old.withDelivery(row.deliveryCount(), row.availableAtMillis()));
            }
        }
        for (WriteBatch.ChunkRange range : batch.deleteContent()) {
            content.computeIfPresent(range.content(), (id, chunks) -> {
                chunks.subMap(range.from(), range.to()).clear();
                return chunks.isEmpty() ? null : chunks;
            });
        }
        for (WriteBatch.QueueChange change : batch.queueStates()) {
            QueueRow before = queues.get(change.queue());
            queues.computeIfPresent(change.queue(), (number, row) -> row.withState(change.state()));
            if (witness != null && change.state().removed()) {
                witness.ends(before);
            }
        }
        for (Long number : batch.deleteQueues()) {
            QueueRow before = queues.remove(number);
            if (witness != null) {
                witness.ends(before);
            }
        }
        applySessions(batch);
        for (StageRow row : batch.putStages()) {
            stages.put(row.stage(), row);
        }
        for (StagedItem item : batch.insertStaged()) {
            staged.computeIfAbsent(item.stage(), id -> new TreeMap<>()).put(item.index(), item);
        }
        for (WriteBatch.StagedRange range : batch.deleteStaged()) {
            TreeMap<Long, StagedItem> items = staged.get(range.stage());
            if (items != null) {
                items.subMap(range.from(), range.to()).clear();
            }
        }
        batch.deleteStages().forEach(stages::remove);
        if (batch.pruneBatchesBelow() > 0) {
            long epoch = batch.term().epoch();
            lease.prunedBelow = Math.max(lease.prunedBelow, batch.pruneBatchesBelow());
            batches.removeIf(b -> b.epoch() < epoch || (b.epoch() == epoch && b.number() < batch.pruneBatchesBelow()));
        }
    }

    /** A new holder reads them. */
    void tellOfMarks() {
        if (witness != null) {
            witness.recovers(queues.values());
        }
    }

    /** Where its messages are received, as the applications call it. */
    String line(QueueRow row) {
        return witness == null ? row.name() : witness.line(row);
    }

    private void applySessions(WriteBatch batch) {
        for (ConnectionRow row : batch.putConnections()) {
            connections.put(row.id(), row);
        }
        for (Identity id : batch.deleteConnections()) {
            connections.remove(id);
            sessions.keySet().removeIf(key -> key.connection().equals(id));
            refusals.keySet().removeIf(key -> key.connection().equals(id));
        }
        for (SessionRow.SessionKey key : batch.deleteSessions()) {
            sessions.remove(key);
            refusals.remove(key);
        }
        for (SessionRow row : batch.putSessions()) {
            sessions.put(row.key(), row);
        }
        for (WriteBatch.RefusalPrune prune : batch.pruneRefusals()) {
            TreeMap<Long, RefusalRow> rows = refusals.get(prune.session());
            if (rows != null) {
                rows.headMap(prune.upTo(), true).clear();
            }
        }
        for (RefusalRow row : batch.insertRefusals()) {
            refusals.computeIfAbsent(row.session(), key -> new TreeMap<>()).put(row.number(), row);
        }
    }

    private void put(MessageRow row) {
        Place place = new Place(row.level(), row.position());
        messages.computeIfAbsent(row.queue(), queue -> new TreeMap<>()).put(place, row);
        places.put(new MessageKey(row.queue(), row.position()), place);
    }

    private void remove(MessageKey key) {
        Place place = places.remove(key);
        TreeMap<Place, MessageRow> rows = messages.get(key.queue());
        if (place != null && rows != null) {
            rows.remove(place);
        }
    }

    @Nullable
    MessageRow find(MessageKey key) {
        Place place = places.get(key);
        TreeMap<Place, MessageRow> rows = messages.get(key.queue());
        return place == null || rows == null ? null : rows.get(place);
    }

    List<RefusalRow> allRefusals() {
        List<RefusalRow> all = new ArrayList<>();
        refusals.values().forEach(rows -> all.addAll(rows.values()));
        return all;
    }

    List<MessageRow> allMessages() {
        List<MessageRow> all = new ArrayList<>();
        messages.values().forEach(rows -> all.addAll(rows.values()));
        return all;
    }
}
