package io.batonmq.sim;

import io.batonmq.store.LeaseStore;
import io.batonmq.store.LeaseTerm;
import io.batonmq.store.NodeRow;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The lease statements of one simulated process on the model database. Confined to the simulation's thread. */
final class ModelLeaseStore implements LeaseStore {
    private final SimDatabase database;
    private final SimProcess process;

    ModelLeaseStore(SimDatabase database, SimProcess process) {
        this.database = database;
        this.process = process;
    }

    @Override
    public CompletionStage<LeaseView> look(NodeSelf self) {
        return database.submit(
                process,
                "look",
                state -> {
                    long now = database.millis();
                    state.of(self.leaseName());
                    List<NodeRow> nodes = new ArrayList<>();
                    for (ModelState.Seen seen : state.nodes.values()) {
                        if (now - seen.at() < database.activationMillis * 10) {
                            NodeRow row = seen.row();
                            nodes.add(new NodeRow(row.nodeId(), row.incarnation(), row.advertise(), now - seen.at()));
                        }
                    }
                    NodeRow mine = new NodeRow(self.nodeId(), self.incarnation(), self.advertise(), 0);
                    state.nodes.put(self.nodeId(), new ModelState.Seen(mine, now));
                    LeaseView view = new LeaseView(
                            state.leaseRow(self.leaseName(), database.cluster, now, database.activationMillis), nodes);
                    return database.saboteur.looked(self, view);
                },
                true);
    }

    @Override
    public CompletionStage<TakeResult> take(Take take) {
        database.saboteur.taking(process, database.primary);
        return database.submit(process, "take", state -> takeNow(state, take), true);
    }

    private TakeResult takeNow(ModelState state, Take take) {
        ModelState.Lease lease = state.lease;
        long now = database.millis();
        NodeSelf self = take.self();
        boolean epochs = lease.epoch == take.expectedEpoch();
        if (database.saboteur.adopts(self, lease)) {
            lease.incarnation = self.incarnation();
            lease.expiresAt = now + take.activationMillis();
            return taken(state, take, now);
        }
        long next = database.saboteur.nextEpoch(lease, take.seenEpoch(), now);
        boolean allowed = epochs && (lease.holder == null || conditionHolds(lease, take.condition(), now));
        if (!allowed) {
            return new TakeResult(
                    null, state.leaseRow(self.leaseName(), database.cluster, now, take.activationMillis()));
        }
        lease.epoch = next;
        lease.renewals = 0;
        lease.prunedBelow = 0;
        lease.holder = self.nodeId();
        lease.incarnation = self.incarnation();
        lease.advertise = self.advertise();
        lease.successor = null;
        lease.expiresAt = now + take.activationMillis();
        return taken(state, take, now);
    }

    private TakeResult taken(ModelState state, Take take, long now) {
        NodeSelf self = take.self();
        ModelState.Lease lease = state.lease;
        return new TakeResult(
                new LeaseTerm(self.leaseName(), self.nodeId(), self.incarnation(), lease.epoch),
                state.leaseRow(self.leaseName(), database.cluster, now, take.activationMillis()));
    }

    private boolean conditionHolds(ModelState.Lease lease, Condition condition, long now) {
        if (condition instanceof Condition.HolderGone gone) {
            return gone.incarnation().equals(lease.incarnation);
        }
        if (condition instanceof Condition.Unchanged unchanged) {
            return lease.renewals == unchanged.renewals();
        }
        return lease.expiresAt <= now;
    }

    @Override
    public CompletionStage<Renewal> renew(LeaseTerm term, long activationMillis, @Nullable Long requiredBatch) {
        return database.submit(
                process,
                "renew",
                state -> {
                    ModelState.Lease lease = state.lease;
                    long now = database.millis();
                    if (!state.isHeldBy(term)) {
                        return new Renewal(RenewResult.LOST, now);
                    }
                    boolean missing = requiredBatch != null
                            && database.saboteur.requiresTheRow()
                            && !state.batches.contains(new ModelState.BatchKey(term.epoch(), requiredBatch));
                    if (missing) {
                        return new Renewal(RenewResult.BATCH_MISSING, now);
                    }
                    lease.expiresAt = now + activationMillis;
                    lease.renewals++;
                    return new Renewal(RenewResult.RENEWED, now);
                },
                true);
    }

    @Override
    public void close() {
        // nothing is open
    }
}
