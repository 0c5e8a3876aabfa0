package io.batonmq.samples.kill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.batonmq.samples.process.Children;
import io.batonmq.samples.process.LeaseLook.Holder;
import io.batonmq.samples.process.NodeProcess;
import io.batonmq.samples.process.Waiting;
import io.batonmq.store.testing.PostgresFixture;
import io.batonmq.store.testing.ProcessSignal;
import io.batonmq.store.testing.TestDatabase;
import io.batonmq.wire.BrokerFrame.Confirm;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A holder that is stopped past its lease (SIGSTOP) and goes on (SIGCONT) stores nothing and confirms nothing (C01): every
 * Confirm that any node ever sent is compared, by epoch and batch number, with the batches in the database.
 */
class PauseTest {

    private static final int ROUNDS = 3;
    private static final int WAITING = 20;
    private static final Duration ACTIVATION = Duration.ofSeconds(3);
    private static final Duration BOUND = Duration.ofMinutes(2);

    @TempDir
    Path folder;

    @Test
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    void aHolderThatSleptThroughItsLeaseStoresAndConfirmsNothing() throws Exception {
        List<Tap> taps = List.of(new Tap(), new Tap());
        Waiting waiting = new Waiting(System::nanoTime);
        try (TestDatabase database = PostgresFixture.freshDatabase();
                Children children = new Children(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        System.getProperty("java.class.path"),
                        folder);
                Cluster cluster = new Cluster(
                        database,
                        2,
                        List.of("-Xmx192m"),
                        number -> settings(taps.get(number)),
                        folder,
                        children,
                        waiting)) {
            for (int i = 0; i < taps.size(); i++) {
                taps.get(i).forwardTo(cluster.nodes().get(i).address());
            }
            cluster.startAll();
            cluster.recordEpochs();
            String both =
                    "failover:(" + taps.get(0).address() + "," + taps.get(1).address() + ")"
                            + "?initialReconnectDelay=10&maxReconnectDelay=500&startupMaxReconnectAttempts=200";
            try (PinnedClient follower = new PinnedClient(both, "followed")) {
                for (int round = 0; round < ROUNDS; round++) {
                    round(cluster, taps, follower);
                }
            }
            check(cluster, taps);
        } finally {
            taps.forEach(Tap::close);
        }
    }

    private static List<String> settings(Tap tap) {
        return List.of(
                "--advertise=" + tap.address(),
                "--lease.activation=" + ACTIVATION.toMillis() + "ms",
                "--lease.heartbeat=1s",
                "--silenceLimit=3s",
                "--store.batchRowsKept=1000000000");
    }

    /** Stops the holder for longer than its lease, and lets it go on. */
    private static void round(Cluster cluster, List<Tap> taps, PinnedClient follower) throws Exception {
        Holder before = cluster.holder();
        NodeProcess sleeper = cluster.holdingNode();
        Tap tap = taps.get(cluster.nodes().indexOf(sleeper));
        long pid = sleeper.process().pid();
        try (PinnedClient pinned = new PinnedClient(tap.address(), "pinned")) {
            follower.awaitProgress();
            pinned.awaitProgress();
            ProcessSignal.STOP.send(pid);
            try {
                // What the pinned client sends now waits in the sleeper's socket, until the client finds the link dead.
                await().atMost(BOUND).until(() -> pinned.unanswered() >= WAITING);
                Holder after = cluster.awaitHolderAfter(before.epoch(), BOUND);
                assertThat(after.node()).isNotEqualTo(before.node());
                follower.awaitProgress();
            } finally {
                long stored = storedBy(cluster, before.epoch());
                int confirmed = tap.confirms().size();
                ProcessSignal.CONT.send(pid);
                await().atMost(BOUND).until(() -> pinned.hasFailed());
                await().atMost(BOUND).until(() -> cluster.holder().node() != null);
                follower.awaitProgress();
                assertThat(storedBy(cluster, before.epoch()))
                        .as("batches of the sleeper's epoch")
                        .isEqualTo(stored);
                Set<Long> late = new TreeSet<>();
                tap.confirms().stream().skip(confirmed).forEach(confirm -> late.add(confirm.epoch()));
                assertThat(late)
                        .as("epochs confirmed by the sleeper after it woke")
                        .doesNotContain(before.epoch());
            }
        }
    }

    private static long storedBy(Cluster cluster, long epoch) {
        return cluster.number("select count(*) from baton_batch where epoch = " + epoch);
    }

    private record Batch(long epoch, long number) {}

    private static void check(Cluster cluster, List<Tap> taps) {
        Set<Batch> stored = new HashSet<>();
        cluster.rows(
                "select epoch, number from baton_batch", row -> stored.add(new Batch(row.getLong(1), row.getLong(2))));
        List<Confirm> confirms =
                taps.stream().flatMap(tap -> tap.confirms().stream()).toList();
        // Batch 0 answers a command that was sent again: durable already, by a batch of whatever epoch.
        List<Confirm> untrue = confirms.stream()
                .filter(confirm -> confirm.batch() == 0
                        ? !cluster.epochs().contains(confirm.epoch())
                        : !stored.contains(new Batch(confirm.epoch(), confirm.batch())))
                .toList();
        System.out.println("SIGSTOPs past the lease=" + ROUNDS + " confirms=" + confirms.size() + " batches="
                + stored.size() + " epochs=" + cluster.epochs().size() + " confirms-without-batch=" + untrue.size());
        // On a busy machine one confirms many messages.
        assertThat(confirms).hasSizeGreaterThan(30);
        assertThat(untrue).isEmpty();
    }
}
