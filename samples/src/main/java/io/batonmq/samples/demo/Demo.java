package io.batonmq.samples.demo;

import io.batonmq.samples.demo.LedgerCheck.Verdict;
import io.batonmq.samples.process.ChildProcess;
import io.batonmq.samples.process.Children;
import io.batonmq.samples.process.LeaseLook;
import io.batonmq.samples.process.LeaseLook.Holder;
import io.batonmq.samples.process.NodeProcess;
import io.batonmq.samples.process.ProcessFailure;
import io.batonmq.samples.process.Waiting;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.LongSupplier;

/** The demo's story: two nodes, a producer, a consumer, and one holder after the other killed. For one thread. */
final class Demo {

    private static final Duration START_BOUND = Duration.ofMinutes(2);
    private static final Duration FAILOVER_BOUND = Duration.ofMinutes(1);
    private static final int WARM = 50;
    /** So long a restarted node needs to find the holder and to connect to it. */
    private static final int LEAST_PAUSE_MILLIS = 2_000;

    private static final int MOST_PAUSE_MILLIS = 4_000;

    private final DemoOptions options;
    private final Path folder;
    private final Children children;
    private final Narrator narrator;
    private final Waiting waiting;
    private final Random random;
    private final String name;

    Demo(DemoOptions options, Path folder, Children children, Narrator narrator, LongSupplier nanos, String name) {
        this.options = options;
        this.folder = folder;
        this.children = children;
        this.narrator = narrator;
        this.waiting = new Waiting(nanos);
        this.random = new Random(options.seed());
        this.name = name;
    }

    /** Runs it all. */
    DemoResult run(DemoDatabase database, LeaseLook lease) throws IOException {
        NodeProcess a = node("A", database);
        NodeProcess b = node("B", database);
        List<NodeProcess> nodes = List.of(a, b);
        start(a, lease);
        waiting.until(
                "node A to hold the lease",
                START_BOUND,
                () -> a.id().equals(lease.holder().node()));
        narrator.say("holder: A, epoch %d", lease.holder().epoch());
        start(b, lease);
        String url = "failover:(" + a.address() + "," + b.address()
                + ")?initialReconnectDelay=10&maxReconnectDelay=500&startupMaxReconnectAttempts=60";
        Traffic traffic = Traffic.start(children, folder, url, name);
        narrator.say(
                "producer and consumer: pids %d and %d, %s",
                traffic.processes().get(0).pid(), traffic.processes().get(1).pid(), url);
        watch(nodes, traffic);
        waiting.until(
                "the first messages", START_BOUND, () -> traffic.received().size() > WARM);
        int first = traffic.received().size();
        int failovers = 0;
        for (int i = 0; i < options.kills(); i++) {
            waiting.pause(Duration.ofMillis(random.nextInt(LEAST_PAUSE_MILLIS, MOST_PAUSE_MILLIS)));
            failover(nodes, lease, traffic);
            failovers++;
        }
        waiting.pause(Duration.ofMillis(LEAST_PAUSE_MILLIS));
        Verdict verdict = drain(url, traffic);
        long gap = traffic.longestGapMillis(first);
        waiting.watch(List.of());
        nodes.forEach(NodeProcess::stop);
        narrator.say("both nodes are stopped");
        return new DemoResult(verdict, failovers, gap);
    }

    private NodeProcess node(String id, DemoDatabase database) throws IOException {
        List<String> settings = new ArrayList<>(database.nodeSettings());
        settings.addAll(List.of("--lease.name=" + name, "--data=" + folder.resolve("node-" + id)));
        return new NodeProcess(id, List.of("-Xmx192m"), settings, children);
    }

    private void watch(List<NodeProcess> nodes, Traffic traffic) {
        List<ChildProcess> wanted = new ArrayList<>(traffic.processes());
        nodes.forEach(node -> wanted.add(node.process()));
        waiting.watch(wanted);
    }

    private void start(NodeProcess node, LeaseLook lease) {
        String before = String.valueOf(lease.incarnation(node.id()));
        ChildProcess process = node.start();
        waiting.watch(List.of(process));
        waiting.until("node " + node.id() + " to contend for the lease", START_BOUND, () -> {
            String now = lease.incarnation(node.id());
            return now != null && !now.equals(before);
        });
        narrator.say("node %s: pid %d, %s", node.id(), process.pid(), node.address());
    }

    private void failover(List<NodeProcess> nodes, LeaseLook lease, Traffic traffic) {
        Holder before = lease.holder();
        NodeProcess victim = nodes.stream()
                .filter(node -> node.id().equals(before.node()))
                .findFirst()
                .orElseThrow(() -> new ProcessFailure("nobody holds the lease"));
        List<NodeProcess> others = nodes.stream().filter(node -> node != victim).toList();
        int received = traffic.received().size();
        narrator.say(
                "%s. kill -9 %d (holder %s, epoch %d)",
                traffic.counts(), victim.process().pid(), victim.id(), before.epoch());
        watch(others, traffic);
        victim.process().kill();
        waiting.until("another holder", FAILOVER_BOUND, () -> lease.holder().epoch() > before.epoch());
        Holder after = lease.holder();
        waiting.until(
                "messages after the failover",
                FAILOVER_BOUND,
                () -> traffic.received().size() > received + WARM);
        narrator.say(
                "holder: %s, epoch %d; the consumer went without messages for %d ms",
                String.valueOf(after.node()), after.epoch(), traffic.longestGapMillis(received));
        start(victim, lease);
        watch(nodes, traffic);
    }

    private Verdict drain(String url, Traffic traffic) {
        waiting.watch(List.of());
        traffic.finishSending();
        narrator.say("producer has ended: %s", traffic.counts());
        traffic.finishReceiving();
        narrator.say("consumer has ended: %s", traffic.counts());
        List<String> left = QueueLook.everythingIn(url, List.of(name, "DLQ"));
        if (!left.isEmpty()) {
            throw new ProcessFailure("left behind: " + String.join(", ", left));
        }
        narrator.say("the queue and the dead letter queue are empty");
        return LedgerCheck.check(traffic.sent(), traffic.received());
    }
}
