package io.batonmq.samples.kill;

import static org.assertj.core.api.Assertions.assertThat;

import io.batonmq.samples.process.Children;
import io.batonmq.samples.process.LeaseLook.Holder;
import io.batonmq.samples.process.NodeProcess;
import io.batonmq.samples.process.Waiting;
import io.batonmq.store.testing.PostgresFixture;
import io.batonmq.store.testing.TestDatabase;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A queue with far more than fits into a node's heap: loaded through the client, taken over as fast as an empty one (L12),
 * and drained, each message once. {@code -Dbacklog=1000000 -Dbacklog.heap=256m -Dbacklog.takeovers=15} is the large run.
 */
class BacklogTest {

    private static final int MESSAGES = Integer.getInteger("backlog", 30_000);
    private static final String HEAP = System.getProperty("backlog.heap", "96m");

    private static final int TAKEOVERS = Integer.getInteger("backlog.takeovers", 3);
    private static final Duration BOUND = Duration.ofMinutes(2);
    /** After it contends, a standby looks at the lease and connects to the holder. */
    private static final Duration LINKED_AFTER = Duration.ofSeconds(2);
    /** What a loaded machine adds at random: the ratio is reported, this only catches a takeover that reads the backlog. */
    private static final Duration NOISE = Duration.ofSeconds(3);

    @TempDir
    Path folder;

    private final Waiting waiting = new Waiting(System::nanoTime);

    @Test
    @Timeout(value = 2, unit = TimeUnit.HOURS)
    void aBacklogLargerThanTheHeapIsTakenOverAtOnceAndDrained() throws Exception {
        try (TestDatabase database = PostgresFixture.freshDatabase();
                Children children = new Children(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        System.getProperty("java.class.path"),
                        folder);
                Cluster cluster = new Cluster(
                        database, 2, List.of("-Xmx" + HEAP), number -> List.of(), folder, children, waiting)) {
            cluster.startAll();
            try (BacklogClient client = new BacklogClient(cluster.url())) {
                client.probe();
                List<Long> whileEmpty = takeovers(cluster, client);
                long empty = median(whileEmpty);
                long loading = System.nanoTime();
                client.load(MESSAGES);
                long loaded = System.nanoTime();
                assertThat(cluster.number("select count(*) from baton_message")).isGreaterThanOrEqualTo(MESSAGES);
                List<Long> whileLoaded = takeovers(cluster, client);
                long full = median(whileLoaded);
                long draining = System.nanoTime();
                int drained = client.drain(MESSAGES);
                long end = System.nanoTime();
                System.out.println(
                        "backlog=" + MESSAGES + " heap=" + HEAP + " takeover-ms: empty=" + empty + " loaded=" + full
                                + " ratio=" + Math.round(100.0 * full / empty) / 100.0 + " load-seconds="
                                + TimeUnit.NANOSECONDS.toSeconds(loaded - loading) + " drain-seconds="
                                + TimeUnit.NANOSECONDS.toSeconds(end - draining) + " drained=" + drained);
                System.out.println("each takeover: empty=" + whileEmpty + " loaded=" + whileLoaded);
                assertThat(drained).isEqualTo(MESSAGES);
                assertThat(cluster.nodes()).allMatch(node -> node.process().isAlive());
                assertThat(full).isLessThan(2 * empty + NOISE.toMillis());
            }
        }
    }

    /** Milliseconds from the death of a holder to the first send that its successor has confirmed. */
    private List<Long> takeovers(Cluster cluster, BacklogClient client) throws Exception {
        List<Long> times = new ArrayList<>();
        for (int i = 0; i < TAKEOVERS; i++) {
            waiting.pause(LINKED_AFTER);
            Holder before = cluster.holder();
            NodeProcess victim = cluster.holdingNode();
            victim.process().kill();
            long killed = System.nanoTime();
            client.probe();
            times.add((System.nanoTime() - killed) / 1_000_000);
            cluster.awaitHolderAfter(before.epoch(), BOUND);
            cluster.start(victim);
            waiting.until("the killed node", BOUND, () -> cluster.isBack(victim));
        }
        return times;
    }

    private static long median(List<Long> times) {
        List<Long> sorted = new ArrayList<>(times);
        Collections.sort(sorted);
        return sorted.get(sorted.size() / 2);
    }
}
