package io.batonmq.broker.node;

import io.batonmq.broker.lease.LeaseRole;
import io.batonmq.broker.lease.RoleListener;
import io.batonmq.broker.loop.ClientLink;
import io.batonmq.broker.loop.Loop;
import io.batonmq.broker.loop.PeerLinks;
import io.batonmq.broker.writer.BatchWriter;
import io.batonmq.store.Identity;
import io.batonmq.store.LeaseRow;
import io.batonmq.store.LeaseStore;
import io.batonmq.store.LeaseStore.LeaseView;
import io.batonmq.store.LeaseStore.NodeSelf;
import io.batonmq.store.LeaseTerm;
import io.batonmq.store.MessageStore;
import io.batonmq.store.NodeRow;
import io.batonmq.wire.BrokerFrame;
import io.batonmq.wire.NodeFrame;
import io.batonmq.wire.UniqueId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A node without its threads, sockets and database: the lease role on one loop, everything served on another. State is
 * confined to the broker loop unless it says otherwise.
 */
public final class NodeCore {
    private static final Logger LOG = LoggerFactory.getLogger(NodeCore.class);

    /** RUNNING → STOPPING → STOPPED. */
    private enum State {
        RUNNING,
        STOPPING,
        STOPPED
    }

    private final NodeSettings settings;
    private final NodeSelf self;
    private final Loop loop;
    private final Loop leaseLoop;
    private final MessageStore store;
    private final NodeEvents events;
    private final HolderClock clock;
    private final LeaseRole role;
    private final HolderWatch watch;
    private final FrontDoor door;

    private State state = State.RUNNING;
    private @Nullable Tenure tenure;
    /** As last read; written on the lease loop. Volatile: the broker loop reads it for answers. */
    private volatile List<NodeRow> nodes = List.of();

    /** Does nothing before {@link #start}. */
    public NodeCore(
            NodeSettings settings,
            NodeSelf self,
            Loop loop,
            Loop leaseLoop,
            MessageStore store,
            LeaseStore leaseStore,
            PeerLinks peers,
            RandomGenerator random,
            NodeEvents events) {
        this.settings = settings;
        this.self = self;
        this.loop = loop;
        this.leaseLoop = leaseLoop;
        this.store = store;
        this.events = events;
        this.clock = new HolderClock(loop::nanos);
        this.role = new LeaseRole(leaseStore, leaseLoop, settings.lease(), self, random, new Role());
        this.watch =
                new HolderWatch(peers, leaseLoop, settings.lease().heartbeat().dividedBy(4), new Finding());
        this.door = new FrontDoor(loop, settings.mostParked());
    }

    /** Begins to contend for the lease. From any thread. */
    public void start() {
        leaseLoop.execute(role::start);
    }

    /** Where client links come in; on the broker loop. */
    public ClientLink.Acceptor clients() {
        return door;
    }

    /** Where links of other nodes come in; on the broker loop. */
    public PeerLinks.PeerAcceptor peers() {
        return door::acceptedPeer;
    }

    /**
     * Stops: a holder stores what it has taken, releases the lease and sends its clients on (L8); all within the stop timeout,
     * then it just goes. {@link NodeEvents#stopped} follows. From any thread.
     */
    public void stop() {
        loop.execute(this::onStop);
    }

    private void onStop() {
        if (state != State.RUNNING) {
            return;
        }
        state = State.STOPPING;
        Tenure current = tenure;
        if (current == null) {
            finish();
            return;
        }
        loop.schedule(settings.stopTimeout(), () -> {
            if (state == State.STOPPING) {
                LOG.warn("The handover took longer than stopTimeout {}: going without it", settings.stopTimeout());
                finish();
            }
        });
        Optional<NodeRow> successor = successor();
        // No renewal may follow the release: the role pauses first (L8).
        leaseLoop.execute(() -> {
            role.pauseRenewals();
            loop.execute(() -> handOver(current, successor));
        });
    }

    private void handOver(Tenure current, Optional<NodeRow> successor) {
        if (state != State.STOPPING || tenure != current) {
            return;
        }
        current.handOver(successor.orElse(null), () -> {
            door.tellPeers(new NodeFrame.Released(current.epoch() + 1));
            finish();
        });
    }

    private void finish() {
        if (state == State.STOPPED) {
            return;
        }
        state = State.STOPPED;
        endTenure();
        door.closeAll();
        leaseLoop.execute(() -> {
            watch.off();
            role.stop();
            events.stopped();
        });
    }

    private Optional<NodeRow> successor() {
        long fresh = settings.lease().heartbeat().toMillis() * 3;
        return nodes.stream()
                .filter(node -> !node.nodeId().equals(self.nodeId()) && node.seenMillisAgo() <= fresh)
                .min(Comparator.comparingLong(NodeRow::seenMillisAgo));
    }

    private List<String> addresses() {
        List<String> all = new ArrayList<>();
        all.add(self.advertise());
        for (NodeRow node : nodes) {
            if (!node.nodeId().equals(self.nodeId())) {
                all.add(node.advertise());
            }
        }
        return all;
    }

    // ---------------------------------------------------------------- role changes, brought to the broker loop

    private void onTaken(LeaseTerm term, LeaseRow row, long serveAfterNanos) {
        if (state == State.STOPPED) {
            return;
        }
        endTenure();
        Tenure next = new Tenure(
                term,
                row,
                serveAfterNanos,
                settings,
                loop,
                store,
                clock,
                role.trust(),
                this::addresses,
                new TenureOwner());
        tenure = next;
        next.read();
    }

    private void onLost(String why) {
        if (state == State.STOPPING) {
            return; // how the release ended, or the stop timeout, decides
        }
        if (tenure != null) {
            LOG.info("Node {} stands by: {}", self.nodeId(), why);
            endTenure();
            events.standby(why);
        }
    }

    private void endTenure() {
        Tenure current = tenure;
        if (current != null) {
            tenure = null;
            current.end();
            door.serveNoLonger();
        }
    }

    private final class TenureOwner implements Tenure.Owner {
        @Override
        public void serve(Tenure from, ClientLink.Acceptor sessions) {
            if (tenure == from && state == State.RUNNING) {
                LOG.info("Node {} serves lease {} with epoch {}", self.nodeId(), self.leaseName(), from.epoch());
                door.holderIs(new BrokerFrame.HolderIs(self.advertise(), from.epoch(), addresses()));
                door.serve(sessions);
                events.serving(from.epoch());
            }
        }

        @Override
        public void failed(Tenure from, String why) {
            if (tenure == from) {
                LOG.warn("Node {} can't go on as the holder: {}", self.nodeId(), why);
                if (state == State.STOPPING) {
                    finish();
                } else {
                    leaseLoop.execute(() -> role.stepDown(from.epoch(), why));
                }
            }
        }

        @Override
        public BatchWriter.Proof proof() {
            return role::renewRequiring;
        }

        @Override
        public void toldHigherEpoch(Tenure from, long epoch, Runnable answer) {
            loop.whenDone(role.renewAfterHearingOf(epoch), (held, failure) -> {
                if (tenure == from && Boolean.TRUE.equals(held)) {
                    // the row itself is lower than what was seen: the database has lost a takeover (L2)
                    failed(from, "a client has seen epoch " + epoch + ", which the database has lost");
                } else if (tenure == from) {
                    answer.run();
                }
            });
        }
    }

    /** On the lease loop. */
    private final class Role implements RoleListener {
        /** A holder looks every fifth heartbeat, so a namesake shows itself twice within these. */
        private static final int FIRST_LOOKS = 14;

        private int looks;
        private int namesakes;

        @Override
        public void taken(LeaseTerm term, LeaseRow row, long serveAfterNanos) {
            watch.off();
            loop.execute(() -> onTaken(term, row, serveAfterNanos));
        }

        @Override
        public void lost(String why) {
            loop.execute(() -> onLost(why));
        }

        @Override
        public void seen(LeaseView view) {
            lookForNamesake(view);
            nodes = view.nodes();
            LeaseRow lease = view.lease();
            String holder = lease.expiresInMillis() > 0 && lease.holder() != null ? lease.advertise() : null;
            Identity incarnation = lease.incarnation();
            boolean mine = self.incarnation().equals(incarnation);
            if (!mine && holder != null && incarnation != null) {
                watch.watch(holder, new UniqueId(incarnation.high(), incarnation.low()));
            } else {
                watch.off();
            }
            if (!mine) {
                loop.execute(() -> {
                    if (tenure == null) {
                        door.holderIs(new BrokerFrame.HolderIs(holder, lease.epoch(), addresses()));
                    }
                });
            }
            events.seen(view);
        }

        /** Two processes with one node id overwrite each other's row: the one that came later goes (C101). */
        private void lookForNamesake(LeaseView view) {
            looks++;
            for (NodeRow node : view.nodes()) {
                boolean namesake = node.nodeId().equals(self.nodeId())
                        && !node.incarnation().equals(self.incarnation())
                        && looks > 1;
                // Once may be a row of this node's past that a database brought back; twice is somebody who writes.
                if (namesake && ++namesakes == 2) {
                    // Who has the lease was there before, however young it is: it never goes.
                    boolean holder = self.incarnation().equals(view.lease().incarnation());
                    if (looks <= FIRST_LOOKS && !holder) {
                        events.unusable("node id " + self.nodeId() + " is in use by another running node at "
                                + node.advertise() + ": give each node a data folder or a nodeId of its own");
                    } else {
                        LOG.error("Another process with node id {} runs at {}", self.nodeId(), node.advertise());
                    }
                }
            }
        }

        @Override
        public void databaseTime(long databaseMillis, long sentNanos, long answeredNanos) {
            clock.reading(databaseMillis, sentNanos, answeredNanos);
        }

        @Override
        public void unusable(String message) {
            events.unusable(message);
        }
    }

    /** On the lease loop. */
    private final class Finding implements HolderWatch.Finding {
        @Override
        public void gone(UniqueId incarnation) {
            role.holderGone(new Identity(incarnation.high(), incarnation.low()));
        }

        @Override
        public void there() {
            role.holderSeen();
        }

        @Override
        public void released(long epoch) {
            role.heardOfRelease(epoch);
        }
    }
}
