package io.batonmq.sim;

import io.batonmq.broker.destination.DestinationSettings;
import io.batonmq.broker.lease.LeaseSettings;
import io.batonmq.broker.loop.ClientLink;
import io.batonmq.broker.loop.PeerLinks;
import io.batonmq.broker.node.NodeCore;
import io.batonmq.broker.node.NodeEvents;
import io.batonmq.broker.node.NodeSettings;
import io.batonmq.broker.session.SessionSettings;
import io.batonmq.broker.writer.BatchWriter;
import io.batonmq.store.Identity;
import io.batonmq.store.LeaseStore.LeaseView;
import io.batonmq.store.LeaseStore.NodeSelf;
import io.batonmq.wire.UniqueId;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** One node of the simulated world: a stable id and address, and the process that runs now, if any. */
final class SimNode implements SimNetwork.Listening {
    private final SimWorld world;
    private final SimNetwork network;
    private final SimDatabase database;
    private final Ledger ledger;
    private final String nodeId;
    private final NodeSettings settings;

    private @Nullable SimProcess process;
    private @Nullable NodeCore core;
    private Identity incarnation = new Identity(0, 0);
    private boolean serving;
    private long epoch;
    private boolean stopped;
    /** Takeovers that came to serving, for the run's report. */
    int served;

    SimNode(SimWorld world, SimNetwork network, SimDatabase database, Ledger ledger, String nodeId) {
        this.world = world;
        this.network = network;
        this.database = database;
        this.ledger = ledger;
        this.nodeId = nodeId;
        this.settings = database.saboteur.settings(settings());
    }

    /** Hand-outs before a message is a dead letter. */
    static final int MAX_DELIVERIES = 4;

    static NodeSettings settings() {
        return new NodeSettings(
                new LeaseSettings(
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(5),
                        Duration.ofMillis(500),
                        Duration.ofSeconds(1),
                        false),
                new SessionSettings(
                        Duration.ofSeconds(4),
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(12),
                        Duration.ofSeconds(60),
                        Duration.ofSeconds(6),
                        Duration.ofSeconds(8),
                        Duration.ofSeconds(2),
                        10 << 20,
                        64 << 10,
                        10 << 20),
                new DestinationSettings(
                        "default",
                        MAX_DELIVERIES,
                        Duration.ZERO,
                        SimLine.DEAD_LETTERS,
                        16 << 20,
                        64 << 20,
                        64 << 20,
                        256,
                        1 << 20),
                new BatchWriter.Bounds(50, 256 << 10, Duration.ofMillis(100), 1_000),
                100,
                Duration.ofSeconds(5));
    }

    String address() {
        return "tcp://" + nodeId + ":61616";
    }

    boolean up() {
        SimProcess p = process;
        return p != null && p.alive();
    }

    boolean paused() {
        SimProcess p = process;
        return p != null && p.paused();
    }

    boolean serving() {
        return up() && serving;
    }

    /** The epoch under which it served last. */
    long epoch() {
        return epoch;
    }

    /** Starts a new process of this node. */
    void start() {
        SimProcess made = new SimProcess(world, nodeId);
        process = made;
        serving = false;
        stopped = false;
        incarnation = new Identity(world.random.nextLong(), world.random.nextLong());
        world.note(nodeId + " starts");
        NodeCore node = new NodeCore(
                settings,
                new NodeSelf("default", nodeId, incarnation, address()),
                made.nodeLoop(),
                made.nodeLoop(),
                new ModelMessageStore(database, made),
                new ModelLeaseStore(database, made),
                database.saboteur.peerLinks(network.peerLinks(made)),
                new java.util.Random(world.random.nextLong()),
                new Events(made));
        core = node;
        network.listen(nodeId, this);
        made.soon(node::start);
    }

    void kill() {
        SimProcess p = process;
        if (p != null && p.alive()) {
            world.note(nodeId + " is killed");
            p.kill();
            serving = false;
            network.processDied(p);
        }
    }

    void pause() {
        SimProcess p = process;
        if (p != null && p.running()) {
            world.note(nodeId + " is paused");
            p.pause();
        }
    }

    void resume() {
        SimProcess p = process;
        if (p != null && p.paused()) {
            world.note(nodeId + " goes on");
            p.resume();
        }
    }

    /** TERM: hands over and ends (L8). */
    void stop() {
        NodeCore node = core;
        SimProcess p = process;
        if (node != null && p != null && p.running()) {
            world.note(nodeId + " is asked to stop");
            p.soon(node::stop);
        }
    }

    boolean hasStopped() {
        return stopped;
    }

    @Override
    public SimProcess process() {
        SimProcess p = process;
        if (p == null) {
            throw new IllegalStateException(nodeId + " was never started");
        }
        return p;
    }

    @Override
    public UniqueId incarnation() {
        return new UniqueId(incarnation.high(), incarnation.low());
    }

    @Override
    public String nodeId() {
        return nodeId;
    }

    @Override
    public ClientLink.Acceptor clients() {
        NodeCore node = core;
        if (node == null) {
            throw new IllegalStateException(nodeId + " was never started");
        }
        return node.clients();
    }

    @Override
    public PeerLinks.PeerAcceptor peers() {
        NodeCore node = core;
        if (node == null) {
            throw new IllegalStateException(nodeId + " was never started");
        }
        return node.peers();
    }

    private final class Events implements NodeEvents {
        private final SimProcess of;

        Events(SimProcess of) {
            this.of = of;
        }

        @Override
        public void serving(long epoch) {
            serving = true;
            SimNode.this.epoch = epoch;
            served++;
            ledger.serves(incarnation, epoch);
            world.note(nodeId + " serves with epoch " + epoch);
        }

        @Override
        public void standby(String why) {
            serving = false;
            world.note(nodeId + " stands by: " + why);
        }

        @Override
        public void seen(LeaseView view) {
            // nothing to do
        }

        @Override
        public void unusable(String message) {
            ledger.unusable(nodeId, message);
            world.note(nodeId + " ends: " + message);
            serving = false;
            of.kill();
            network.processDied(of);
        }

        @Override
        public void stopped() {
            serving = false;
            stopped = true;
            world.note(nodeId + " has stopped");
            of.kill();
            network.processDied(of);
        }
    }
}
