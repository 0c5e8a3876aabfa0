package io.batonmq.samples.kill;

import io.batonmq.samples.process.ChildProcess;
import io.batonmq.samples.process.Children;
import io.batonmq.samples.process.LeaseLook.Holder;
import io.batonmq.samples.process.NodeProcess;
import io.batonmq.samples.process.Waiting;
import io.batonmq.store.testing.TestDatabase;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Kills one holder after the other while every mode of acknowledgement is at work, then checks the ledgers. For one thread.
 *
 * <p>A kill counts if a command was in flight: some worker's send, commit or acknowledgement was called before the SIGKILL
 * was sent and returned after the process was gone. Workers and killer read the same clock, the machine's monotonic one.
 */
final class KillRun {

    private static final Duration BOUND = Duration.ofMinutes(2);
    private static final int STANDBYS = 3;

    private static final int MOST_PAUSE_MILLIS = 600;

    static final List<String> WORKERS = List.of(
            "auto-producer",
            "client-producer",
            "transacted-producer",
            "auto-consumer",
            "client-consumer",
            "transacted-consumer",
            "forwarded-consumer");

    /** Those that acknowledge without waiting. */
    private static final Set<String> AUTOMATIC = Set.of("auto-consumer", "forwarded-consumer");

    private final TestDatabase database;
    private final Path folder;
    private final Children children;
    private final Random random;
    private final LongSupplier nanos;
    private final Consumer<String> news;
    private final Waiting waiting;
    private final Ledgers ledgers;
    private final Map<String, Integer> inFlight = new TreeMap<>();
    private final List<Long> recoveries = new ArrayList<>();
    private int kills;
    private int counted;

    /** What a run has shown. */
    record Report(
            int kills,
            int counted,
            Map<String, Integer> inFlight,
            List<Long> recoveries,
            int messages,
            long claimsLost,
            long markedUnseen,
            Duration longestCall,
            List<String> complaints) {}

    KillRun(
            TestDatabase database,
            Path folder,
            Children children,
            long seed,
            LongSupplier nanos,
            Consumer<String> news) {
        this.database = database;
        this.folder = folder;
        this.children = children;
        this.random = new Random(seed);
        this.nanos = nanos;
        this.news = news;
        this.waiting = new Waiting(nanos);
        this.ledgers = new Ledgers(folder, WORKERS);
    }

    Report run(int wanted) throws Exception {
        List<String> settings = List.of("--lease.activation=3s", "--lease.heartbeat=1s", "--silenceLimit=3s");
        try (Cluster cluster = new Cluster(
                database, 1 + STANDBYS, List.of("-Xmx192m"), number -> settings, folder, children, waiting)) {
            cluster.startAll();
            cluster.recordEpochs();
            List<ChildProcess> workers = startWorkers(cluster.url());
            waiting.watch(workers);
            waiting.until("traffic", BOUND, () -> ledgers.allHave(20));
            Baseline before = Baseline.measure(cluster, workers);
            while (counted < wanted && kills < 2 * wanted + 10) {
                waiting.pause(Duration.ofMillis(1 + random.nextInt(MOST_PAUSE_MILLIS)));
                cluster.awaitStandby(BOUND);
                kill(cluster);
            }
            waiting.until("all nodes", BOUND, () -> cluster.nodes().stream().allMatch(cluster::isBack));
            List<String> complaints = new ArrayList<>();
            Baseline[] after = new Baseline[1];
            try {
                waiting.until("threads, sockets and connections as before (I6)", BOUND, () -> {
                    after[0] = Baseline.measure(cluster, workers);
                    return after[0].within(before);
                });
            } catch (RuntimeException e) {
                complaints.add("I6 before " + before + ", after " + after[0]);
            }
            finish(workers);
            complaints.addAll(check(cluster, LeftOver.in(cluster.url(), List.of("DLQ"))));
            List<String> left = LeftOver.in(cluster.url(), List.of("auto", "client", "transacted", "forwarded"));
            left.forEach(uid -> complaints.add("left in a queue: " + uid));
            waiting.watch(List.of());
            long claimsLost = WORKERS.stream()
                    .mapToLong(name -> WorkCheck.claimsLost(ledgers.entries(name)))
                    .sum();
            long markedUnseen = WORKERS.stream()
                    .mapToLong(name -> WorkCheck.markedUnseen(ledgers.entries(name)))
                    .sum();
            Duration longestCall = WORKERS.stream()
                    .map(name -> WorkCheck.longestCall(ledgers.entries(name)))
                    .max(Comparator.naturalOrder())
                    .orElseThrow();
            return new Report(
                    kills,
                    counted,
                    inFlight,
                    recoveries,
                    ledgers.confirmed(),
                    claimsLost,
                    markedUnseen,
                    longestCall,
                    complaints);
        }
    }

    private List<ChildProcess> startWorkers(String url) {
        List<String> arguments = List.of(url, folder.toString());
        List<String> jvm = List.of("-Xmx192m", "-XX:-UseDynamicNumberOfCompilerThreads");
        return List.of(
                children.start("producers", ProducersMain.class, jvm, arguments),
                children.start("consumers", ConsumersMain.class, jvm, arguments));
    }

    private void kill(Cluster cluster) {
        Holder holder = cluster.holder();
        NodeProcess victim = cluster.holdingNode();
        Map<String, Integer> marks = ledgers.sizes();
        long sent = nanos.getAsLong();
        victim.process().kill();
        long gone = nanos.getAsLong();
        kills++;
        Holder next = cluster.awaitHolderAfter(holder.epoch(), BOUND);
        waiting.until("every worker to go on after kill " + kills, BOUND, () -> ledgers.allWentOn(marks, gone));
        recoveries.add((nanos.getAsLong() - gone) / 1_000_000);
        boolean any = false;
        for (String worker : WORKERS) {
            if (ledgers.hadCommandInFlight(worker, marks, sent, gone)) {
                inFlight.merge(worker, 1, Integer::sum);
                any = true;
            }
        }
        if (any) {
            counted++;
        }
        news.accept("kill " + kills + " (" + counted + " with commands in flight): " + victim.id() + " -> "
                + next.node() + ", all workers on after " + recoveries.get(recoveries.size() - 1) + " ms");
        cluster.start(victim);
    }

    private void finish(List<ChildProcess> workers) {
        waiting.watch(List.of(workers.get(1)));
        workers.get(0).finish(BOUND);
        int[] last = {0};
        long[] since = {nanos.getAsLong()};
        waiting.until("the queues to be drained", Duration.ofMinutes(10), () -> {
            int now = ledgers.total();
            boolean quiet = ledgers.areDrained();
            if (now != last[0] && !quiet) {
                last[0] = now;
                since[0] = nanos.getAsLong();
            }
            return quiet && nanos.getAsLong() - since[0] > Duration.ofSeconds(3).toNanos();
        });
        waiting.watch(List.of());
        workers.get(1).finish(BOUND);
    }

    private List<String> check(Cluster cluster, List<String> dead) {
        List<String> complaints = new ArrayList<>();
        for (String queue : List.of("auto", "client", "transacted")) {
            complaints.addAll(queue(queue + "-producer", queue + "-consumer", dead));
        }
        complaints.addAll(queue("transacted-consumer", "forwarded-consumer", dead));
        Set<Long> epochs = cluster.epochs();
        WORKERS.forEach(name -> complaints.addAll(WorkCheck.calls(name, ledgers.entries(name), epochs)));
        dead.forEach(uid -> complaints.add("in the dead letter queue: " + uid));
        return complaints;
    }

    private List<String> queue(String producer, String consumer, List<String> dead) {
        List<WorkLine> produced = ledgers.entries(producer);
        List<WorkLine> consumed = ledgers.entries(consumer);
        List<String> complaints =
                new ArrayList<>(WorkCheck.queue(produced, consumed, dead, AUTOMATIC.contains(consumer)));
        complaints.addAll(WorkCheck.order(produced, consumed));
        return complaints;
    }
}
