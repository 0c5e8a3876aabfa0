package io.batonmq.broker;

import io.batonmq.broker.destination.DestinationSettings;
import io.batonmq.broker.loop.ClientLink;
import io.batonmq.broker.loop.LoopThread;
import io.batonmq.broker.net.ConfiguredUsers;
import io.batonmq.broker.net.NetServer;
import io.batonmq.broker.net.NetSettings;
import io.batonmq.broker.node.NodeCore;
import io.batonmq.broker.node.NodeEvents;
import io.batonmq.broker.node.NodeSettings;
import io.batonmq.broker.session.SessionSettings;
import io.batonmq.broker.writer.BatchWriter;
import io.batonmq.store.Identity;
import io.batonmq.store.LeaseStore.LeaseView;
import io.batonmq.store.LeaseStore.NodeSelf;
import io.batonmq.store.NodeRow;
import io.batonmq.store.StoreException;
import io.batonmq.store.jdbc.JdbcStores;
import io.batonmq.store.jdbc.StoreSettings;
import io.batonmq.wire.UniqueId;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One node, for embedding: {@link #start} returns at once, as a standby; role and lease can be asked and watched. For any
 * thread.
 *
 * <pre>{@code
 * try (BrokerNode node = BrokerNode.create(BrokerConfig.of(Map.of("data", "target/data")))) {
 *     node.start();
 *     node.stopped().join();
 * }
 * }</pre>
 */
public final class BrokerNode implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(BrokerNode.class);
    private static final int MOST_PARKED = 10_000;

    private final BrokerConfig config;
    private final String nodeId;
    private final Identity incarnation;
    private final StatusBoard board;
    /** The core has ended its work; what it ran on is still there. */
    private final CompletableFuture<Void> coreStopped = new CompletableFuture<>();

    private final CompletableFuture<String> stopped = new CompletableFuture<>();

    private @Nullable Running running;

    /** It was started, or stopped without: never again. */
    private boolean over;

    /** What a started node consists of. */
    private record Running(LoopThread loop, LoopThread leaseLoop, JdbcStores stores, NetServer net, NodeCore core) {}

    private BrokerNode(BrokerConfig config) {
        this.config = config;
        this.nodeId = NodeIdentity.of(config);
        SecureRandom random = new SecureRandom();
        this.incarnation = new Identity(random.nextLong(), random.nextLong());
        this.board =
                new StatusBoard(new NodeStatus(nodeId, "", NodeRole.STANDBY, 0, "not started", null, 0, List.of()));
    }

    /**
     * Makes a node that does nothing before {@link #start}.
     *
     * @param config from {@link BrokerConfig#of}
     * @return the node
     * @throws ConfigException if the node's id can't be kept
     */
    public static BrokerNode create(BrokerConfig config) {
        return new BrokerNode(config);
    }

    /**
     * Listens and contends for the lease; returns at once, while the database may still be away (it keeps trying). Once only:
     * a node that has stopped stays so; one that could not be started may be tried again.
     *
     * @throws IOException one sentence for the user: the port is in use, or a key store can't be read
     * @throws ConfigException the database's URL can't be used
     * @throws IllegalStateException the node was started, or stopped, before
     */
    public synchronized void start() throws IOException {
        if (over) {
            throw new IllegalStateException("node " + nodeId + " was started or stopped before: create another");
        }
        JdbcStores stores = openStores();
        over = true;
        LoopThread loop = new LoopThread("batonmq-broker-loop", System::nanoTime, this::fatal);
        LoopThread leaseLoop = new LoopThread("batonmq-lease-loop", System::nanoTime, this::fatal);
        NetServer net = null;
        try {
            Doorbell bell = new Doorbell();
            net = NetServer.start(
                    config.listen(),
                    netSettings(),
                    ConfiguredUsers.of(config.users(), config.anonymous(), new SecureRandom()),
                    loop,
                    bell::client,
                    bell::peer);
            String address = advertised(net.address());
            NodeCore core = new NodeCore(
                    nodeSettings(),
                    new NodeSelf(config.leaseName(), nodeId, incarnation, address),
                    loop,
                    leaseLoop,
                    stores.messages(),
                    stores.lease(),
                    net.nodes(leaseLoop),
                    new SecureRandom(),
                    new Events(loop));
            board.change(
                    now -> new NodeStatus(nodeId, address, NodeRole.STANDBY, 0, "started", null, 0, List.of(address)));
            bell.core = core;
            running = new Running(loop, leaseLoop, stores, net, core);
            core.start();
        } catch (IOException | RuntimeException e) {
            dismantle(net, loop, leaseLoop, stores);
            running = null;
            over = false;
            throw e;
        }
    }

    /** {@return what the node is now} */
    public NodeStatus status() {
        return board.status();
    }

    /**
     * Adds somebody who is told of every change of {@link #status}.
     *
     * @param watcher called once per change from now on, one after the other, on the node's own threads or on the one that
     *     calls {@link #stop}: must not block
     */
    public void watch(Consumer<NodeStatus> watcher) {
        board.watch(watcher);
    }

    /**
     * Tells of the end.
     *
     * @return completes with the reason when the node has stopped: {@code "stopped"} after {@link #stop}, else why it
     *     can't go on
     */
    public CompletableFuture<String> stopped() {
        return stopped.copy();
    }

    /**
     * Stops in order: a holder stores what it has taken, hands the lease over and sends its clients on; bounded by {@code
     * stopTimeout}. Returns when threads, sockets and database connections are gone; at once, if it was called before or the
     * node gives up by itself: {@link #stopped} tells when that is done. A node that was never started has stopped, too.
     */
    public void stop() {
        boolean never = !startedBefore();
        Running parts = take();
        if (parts == null) {
            if (never) {
                end("stopped");
            }
            return;
        }
        parts.core().stop();
        Duration bound = config.sessions().stopTimeout().plusSeconds(1);
        try {
            coreStopped.get(bound.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            LOG.warn("Node {} did not stop in order within {}", nodeId, bound);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (java.util.concurrent.ExecutionException e) {
            LOG.warn("Node {} stopped with {}", nodeId, e.getMessage());
        }
        dismantle(parts);
        end("stopped");
    }

    /** As {@link #stop}. */
    @Override
    public void close() {
        stop();
    }

    private synchronized boolean startedBefore() {
        boolean before = over;
        over = true;
        return before;
    }

    private synchronized @Nullable Running take() {
        Running parts = running;
        running = null;
        return parts;
    }

    private static void dismantle(Running parts) {
        dismantle(parts.net(), parts.loop(), parts.leaseLoop(), parts.stores());
    }

    /** Everything is closed, whatever goes wrong with one of them. */
    private static void dismantle(@Nullable AutoCloseable... parts) {
        for (AutoCloseable part : parts) {
            try {
                if (part != null) {
                    part.close();
                }
            } catch (Exception e) {
                LOG.warn("Part of a node could not be closed: {}", e.getMessage());
            }
        }
    }

    private void end(String reason) {
        board.change(now -> new NodeStatus(
                nodeId, now.address(), NodeRole.STOPPED, 0, reason, now.holder(), now.leaseEpoch(), now.nodes()));
        stopped.complete(reason);
    }

    /** A loop died of an error: nobody knows what state it left, so nothing of it may go on. */
    private void fatal(Throwable cause) {
        LOG.error("Node {} can't go on after an internal error", nodeId, cause);
        giveUp("internal error: " + cause);
    }

    private void giveUp(String reason) {
        Running parts = take();
        Thread closer = new Thread(
                () -> {
                    if (parts != null) {
                        dismantle(parts);
                    }
                    end(reason);
                },
                "batonmq-give-up");
        closer.setDaemon(true);
        closer.start();
    }

    // ---------------------------------------------------------------- putting together

    private JdbcStores openStores() {
        BrokerConfig.Store store = config.store();
        try {
            return JdbcStores.open(StoreSettings.of(
                            store.url(),
                            store.user(),
                            store.password(),
                            config.lease().activation())
                    .withPoolSize(store.poolSize())
                    .withDurability(store.allowAsyncCommit(), true, store.allowInMemory()));
        } catch (StoreException.Unusable | IllegalArgumentException e) {
            throw new ConfigException("store.url: " + e.getMessage());
        }
    }

    private NetSettings netSettings() {
        return new NetSettings(
                "BatonMQ",
                nodeId,
                new UniqueId(incarnation.high(), incarnation.low()),
                config.limits().handshakeTimeout(),
                config.limits().maxUnauthenticated(),
                config.limits().maxConnections(),
                NetSettings.OUTBOUND_BYTES,
                config.tls());
    }

    private NodeSettings nodeSettings() {
        BrokerConfig.Sessions sessions = config.sessions();
        BrokerConfig.Limits limits = config.limits();
        DestinationSettings usual = DestinationSettings.defaults(config.leaseName(), limits.memory());
        return new NodeSettings(
                config.lease(),
                new SessionSettings(
                        sessions.silenceLimit(),
                        sessions.linkHeartbeat(),
                        sessions.resumeTimeout(),
                        sessions.outcomeRetention(),
                        sessions.failoverGrace(),
                        sessions.maxGrace(),
                        sessions.orderGrace(),
                        limits.maxMessageSize(),
                        limits.transactionStaging(),
                        limits.transactionMax(),
                        limits.clients()),
                new DestinationSettings(
                        config.leaseName(),
                        limits.maxDeliveries(),
                        limits.redeliveryDelay(),
                        usual.deadLetterQueue(),
                        limits.queuePageIn(),
                        Math.min(usual.unstoredBudget(), limits.memory() / 2),
                        limits.memory(),
                        usual.pageRows(),
                        usual.pageBytes()),
                new BatchWriter.Bounds(
                        config.store().batchRows(),
                        config.store().batchBytes(),
                        Duration.ofMillis(100),
                        config.store().batchRowsKept()),
                MOST_PARKED,
                sessions.stopTimeout());
    }

    /** The configured address; else the listen address, with the machine's name in place of a wildcard. */
    private String advertised(URI bound) {
        URI wanted = config.advertise();
        if (wanted != null) {
            return wanted.getPort() == 0 ? withPort(wanted, bound.getPort()) : wanted.toString();
        }
        try {
            boolean wildcard = InetAddress.getByName(bound.getHost()).isAnyLocalAddress();
            String host = wildcard ? InetAddress.getLocalHost().getHostName() : bound.getHost();
            return bound.getScheme() + "://" + host + ":" + bound.getPort();
        } catch (UnknownHostException e) {
            throw new ConfigException("can't tell the name of this machine for clients: set advertise");
        }
    }

    private static String withPort(URI uri, int port) {
        return uri.getScheme() + "://" + uri.getHost() + ":" + port;
    }

    /** Links that come before the core is there are turned away; set once, before the lease is contended for. */
    private static final class Doorbell {
        private volatile @Nullable NodeCore core;

        ClientLink.Receiver client(ClientLink link) {
            NodeCore there = core;
            return there == null ? turnedAway(link) : there.clients().accepted(link);
        }

        ClientLink.Receiver peer(ClientLink link, String peerId, UniqueId peerIncarnation) {
            NodeCore there = core;
            return there == null ? turnedAway(link) : there.peers().accepted(link, peerId, peerIncarnation);
        }

        private static ClientLink.Receiver turnedAway(ClientLink link) {
            link.close();
            return new ClientLink.Receiver() {
                @Override
                public void received(io.batonmq.wire.Frame frame) {
                    // closed already
                }

                @Override
                public void closed(String why) {
                    // closed already
                }
            };
        }
    }

    /** From the node's loops to its status; all changes are made on the broker loop. */
    private final class Events implements NodeEvents {
        private final LoopThread loop;

        Events(LoopThread loop) {
            this.loop = loop;
        }

        @Override
        public void serving(long epoch) {
            change(now ->
                    new NodeStatus(nodeId, now.address(), NodeRole.HOLDER, epoch, "", nodeId, epoch, now.nodes()));
        }

        @Override
        public void standby(String why) {
            change(now -> new NodeStatus(
                    nodeId, now.address(), NodeRole.STANDBY, 0, why, now.holder(), now.leaseEpoch(), now.nodes()));
        }

        @Override
        public void seen(LeaseView view) {
            List<String> nodes = view.nodes().stream().map(NodeRow::advertise).toList();
            change(now -> new NodeStatus(
                    nodeId,
                    now.address(),
                    now.role(),
                    now.epoch(),
                    now.reason(),
                    view.lease().holder(),
                    view.lease().epoch(),
                    nodes));
        }

        private void change(UnaryOperator<NodeStatus> change) {
            loop.execute(() -> board.change(change));
        }

        @Override
        public void unusable(String message) {
            LOG.error("Node {} can't go on: {}", nodeId, message);
            giveUp(message);
        }

        @Override
        public void stopped() {
            coreStopped.complete(null);
        }
    }
}
