package io.batonmq.store.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.batonmq.store.BatchResult;
import io.batonmq.store.LeaseRow;
import io.batonmq.store.LeaseStore.Condition;
import io.batonmq.store.LeaseStore.NodeSelf;
import io.batonmq.store.LeaseStore.RenewResult;
import io.batonmq.store.LeaseStore.Renewal;
import io.batonmq.store.LeaseStore.Take;
import io.batonmq.store.LeaseStore.TakeResult;
import io.batonmq.store.LeaseTerm;
import io.batonmq.store.NodeRow;
import java.util.ArrayList;
import java.util.List;
import java.util.TimeZone;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who holds the lease, and how that changes (L1–L5, L7, L8, S5; C14). */
public abstract class LeaseContract extends StoreContract {

    private NodeStores node;
    private NodeSelf self;

    @BeforeEach
    void openOne() {
        node = node();
        self = self("one");
    }

    private LeaseRow row() {
        return look(node, self("onlooker")).lease();
    }

    private TakeResult tryTake(NodeSelf who, Condition condition) {
        return get(node.lease().take(takeOf(who, row().epoch(), condition)));
    }

    private RenewResult renew(LeaseTerm term, @Nullable Long batch) {
        return get(node.lease().renew(term, ACTIVATION, batch)).result();
    }

    @Test
    void aNewLeaseIsNobodys() {
        LeaseRow row = look(node, self).lease();

        assertThat(row.leaseName()).isEqualTo(lease);
        assertThat(row.holder()).isNull();
        assertThat(row.incarnation()).isNull();
        assertThat(row.epoch()).isZero();
        assertThat(row.expiresInMillis()).isNotPositive();
        assertThat(row.cluster()).isEqualTo(look(node(), self("two")).lease().cluster());
    }

    @Test
    void whoTakesItStandsInTheRow() {
        LeaseTerm term = take(node, self);

        assertThat(term).isEqualTo(new LeaseTerm(lease, "one", self.incarnation(), term.epoch()));
        LeaseRow row = row();
        assertThat(row.holder()).isEqualTo("one");
        assertThat(row.incarnation()).isEqualTo(self.incarnation());
        assertThat(row.epoch()).isEqualTo(term.epoch());
        assertThat(row.renewals()).isZero();
        assertThat(row.advertise()).isEqualTo(self.advertise());
        assertThat(row.expiresInMillis()).isBetween(1L, ACTIVATION);
    }

    /** L2: also if the database is set back, no epoch is used twice. */
    @Test
    void anEpochIsAtLeastTheDatabasesTimeAndAboveAllThatWereSeen() {
        long before = databaseMillis(node);
        LeaseTerm first = take(node, self);
        assertThat(first.epoch()).isGreaterThanOrEqualTo(before);

        long seen = first.epoch() + 1_000_000_000_000L;
        LeaseTerm second = term(get(node.lease()
                .take(new Take(
                        self("two"),
                        ACTIVATION,
                        PATIENCE,
                        seen,
                        first.epoch(),
                        new Condition.HolderGone(self.incarnation())))));
        assertThat(second.epoch()).isGreaterThan(seen);
        assertThat(take(node, self("three")).epoch()).isGreaterThan(second.epoch());
    }

    @Test
    void aLeaseThatHasNotExpiredIsNotTaken() {
        LeaseTerm term = take(node, self);

        TakeResult result = tryTake(self("two"), new Condition.Expired());

        assertThat(result.term()).isNull();
        assertThat(result.row()).isNotNull();
        assertThat(result.row().epoch()).isEqualTo(term.epoch());
        assertThat(renew(term, null)).isEqualTo(RenewResult.RENEWED);
    }

    /** C14: also where a zone puts its clocks back or forward meanwhile. */
    @ParameterizedTest
    @ValueSource(strings = {"Pacific/Pago_Pago", "Asia/Kolkata", "America/St_Johns", "Pacific/Kiritimati"})
    @ResourceLock(Resources.TIME_ZONE)
    void nodesInDifferentTimeZonesSeeOneLease(String zone) {
        LeaseTerm term = take(node, self);
        long before = databaseMillis(node);
        TimeZone here = TimeZone.getDefault();
        TimeZone.setDefault(TimeZone.getTimeZone(zone));
        try {
            NodeStores there = node();
            LeaseRow row = look(there, self("two")).lease();
            assertThat(row.expiresInMillis()).isBetween(1L, ACTIVATION);
            assertThat(row.databaseMillis()).isBetween(before, before + ACTIVATION);
            TakeResult result = get(there.lease().take(takeOf(self("two"), row.epoch(), new Condition.Expired())));
            assertThat(result.term()).isNull();
            assertThat(renew(term, null)).isEqualTo(RenewResult.RENEWED);
            assertThat(databaseMillis(node)).isBetween(before, before + ACTIVATION);
        } finally {
            TimeZone.setDefault(here);
        }
    }

    @Test
    void anExpiredLeaseIsTakenAndItsHolderIsFenced() {
        row();
        LeaseTerm term = term(get(node.lease().take(new Take(self, 50, PATIENCE, 0, 0, new Condition.Expired()))));
        letPass(node, 60);

        LeaseTerm next = term(tryTake(self("two"), new Condition.Expired()));

        assertThat(next.epoch()).isGreaterThan(term.epoch());
        assertThat(renew(term, null)).isEqualTo(RenewResult.LOST);
        assertThat(write(node, Batch.of(term, 1))).isEqualTo(new BatchResult.Fenced());
    }

    @Test
    void aLeaseIsTakenOnlyFromTheEpochThatWasSeen() {
        LeaseTerm term = take(node, self);
        for (long epoch : new long[] {term.epoch() - 1, term.epoch() + 1, 0}) {
            assertThat(get(node.lease().take(takeOf(self("two"), epoch, new Condition.HolderGone(self.incarnation()))))
                            .term())
                    .isNull();
        }
    }

    /** L5. */
    @Test
    void aGoneHoldersLeaseIsTakenAtOnceIfItIsStillTheSameProcess() {
        take(node, self);

        assertThat(tryTake(self("two"), new Condition.HolderGone(identity())).term())
                .isNull();
        assertThat(tryTake(self("two"), new Condition.HolderGone(self.incarnation()))
                        .term())
                .isNotNull();
    }

    /** L7. */
    @Test
    void aLeaseThatStaysUnchangedIsTaken() {
        LeaseTerm term = take(node, self);
        assertThat(renew(term, null)).isEqualTo(RenewResult.RENEWED);

        assertThat(tryTake(self("two"), new Condition.Unchanged(0)).term()).isNull();
        assertThat(tryTake(self("two"), new Condition.Unchanged(1)).term()).isNotNull();
    }

    @Test
    void aRenewalCountsAndMovesTheExpiry() {
        LeaseTerm term = take(node, self);

        Renewal renewal = get(node.lease().renew(term, 100_000, null));

        assertThat(renewal.result()).isEqualTo(RenewResult.RENEWED);
        LeaseRow row = row();
        assertThat(row.renewals()).isEqualTo(1);
        assertThat(row.epoch()).isEqualTo(term.epoch());
        assertThat(row.expiresInMillis()).isBetween(ACTIVATION, 100_000L);
        assertThat(row.databaseMillis()).isGreaterThanOrEqualTo(renewal.databaseMillis());
    }

    /** L3: a node that was restarted does not hold what its predecessor held. */
    @Test
    void aRenewalNamesTheWholeTerm() {
        LeaseTerm term = take(node, self);
        List<LeaseTerm> others = List.of(
                new LeaseTerm(lease, "two", term.incarnation(), term.epoch()),
                new LeaseTerm(lease, term.nodeId(), identity(), term.epoch()),
                new LeaseTerm(lease, term.nodeId(), term.incarnation(), term.epoch() + 1),
                new LeaseTerm(lease + "x", term.nodeId(), term.incarnation(), term.epoch()));
        for (LeaseTerm other : others) {
            assertThat(renew(other, null)).isEqualTo(RenewResult.LOST);
            assertThat(renew(other, 1L)).isEqualTo(RenewResult.LOST);
        }
        assertThat(row().renewals()).isZero();
        assertThat(renew(term, null)).isEqualTo(RenewResult.RENEWED);
    }

    /** S5. */
    @Test
    void aRenewalCanRequireABatch() {
        LeaseTerm term = take(node, self);

        assertThat(renew(term, 1L)).isEqualTo(RenewResult.BATCH_MISSING);
        assertThat(row().renewals()).isZero();
        store(node, Batch.of(term, 1));
        assertThat(renew(term, 1L)).isEqualTo(RenewResult.RENEWED);
        assertThat(renew(term, 2L)).isEqualTo(RenewResult.BATCH_MISSING);

        LeaseTerm next = take(node, self("two"));
        assertThat(renew(term, 1L)).isEqualTo(RenewResult.LOST);
        assertThat(renew(next, 1L)).as("of another epoch").isEqualTo(RenewResult.BATCH_MISSING);
    }

    @Test
    void nodesThatLookSeeEachOther() {
        NodeSelf two = self("two");
        assertThat(look(node, self).nodes()).isEmpty();
        assertThat(look(node, two).nodes()).extracting(NodeRow::nodeId).containsExactly("one");

        List<NodeRow> nodes = look(node, self).nodes();

        assertThat(nodes).extracting(NodeRow::nodeId).containsExactly("one", "two");
        assertThat(nodes.get(1).incarnation()).isEqualTo(two.incarnation());
        assertThat(nodes.get(1).advertise()).isEqualTo(two.advertise());
        assertThat(nodes.get(1).seenMillisAgo()).isNotNegative();
    }

    /** A second process with the same id is seen by the row that is not one's own. */
    @Test
    void aNodesOwnRowIsReadAsItWasBefore() {
        NodeSelf cloned = self("one");
        look(node, self);

        assertThat(look(node, cloned).nodes()).extracting(NodeRow::incarnation).containsExactly(self.incarnation());
        assertThat(look(node, self).nodes()).extracting(NodeRow::incarnation).containsExactly(cloned.incarnation());
        assertThat(look(node, self).nodes()).extracting(NodeRow::incarnation).containsExactly(self.incarnation());
    }

    @Test
    void ofManyTakersOneWins() {
        List<NodeStores> nodes = List.of(node, node(), node(), node());
        for (int round = 0; round < 10; round++) {
            LeaseRow row = row();
            Condition condition =
                    row.incarnation() == null ? new Condition.Expired() : new Condition.HolderGone(row.incarnation());
            List<CompletionStage<TakeResult>> takes = new ArrayList<>();
            for (int i = 0; i < nodes.size(); i++) {
                takes.add(nodes.get(i).lease().take(takeOf(self("node-" + i), row.epoch(), condition)));
            }

            List<LeaseTerm> winners = takes.stream()
                    .map(this::get)
                    .filter(result -> result.term() != null)
                    .map(StoreContract::term)
                    .toList();

            assertThat(winners).hasSize(1);
            assertThat(row().holder()).isEqualTo(winners.get(0).nodeId());
        }
    }

    /** C13: the database was set back: the same number is not given out for another history. */
    @Test
    void takesAndReleasesOnlyEverRaiseTheEpoch() {
        long last = 0;
        for (int i = 0; i < 5; i++) {
            LeaseTerm term = take(node, self("node-" + i));
            assertThat(term.epoch()).isGreaterThan(last);
            store(node, Batch.of(term, 1).release(null));
            last = row().epoch();
            assertThat(last).isGreaterThan(term.epoch());
        }
    }
}
