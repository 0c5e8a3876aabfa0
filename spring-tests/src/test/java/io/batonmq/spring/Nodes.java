package io.batonmq.spring;

import io.batonmq.samples.kill.Cluster;
import io.batonmq.samples.process.Children;
import io.batonmq.samples.process.LeaseLook.Holder;
import io.batonmq.samples.process.NodeProcess;
import io.batonmq.samples.process.Waiting;
import io.batonmq.store.testing.H2Server;
import io.batonmq.store.testing.PostgresFixture;
import io.batonmq.store.testing.TestDatabase;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/** Nodes in processes of their own, with the settings they have by default, killed with SIGKILL. For one thread. */
final class Nodes implements AutoCloseable {

    static final Duration BOUND = Duration.ofMinutes(1);

    /** What the nodes share. */
    enum Store {
        H2 {
            @Override
            TestDatabase open(Path folder) {
                return H2Server.start(folder.resolve("h2")).database();
            }
        },
        POSTGRESQL {
            @Override
            TestDatabase open(Path folder) {
                return PostgresFixture.freshDatabase();
            }
        };

        abstract TestDatabase open(Path folder);
    }

    private final TestDatabase database;
    private final Children children;
    private final Cluster cluster;

    private Nodes(TestDatabase database, Children children, Cluster cluster) {
        this.database = database;
        this.children = children;
        this.cluster = cluster;
    }

    static Nodes start(Store store, int size, Path folder) throws Exception {
        TestDatabase database = store.open(folder);
        Children children = children(folder);
        Cluster cluster = new Cluster(
                database,
                size,
                List.of("-Xmx192m"),
                number -> List.of(),
                folder,
                children,
                new Waiting(System::nanoTime));
        cluster.startAll();
        return new Nodes(database, children, cluster);
    }

    /** A nursery for processes with this one's class path. */
    private static Children children(Path folder) {
        return new Children(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                System.getProperty("java.class.path"),
                folder);
    }

    Children children() {
        return children;
    }

    TestDatabase database() {
        return database;
    }

    NodeProcess holder() {
        return cluster.holdingNode();
    }

    /** All addresses, with something between them. */
    String addresses(String separator) {
        return cluster.nodes().stream().map(NodeProcess::address).collect(Collectors.joining(separator));
    }

    /** A failover URL in ActiveMQ's spelling. */
    String failover(String options) {
        return "failover:(" + addresses(",") + ")?initialReconnectDelay=10&maxReconnectDelay=200" + options;
    }

    /** Kills the holder once another node can follow it; returns the killed one when the other serves. */
    NodeProcess takeOver() {
        cluster.awaitStandby(BOUND);
        Holder before = cluster.holder();
        NodeProcess victim = cluster.holdingNode();
        victim.process().kill();
        cluster.awaitHolderAfter(before.epoch(), BOUND);
        return victim;
    }

    void start(NodeProcess node) {
        cluster.start(node);
    }

    @Override
    public void close() throws SQLException {
        cluster.close();
        children.close();
        database.close();
    }
}
