package io.batonmq.store;

import io.batonmq.store.SessionRow.SessionKey;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Checks that a batch is folded: at most one net effect per row (S4). Two effects on one row lose one silently in a single
 * statement, so every store refuses such a batch as a {@link BatchResult.Mismatch} before it sends anything. Deleting a row
 * twice (a session with its connection) loses nothing and is let through.
 *
 * <p>Confined to the call.
 */
public final class Folding {
    private @Nullable String violation;

    private Folding() {}

    /** What is wrong with the batch; empty if nothing is. */
    public static Optional<String> violation(WriteBatch batch) {
        Folding folding = new Folding();
        folding.checkMessages(batch);
        folding.checkQueues(batch);
        folding.checkSessions(batch);
        folding.checkStages(batch);
        if (batch.pruneBatchesBelow() > batch.number()) {
            folding.found("batch rows up to the batch's own or later ones pruned", batch.pruneBatchesBelow());
        }
        if (batch.after() >= batch.number()) {
            folding.found("a batch after itself or a later one", batch.after());
        }
        return Optional.ofNullable(folding.violation);
    }

    private void checkMessages(WriteBatch batch) {
        Set<MessageKey> keys = new HashSet<>();
        each(keys, batch.insertMessages(), m -> new MessageKey(m.queue(), m.position()), "message");
        each(keys, batch.deleteMessages(), k -> k, "message");
        each(keys, batch.deliveries(), DeliveryRow::key, "message");

        record Chunk(Position content, int chunk) {}
        each(new HashSet<>(), batch.insertContent(), c -> new Chunk(c.content(), c.chunk()), "chunk");
        Set<Position> contents = new HashSet<>();
        each(contents, batch.deleteContent(), WriteBatch.ChunkRange::content, "content");
        none(contents, batch.insertContent(), ContentRow::content, "content inserted and deleted");
    }

    private void checkQueues(WriteBatch batch) {
        Set<Long> queues = new HashSet<>();
        each(queues, batch.putQueues(), QueueRow::number, "queue");
        each(queues, batch.queueStates(), WriteBatch.QueueChange::queue, "queue");
        each(queues, batch.deleteQueues(), q -> q, "queue");
    }

    private void checkSessions(WriteBatch batch) {
        Set<Identity> connections = new HashSet<>();
        each(connections, batch.putConnections(), ConnectionRow::id, "connection");
        each(connections, batch.deleteConnections(), c -> c, "connection");
        Set<SessionKey> sessions = new HashSet<>();
        each(sessions, batch.putSessions(), SessionRow::key, "session");
        each(sessions, batch.deleteSessions(), s -> s, "session");

        record RefusalKey(SessionKey session, long number) {}
        each(new HashSet<>(), batch.insertRefusals(), r -> new RefusalKey(r.session(), r.number()), "refusal");
        Set<Identity> gone = new HashSet<>(batch.deleteConnections());
        none(gone, batch.putSessions(), SessionRow::connection, "session of a deleted connection put");
        none(gone, batch.insertRefusals(), r -> r.session().connection(), "refusal of a deleted connection inserted");
        Set<SessionKey> ended = new HashSet<>(batch.deleteSessions());
        none(ended, batch.insertRefusals(), RefusalRow::session, "refusal of a deleted session inserted");
        for (WriteBatch.RefusalPrune prune : batch.pruneRefusals()) {
            for (RefusalRow refusal : batch.insertRefusals()) {
                if (refusal.session().equals(prune.session()) && refusal.number() <= prune.upTo()) {
                    found("refusal inserted and pruned", refusal.session());
                }
            }
        }
    }

    private void checkStages(WriteBatch batch) {
        Set<Position> stages = new HashSet<>();
        each(stages, batch.putStages(), StageRow::stage, "stage");
        each(stages, batch.deleteStages(), s -> s, "stage");

        record Place(Position stage, long index) {}
        each(new HashSet<>(), batch.insertStaged(), s -> new Place(s.stage(), s.index()), "staged item");
        for (WriteBatch.StagedRange range : batch.deleteStaged()) {
            for (StagedItem item : batch.insertStaged()) {
                if (item.stage().equals(range.stage()) && item.index() >= range.from() && item.index() < range.to()) {
                    found("staged item inserted and deleted", item.index());
                }
            }
        }
    }

    private <R, K> void each(Set<K> keys, List<R> rows, Function<R, K> key, String what) {
        for (R row : rows) {
            K its = key.apply(row);
            if (!keys.add(its)) {
                found("two effects on " + what, its);
            }
        }
    }

    private <R, K> void none(Collection<K> keys, List<R> rows, Function<R, K> key, String what) {
        if (!keys.isEmpty()) {
            rows.stream().map(key).filter(keys::contains).forEach(its -> found(what, its));
        }
    }

    private void found(String what, Object which) {
        if (violation == null) {
            violation = what + ": " + which;
        }
    }
}
