package io.batonmq.sim;

import io.batonmq.broker.node.NodeSettings;
import io.batonmq.broker.session.SessionSettings;
import io.batonmq.store.BatchResult;
import io.batonmq.store.ConnectionRow;
import io.batonmq.store.Identity;
import io.batonmq.store.LeaseRow;
import io.batonmq.store.LeaseStore.LeaseView;
import io.batonmq.store.LeaseStore.NodeSelf;
import io.batonmq.store.QueueRow.QueueState;
import io.batonmq.store.RefusalRow;
import io.batonmq.store.SessionRow;
import io.batonmq.store.WriteBatch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Takes away rules that the database, its driver or its rows keep. Confined to the simulation's thread. */
final class StoreSaboteurs {

    private StoreSaboteurs() {}

    /** S2: a batch doesn't look at the lease row. */
    static final class NoFence extends Saboteur {
        @Override
        boolean fenced() {
            return false;
        }
    }

    /** S5: a second copy of a batch does it all again. */
    static final class NoCompareAndSet extends Saboteur {
        @Override
        boolean compared() {
            return false;
        }
    }

    /** S5: "already there" counts at once, before a write of our own that requires the row. */
    static final class AlreadyThereCounts extends Saboteur {
        @Override
        BatchResult told(BatchResult result) {
            return result instanceof BatchResult.AlreadyThere ? new BatchResult.Stored() : result;
        }
    }

    /** S5: the write of our own doesn't require the row that seemed to be there. */
    static final class ProvesNothing extends Saboteur {
        @Override
        boolean requiresTheRow() {
            return false;
        }
    }

    /** S6: a warning is a success. */
    static final class WarningsAreFine extends Saboteur {
        @Override
        boolean warningFails() {
            return false;
        }
    }

    /** L2: epoch + 1, whatever a node has seen. */
    static final class EpochPlusOne extends Saboteur {
        @Override
        long nextEpoch(ModelState.Lease lease, long seen, long now) {
            return lease.epoch + 1;
        }
    }

    /** L3: a restarted node finds its own id in the row, and goes on with the epoch that stands there. */
    static final class AdoptsItsRow extends Saboteur {
        @Override
        LeaseView looked(NodeSelf self, LeaseView view) {
            LeaseRow row = view.lease();
            if (!self.nodeId().equals(row.holder()) || self.incarnation().equals(row.incarnation())) {
                return view;
            }
            LeaseRow expired = new LeaseRow(
                    row.leaseName(),
                    row.cluster(),
                    row.holder(),
                    row.incarnation(),
                    row.epoch(),
                    row.renewals(),
                    -1,
                    row.advertise(),
                    row.successor(),
                    row.databaseMillis());
            return new LeaseView(expired, view.nodes());
        }

        @Override
        boolean adopts(NodeSelf self, ModelState.Lease lease) {
            return self.nodeId().equals(lease.holder) && !self.incarnation().equals(lease.incarnation);
        }
    }

    /** L4: the state is read in the takeover's own snapshot, which is older than the batch it waited for. */
    static final class ReadsInTheTakeoversSnapshot extends Saboteur {
        private final Map<SimProcess, ModelState> snapshots = new HashMap<>();

        @Override
        void taking(SimProcess node, ModelState state) {
            snapshots.put(node, state.copy());
        }

        @Override
        ModelState recovering(SimProcess node, ModelState current) {
            return snapshots.getOrDefault(node, current);
        }
    }

    /** L7: nobody sees that the row went back; its expiry is an old one. */
    static final class RowNeverGoesBack extends Saboteur {
        private record Seen(long epoch, long renewals) {}

        private final Map<Identity, Seen> newest = new HashMap<>();

        @Override
        LeaseView looked(NodeSelf self, LeaseView view) {
            LeaseRow row = view.lease();
            Seen before = newest.get(self.incarnation());
            long renewals = row.renewals();
            if (before != null && row.epoch() == before.epoch() && renewals < before.renewals()) {
                renewals = before.renewals() + 1;
            }
            newest.put(self.incarnation(), new Seen(row.epoch(), renewals));
            LeaseRow shown = new LeaseRow(
                    row.leaseName(),
                    row.cluster(),
                    row.holder(),
                    row.incarnation(),
                    row.epoch(),
                    renewals,
                    row.expiresInMillis(),
                    row.advertise(),
                    row.successor(),
                    row.databaseMillis());
            return new LeaseView(shown, view.nodes());
        }
    }

    /** R3: refusals are not stored. */
    static final class ForgetsRefusals extends Saboteur {
        @Override
        WriteBatch written(WriteBatch batch) {
            return with(batch, batch.queueStates(), batch.putSessions(), List.of());
        }
    }

    /** R6: a commit that changes no row doesn't write the session's number. */
    static final class UnnumberedCommits extends Saboteur {
        private final Map<SessionRow.SessionKey, Long> stored = new HashMap<>();

        @Override
        WriteBatch written(WriteBatch batch) {
            boolean changes = !batch.insertMessages().isEmpty()
                    || !batch.deleteMessages().isEmpty()
                    || !batch.insertRefusals().isEmpty()
                    || !batch.deliveries().isEmpty();
            WriteBatch bent = changes
                    ? batch
                    : sessions(
                            batch,
                            row -> new SessionRow(
                                    row.connection(),
                                    row.session(),
                                    stored.getOrDefault(row.key(), 0L),
                                    row.dispatched(),
                                    row.claimsVoid(),
                                    row.closedAtMillis()));
            bent.putSessions().forEach(row -> stored.put(row.key(), row.durable()));
            return bent;
        }
    }

    /** R7: that claims are void is not stored. */
    static final class NeverVoid extends Saboteur {
        @Override
        WriteBatch written(WriteBatch batch) {
            return sessions(
                    batch,
                    row -> new SessionRow(
                            row.connection(),
                            row.session(),
                            row.durable(),
                            row.dispatched(),
                            false,
                            row.closedAtMillis()));
        }
    }

    /** R7: void is never cleared in the row. */
    static final class VoidForEver extends Saboteur {
        private final Set<SessionRow.SessionKey> marked = new HashSet<>();

        @Override
        WriteBatch written(WriteBatch batch) {
            return sessions(batch, row -> {
                boolean isVoid = row.claimsVoid() || marked.contains(row.key());
                if (isVoid) {
                    marked.add(row.key());
                }
                return new SessionRow(
                        row.connection(), row.session(), row.durable(), row.dispatched(), isVoid, row.closedAtMillis());
            });
        }
    }

    /** R7: void is cleared when the resume arrives, not when the client has said that it knows. */
    static final class VoidClearedAtTheResume extends Saboteur {
        @Override
        void afterBatch(ModelState state, WriteBatch batch) {
            for (ConnectionRow connection : batch.putConnections()) {
                if (connection.detachedSinceMillis() == 0) {
                    state.sessions.replaceAll((key, row) -> key.connection().equals(connection.id())
                            ? new SessionRow(
                                    row.connection(),
                                    row.session(),
                                    row.durable(),
                                    row.dispatched(),
                                    false,
                                    row.closedAtMillis())
                            : row);
                }
            }
        }
    }

    /** R9: nobody is known to have been dispatched to, nothing to have been handed out. */
    static final class NoHandedOutMark extends Saboteur {
        @Override
        WriteBatch written(WriteBatch batch) {
            List<WriteBatch.QueueChange> states = new ArrayList<>();
            for (WriteBatch.QueueChange change : batch.queueStates()) {
                states.add(new WriteBatch.QueueChange(
                        change.queue(), change.state().withMark(QueueState.EMPTY.mark())));
            }
            return with(batch, states, batch.putSessions(), batch.insertRefusals());
        }
    }

    /** R14: a session that ends at the resume timeout leaves no tombstone. */
    static final class NoTombstone extends Saboteur {
        @Override
        void afterBatch(ModelState state, WriteBatch batch) {
            state.sessions.values().removeIf(row -> row.closedAtMillis() > 0);
        }
    }

    /** R9 and R8: deliveries are given away before their client can know that its link is dead. */
    static final class NoGrace extends Saboteur {
        @Override
        NodeSettings settings(NodeSettings honest) {
            SessionSettings sessions = honest.sessions();
            return new NodeSettings(
                    honest.lease(),
                    new SessionSettings(
                            sessions.silenceLimit(),
                            sessions.linkHeartbeat(),
                            sessions.resumeTimeout(),
                            sessions.outcomeRetention(),
                            Duration.ofMillis(1),
                            sessions.maxGrace(),
                            sessions.orderGrace(),
                            sessions.maxMessageSize(),
                            sessions.stagingThreshold(),
                            sessions.maxTransaction()),
                    honest.destinations(),
                    honest.batches(),
                    honest.mostParked(),
                    honest.stopTimeout());
        }
    }

    private static WriteBatch sessions(WriteBatch batch, UnaryOperator<SessionRow> change) {
        return with(
                batch,
                batch.queueStates(),
                batch.putSessions().stream().map(change).toList(),
                batch.insertRefusals());
    }

    private static WriteBatch with(
            WriteBatch batch,
            List<WriteBatch.QueueChange> queueStates,
            List<SessionRow> putSessions,
            List<RefusalRow> insertRefusals) {
        return new WriteBatch(
                batch.term(),
                batch.number(),
                batch.after(),
                batch.insertMessages(),
                batch.deleteMessages(),
                batch.deliveries(),
                batch.insertContent(),
                batch.deleteContent(),
                batch.putQueues(),
                queueStates,
                batch.deleteQueues(),
                batch.putConnections(),
                batch.deleteConnections(),
                putSessions,
                batch.deleteSessions(),
                insertRefusals,
                batch.pruneRefusals(),
                batch.putStages(),
                batch.insertStaged(),
                batch.deleteStaged(),
                batch.deleteStages(),
                batch.pruneBatchesBelow(),
                batch.release());
    }
}
