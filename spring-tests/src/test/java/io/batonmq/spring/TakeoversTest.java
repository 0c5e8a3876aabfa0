package io.batonmq.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.batonmq.samples.kill.LeftOver;
import io.batonmq.samples.kill.WorkLine.Kind;
import io.batonmq.samples.process.NodeProcess;
import io.batonmq.spring.Nodes.Store;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.core.SpringVersion;

/** Holders are killed while all that Spring and pooled-jms offer is at work at once (C43, C99). */
class TakeoversTest {

    private static final int KILLS = Integer.getInteger("spring.kills", 2);
    private static final long SEED = Long.getLong("spring.seed", System.nanoTime());
    private static final int NODES = 3;
    private static final int MOST_PAUSE_MILLIS = 600;
    private static final Duration REST = Duration.ofMillis(100);
    /** C99 asks for 5 s: what is seen is printed, this leaves room for a loaded machine. */
    private static final Duration PROBE_BOUND = Duration.ofSeconds(30);

    private static final Duration DRAIN_BOUND = Duration.ofMinutes(1);

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path folder;

    /** All, but as the build says: it tries one with each generation of Spring. */
    static Stream<Store> stores() {
        String wanted = System.getProperty("spring.stores", "");
        return Arrays.stream(Store.values()).filter(each -> wanted.isEmpty() || wanted.contains(each.name()));
    }

    private volatile boolean ended;
    private long slowestProbe;

    @ParameterizedTest
    @MethodSource("stores")
    @Timeout(value = 2, unit = TimeUnit.HOURS)
    void nothingIsLostDoubledOrStuck(Store store) throws Exception {
        System.out.println("takeovers under Spring: " + KILLS + " on " + store + ", seed " + SEED);
        Random random = new Random(SEED);
        List<String> complaints = new ArrayList<>();
        try (Nodes nodes = Nodes.start(store, NODES, folder);
                Callbacks callbacks = new Callbacks(nodes)) {
            Names names = new Names(Map.of("silent", nodes.failover(""), "telling", nodes.failover("&jms.events=all")));
            try (Rig rig = new Rig(names)) {
                Sender probes = Sender.transacted("probe", names, names.factory("silent"));
                probe(rig, probes);
                List<Thread> threads = startSenders(rig);
                try {
                    for (int i = 0; i < KILLS; i++) {
                        LockSupport.parkNanos(Duration.ofMillis(1 + random.nextInt(MOST_PAUSE_MILLIS))
                                .toNanos());
                        NodeProcess victim = nodes.takeOver();
                        probe(rig, probes);
                        nodes.start(victim);
                    }
                } finally {
                    ended = true;
                    for (Thread thread : threads) {
                        thread.join();
                    }
                }
                List<Route> all = Stream.concat(rig.routes().stream(), rig.forwarded().stream())
                        .toList();
                List<String> queues = all.stream().map(Route::queue).toList();
                await().atMost(DRAIN_BOUND)
                        .untilAsserted(() -> assertThat(all)
                                .filteredOn(route -> !route.ledger().isComplete())
                                .isEmpty());
                await().atMost(DRAIN_BOUND)
                        .untilAsserted(() -> assertThat(LeftOver.in(nodes.failover(""), queues))
                                .isEmpty());
                List<String> dead = LeftOver.in(nodes.failover(""), List.of("DLQ"));
                dead.forEach(uid -> complaints.add("in the dead letter queue: " + uid));
                all.forEach(route -> complaints.addAll(route.complaints(dead)));
                report(store, all, complaints);
            }
            await().atMost(Nodes.BOUND).untilAsserted(() -> callbacks.check(KILLS));
        }
        assertThat(complaints).isEmpty();
        await().atMost(Nodes.BOUND)
                .untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
                        .extracting(Thread::getName)
                        .as("I6")
                        .noneMatch(name -> name.startsWith("batonmq-") && !name.startsWith("batonmq-session")
                                || name.startsWith("container-")));
    }

    private List<Thread> startSenders(Rig rig) {
        List<Thread> threads = new ArrayList<>();
        for (Sender sender : rig.senders()) {
            Thread thread = new Thread(
                    () -> {
                        while (!ended) {
                            for (Route route : rig.routes()) {
                                sender.send(route);
                                LockSupport.parkNanos(REST.toNanos());
                            }
                        }
                    },
                    "sender");
            threads.add(thread);
            thread.start();
        }
        return threads;
    }

    /** A message to each container is handled in time: none is stuck. */
    private void probe(Rig rig, Sender probes) {
        Map<Route, String> unhandled = probes.sendToAll(rig.routes());
        long sent = System.nanoTime();
        await().pollInterval(Duration.ofMillis(5)).atMost(PROBE_BOUND).untilAsserted(() -> {
            unhandled.entrySet().removeIf(probe -> probe.getKey().ledger().hasSeen(probe.getValue()));
            assertThat(unhandled.keySet()).extracting(Route::queue).isEmpty();
        });
        slowestProbe = Math.max(slowestProbe, System.nanoTime() - sent);
    }

    private void report(Store store, List<Route> routes, List<String> complaints) {
        StringBuilder counts = new StringBuilder();
        for (Kind kind : Kind.values()) {
            long count =
                    routes.stream().mapToLong(each -> each.ledger().count(kind)).sum();
            if (count > 0) {
                counts.append(' ').append(kind).append('=').append(count);
            }
        }
        System.out.println("Spring " + SpringVersion.getVersion() + " on " + store + ": SIGKILLs=" + KILLS + " queues="
                + routes.size() + counts + " slowest-probe-ms=" + TimeUnit.NANOSECONDS.toMillis(slowestProbe)
                + " violations=" + complaints.size());
    }
}
