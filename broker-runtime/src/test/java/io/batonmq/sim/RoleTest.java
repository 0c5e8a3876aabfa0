package io.batonmq.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The roles of nodes in a simulated world (DESIGN section 4), with the real node core. */
class RoleTest {
    private final SimWorld world = new SimWorld(42);
    private final SimNetwork network = new SimNetwork(world);
    private final SimDatabase database = new SimDatabase(world, new Saboteur(), 5_000);
    private final Ledger ledger = new Ledger(world);
    private final SimNode a = new SimNode(world, network, database, ledger, "a");
    private final SimNode b = new SimNode(world, network, database, ledger, "b");

    @Test
    void aSingleNodeServesAtOnce() {
        a.start();

        assertThat(millisUntil(a::serving)).isLessThan(1_000);
    }

    @Test
    void theSecondNodeStandsByWhileTheFirstIsHealthy() {
        startBoth();

        runFor(600_000);

        assertThat(a.serving()).isTrue();
        assertThat(b.served).isZero();
    }

    @Test
    void aKilledHolderIsReplacedEarly() {
        startBoth();
        a.kill();

        assertThat(millisUntil(b::serving)).as("L5").isLessThan(1_000);
    }

    @Test
    void aPausedHolderIsReplacedAfterTheActivationIntervalAndStepsDown() {
        startBoth();
        a.pause();

        long gap = millisUntil(b::serving);
        assertThat(gap).isBetween(3_500L, 7_500L);
        a.resume();
        runFor(10_000);
        assertThat(a.serving()).isFalse();
        assertThat(b.serving()).isTrue();
        assertThat(a.up()).as("L9: no restart").isTrue();
    }

    @Test
    void aStoppedHolderHandsOver() {
        startBoth();
        runFor(5_000);
        a.stop();

        assertThat(millisUntil(b::serving)).as("L8").isLessThan(1_000);
        assertThat(millisUntil(a::hasStopped)).isLessThan(5_000);
    }

    @Test
    void withoutTheDatabaseNobodyServesAndSomebodyDoesWhenItIsBack() {
        startBoth();
        database.away(true);

        assertThat(millisUntil(() -> !a.serving())).isLessThan(6_000);
        runFor(60_000);
        assertThat(b.serving()).isFalse();
        database.away(false);
        assertThat(millisUntil(() -> a.serving() || b.serving())).isLessThan(8_000);
    }

    @Test
    void nodesStartedWithoutTheDatabaseKeepTrying() {
        database.away(true);
        a.start();
        b.start();
        runFor(120_000);
        database.away(false);

        assertThat(millisUntil(() -> a.serving() || b.serving())).isLessThan(8_000);
    }

    @Test
    void afterTheStoreWentBackNoEpochIsUsedTwice() {
        startBoth();
        database.takeBackup();
        a.kill();
        assertThat(millisUntil(b::serving)).isLessThan(1_000);
        long epoch = database.primary.lease.epoch;
        a.start();
        runFor(2_000);
        database.restore();

        assertThat(millisUntil(() -> database.primary.lease.epoch > epoch && (a.serving() || b.serving())))
                .as("L7: one activation interval later, no sooner, not much later")
                .isBetween(4_000L, 15_000L);
        assertThat(database.primary.lease.epoch).as("L2").isGreaterThan(epoch);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void neverTwoServeAtOnceWhateverBreaks(long seed) {
        SimWorld w = new SimWorld(seed);
        SimNetwork n = new SimNetwork(w);
        Ledger l = new Ledger(w);
        SimDatabase d = new SimDatabase(w, new Saboteur(), 5_000);
        d.faultRate(0.05);
        List<SimNode> nodes = new ArrayList<>();
        for (String name : List.of("a", "b", "c")) {
            SimNode node = new SimNode(w, n, d, l, name);
            node.start();
            nodes.add(node);
        }
        for (int round = 0; round < 60; round++) {
            SimNode node = nodes.get(w.random.nextInt(nodes.size()));
            switch (w.random.nextInt(4)) {
                case 0 -> node.kill();
                case 1 -> node.pause();
                case 2 -> node.resume();
                default -> d.away(w.chance() < 0.3);
            }
            long end = w.nanos() + SimWorld.millis(w.chance() * 5_000);
            while (w.step(end)) {
                // run
            }
            nodes.stream().filter(each -> !each.up()).findAny().ifPresent(SimNode::start);
        }
        nodes.forEach(SimNode::resume);
        d.away(false);
        long end = w.nanos() + SimWorld.millis(30_000);
        while (w.step(end)) {
            // run
        }

        assertThat(nodes.stream().filter(SimNode::serving))
                .as(() -> String.join("\n", w.trace()))
                .hasSize(1);
    }

    private void startBoth() {
        a.start();
        assertThat(millisUntil(a::serving)).isLessThan(1_000);
        b.start();
        runFor(3_000);
    }

    private void runFor(long millis) {
        long end = world.nanos() + SimWorld.millis((double) millis);
        while (world.step(end)) {
            // run
        }
    }

    private long millisUntil(BooleanSupplier condition) {
        long begin = world.nanos();
        long end = begin + SimWorld.millis(60_000);
        while (!condition.getAsBoolean()) {
            if (!world.step(end)) {
                throw new AssertionError("did not happen within 60 s:\n" + String.join("\n", world.trace()));
            }
        }
        return (world.nanos() - begin) / 1_000_000;
    }
}
