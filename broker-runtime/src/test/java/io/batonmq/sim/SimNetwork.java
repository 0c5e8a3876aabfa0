package io.batonmq.sim;

import io.batonmq.broker.loop.ClientLink;
import io.batonmq.broker.loop.PeerLinks;
import io.batonmq.jms.internal.core.LinkFactory;
import io.batonmq.jms.internal.url.ServerAddress;
import io.batonmq.store.Identity;
import io.batonmq.store.SessionRow.SessionKey;
import io.batonmq.wire.BrokerFrame;
import io.batonmq.wire.Command;
import io.batonmq.wire.DeliveryRef;
import io.batonmq.wire.ErrorCode;
import io.batonmq.wire.Frame;
import io.batonmq.wire.FrameCodec;
import io.batonmq.wire.Request;
import io.batonmq.wire.Resumption;
import io.batonmq.wire.UniqueId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Links between simulated processes: ordered, with latency; they can be reset, or go silent and come back. Every frame
 * passes through the real codec. Confined to the simulation's thread.
 */
final class SimNetwork {

    /** What listens at an address. */
    interface Listening {
        SimProcess process();

        UniqueId incarnation();

        String nodeId();

        ClientLink.Acceptor clients();

        PeerLinks.PeerAcceptor peers();
    }

    /** Where a frame is when something is made to happen. */
    enum Moment {
        ARRIVES_AT_NODE,
        NODE_WRITES,
        ARRIVES_AT_CLIENT
    }

    /** Sees what goes to clients. */
    interface Deliveries {
        /** A node wrote it. */
        void written(SessionKey session, String uid, DeliveryRef delivery);

        /** It came to a client. */
        void delivered(SessionKey session, String client, String uid);

        /** A client's claim came to a node. */
        void claimed(DeliveryRef delivery);

        /** A client's word that it was handed out came to a node. */
        void announced(DeliveryRef delivery);
    }

    /** A frame between a client and a node. */
    record Passing(Moment moment, Wire wire, Frame frame) {
        boolean of(SimProcess client) {
            return wire.opener == client;
        }
    }

    private record Watch(Predicate<Passing> what, Consumer<Passing> then) {}

    /** A message sent outside a transaction. */
    private record Sent(SimProcess client, int session, long number) {}

    private final SimWorld world;
    private final Saboteur saboteur;
    private final Map<String, Listening> listening = new HashMap<>();
    private final Set<Wire> wires = new LinkedHashSet<>();
    private long names;
    private final List<Watch> watches = new ArrayList<>();
    private final Set<Sent> sends = new HashSet<>();
    private Consumer<SimProcess> serves = server -> {};
    private @Nullable Deliveries deliveries;
    private final Map<SimProcess, Identity> connections = new HashMap<>();

    SimNetwork(SimWorld world) {
        this(world, new Saboteur());
    }

    SimNetwork(SimWorld world, Saboteur saboteur) {
        this.world = world;
        this.saboteur = saboteur;
    }

    /**
     * Told whenever a node completes something for a client without the store (I4), and what comes to clients.
     */
    void watchedBy(Consumer<SimProcess> servesWithoutStore, Deliveries seen) {
        serves = servesWithoutStore;
        deliveries = seen;
    }

    private void watch(Moment moment, SimProcess client, Frame frame) {
        Identity connection = connections.get(client);
        Deliveries to = deliveries;
        if (connection == null || to == null) {
            return;
        }
        if (frame instanceof BrokerFrame.Deliver deliver) {
            SessionKey session = new SessionKey(connection, deliver.session());
            String uid = Copy.uid(deliver.message());
            if (moment == Moment.NODE_WRITES) {
                to.written(session, uid, deliver.delivery());
            } else {
                to.delivered(session, client.name(), uid);
            }
        } else if (frame instanceof Resumption.Claims part) {
            part.claims().forEach(claim -> to.claimed(claim.delivery()));
        } else if (frame instanceof Request.HandOut handOut) {
            handOut.deliveries().forEach(to::announced);
        } else if (frame instanceof Command.Ack ack && ack.next() != null) {
            to.announced(ack.next());
        } else if (frame instanceof Command.Commit commit && commit.next() != null) {
            to.announced(commit.next());
        }
    }

    /** The next frame that fits makes something happen, once, before it goes on; on a link that is closed then it doesn't. */
    void when(Predicate<Passing> what, Consumer<Passing> then) {
        watches.add(new Watch(what, then));
    }

    /** Nothing more happens because of frames. */
    void unwatch() {
        watches.clear();
    }

    private void passes(Moment moment, Wire wire, Frame frame) {
        if (watches.isEmpty()) {
            return;
        }
        Passing passing = new Passing(moment, wire, frame);
        for (Watch watch : List.copyOf(watches)) {
            if (watch.what().test(passing) && watches.remove(watch)) {
                watch.then().accept(passing);
            }
        }
    }

    /** Whether it is the answer to a NON_PERSISTENT message. */
    boolean isAnswer(Passing passing) {
        return passing.moment() == Moment.NODE_WRITES
                && passing.frame() instanceof BrokerFrame.Received received
                && sends.contains(new Sent(passing.wire().opener, received.session(), received.number()));
    }

    void listen(String address, Listening listener) {
        listening.put(address, listener);
    }

    /** A process died: the kernel closes its sockets. */
    void processDied(SimProcess process) {
        listening.values().removeIf(l -> l.process() == process);
        for (Wire wire : List.copyOf(wires)) {
            if (wire.opener == process || wire.server == process) {
                wire.reset();
            }
        }
    }

    List<Wire> wires() {
        return new ArrayList<>(wires);
    }

    /** The links of a client process. */
    LinkFactory links(SimProcess client) {
        return (address, credentials, timeout, listener) -> new ClientEnd(client, address, timeout, listener).start();
    }

    /** The links a node opens to others. */
    PeerLinks peerLinks(SimProcess node) {
        return (address, listener) -> new PeerEnd(node, address, listener).start();
    }

    private long latency() {
        return SimWorld.millis(0.05 + world.chance() * 0.5 + (world.chance() < 0.01 ? world.chance() * 40 : 0));
    }

    /** One TCP connection. Each direction keeps its order. */
    final class Wire {
        final SimProcess opener;
        final SimProcess server;
        private final long[] last = new long[2];
        private final List<Runnable> toServerHeld = new ArrayList<>();
        private final List<Runnable> toOpenerHeld = new ArrayList<>();
        private boolean silent;
        private boolean closed;
        private @Nullable Runnable openerClosed;
        private @Nullable Runnable serverClosed;

        Wire(SimProcess opener, SimProcess server) {
            this.opener = opener;
            this.server = server;
            wires.add(this);
        }

        void toServer(Runnable arrival) {
            if (silent) {
                toServerHeld.add(arrival);
            } else {
                deliver(server, 0, arrival);
            }
        }

        void toOpener(Runnable arrival) {
            if (silent) {
                toOpenerHeld.add(arrival);
            } else {
                deliver(opener, 1, arrival);
            }
        }

        private void deliver(SimProcess to, int direction, Runnable arrival) {
            last[direction] = Math.max(last[direction], world.nanos() + latency());
            world.at(to, last[direction] - world.nanos(), arrival);
        }

        /** Both sides learn that it is gone; what is under way is lost. */
        void reset() {
            if (!closed) {
                closed = true;
                wires.remove(this);
                if (openerClosed != null) {
                    world.at(opener, latency(), openerClosed);
                }
                if (serverClosed != null) {
                    world.at(server, latency(), serverClosed);
                }
            }
        }

        /** Only the server learns that it is gone: the opener, if it doesn't close it, much later. */
        void endAtServer() {
            if (!closed) {
                closed = true;
                wires.remove(this);
                if (serverClosed != null) {
                    world.at(server, latency(), serverClosed);
                }
                if (openerClosed != null) {
                    world.at(opener, SimWorld.millis(20_000), openerClosed);
                }
            }
        }

        /** One side closes in order: the other learns it after what was sent before. */
        void close(boolean byOpener) {
            if (!closed) {
                closed = true;
                wires.remove(this);
                Runnable other = byOpener ? serverClosed : openerClosed;
                if (other != null && !silent) {
                    deliver(byOpener ? server : opener, byOpener ? 0 : 1, other);
                } else if (other != null) {
                    // the peer of a silent link finds out by its own means; the kernel tells it much later
                    world.at(byOpener ? server : opener, SimWorld.millis(20_000), other);
                }
            }
        }

        void goSilent() {
            silent = true;
        }

        boolean isSilent() {
            return silent;
        }

        void heal() {
            silent = false;
            List<Runnable> server1 = new ArrayList<>(toServerHeld);
            List<Runnable> opener1 = new ArrayList<>(toOpenerHeld);
            toServerHeld.clear();
            toOpenerHeld.clear();
            server1.forEach(this::toServer);
            opener1.forEach(this::toOpener);
        }

        boolean isClosed() {
            return closed;
        }
    }

    private static Frame coded(Frame frame) {
        return FrameCodec.decode(FrameCodec.encode(frame));
    }

    /** A client's side of a link. */
    private final class ClientEnd implements LinkFactory.Link {
        private final SimProcess client;
        private final ServerAddress address;
        private final Duration timeout;
        private final LinkFactory.LinkListener listener;
        private @Nullable Wire wire;
        private @Nullable ServerEnd serverEnd;
        private boolean opened;
        private boolean done;

        ClientEnd(SimProcess client, ServerAddress address, Duration timeout, LinkFactory.LinkListener listener) {
            this.client = client;
            this.address = address;
            this.timeout = timeout;
            this.listener = listener;
        }

        LinkFactory.Link start() {
            world.at(client, latency(), () -> {
                Listening there = listening.get(address.host());
                if (done) {
                    return;
                }
                if (there == null) {
                    end(LinkFactory.Closed.UNREACHABLE, ErrorCode.LINK_UNREACHABLE, address + " refuses connections");
                    return;
                }
                connect(there);
            });
            world.at(client, timeout.toNanos(), () -> {
                if (!opened) {
                    Wire w = wire;
                    if (w != null) {
                        w.close(true);
                    }
                    end(LinkFactory.Closed.UNREACHABLE, ErrorCode.LINK_UNREACHABLE, address + " does not answer");
                }
            });
            return this;
        }

        private void connect(Listening there) {
            Wire made = new Wire(client, there.process());
            wire = made;
            made.openerClosed = () -> end(
                    opened ? LinkFactory.Closed.LOST : LinkFactory.Closed.UNREACHABLE,
                    ErrorCode.LINK_LOST,
                    "the link to " + address + " was closed");
            made.toServer(() -> {
                if (made.isClosed()) {
                    return;
                }
                ServerEnd end = new ServerEnd("link-" + ++names, made, this::arrives);
                serverEnd = end;
                end.receiver = there.clients().accepted(end);
                made.serverClosed = () -> end.receiverClosed("the client closed the link");
                made.toOpener(() -> {
                    if (!done) {
                        opened = true;
                        listener.opened();
                    }
                });
            });
        }

        private void arrives(Frame frame) {
            Wire w = wire;
            ServerEnd end = serverEnd;
            if (!opened || done || w == null || end == null) {
                return;
            }
            passes(Moment.ARRIVES_AT_CLIENT, w, frame);
            watch(Moment.ARRIVES_AT_CLIENT, client, frame);
            for (Frame each : saboteur.toClient(end.way, frame)) {
                if (!done) {
                    listener.received(each);
                }
            }
        }

        private void end(LinkFactory.Closed kind, ErrorCode code, String text) {
            if (!done) {
                done = true;
                listener.closed(kind, code, text);
            }
        }

        @Override
        public void send(Frame frame) {
            Wire w = wire;
            ServerEnd end = serverEnd;
            if (!done && w != null && end != null && !w.isClosed()) {
                if (frame instanceof Resumption.Resume resume) {
                    UniqueId id = resume.connection();
                    connections.put(client, new Identity(id.high(), id.low()));
                }
                if (frame instanceof Command.Send sent) {
                    sends.add(new Sent(client, sent.session(), sent.number()));
                }
                Frame coded = coded(frame);
                saboteur.fromClient(client, coded);
                w.toServer(() -> end.arrives(coded));
            }
        }

        @Override
        public void close() {
            done = true;
            Wire w = wire;
            if (w != null) {
                w.close(true);
            }
        }
    }

    /** The node's side of a client's link. */
    private final class ServerEnd implements ClientLink {
        private final String name;
        private final Wire wire;
        private final Consumer<Frame> toOpener;
        private final Saboteur.Way way;
        private @Nullable Receiver receiver;
        private boolean done;

        ServerEnd(String name, Wire wire, Consumer<Frame> toOpener) {
            this.name = name;
            this.wire = wire;
            this.toOpener = toOpener;
            this.way = new Saboteur.Way(wire.opener, wire.server, this::arrived, this::write);
        }

        void arrives(Frame frame) {
            if (!done && receiver != null) {
                passes(Moment.ARRIVES_AT_NODE, wire, frame);
                watch(Moment.ARRIVES_AT_NODE, wire.opener, frame);
                saboteur.toNode(way, frame).forEach(this::arrived);
            }
        }

        private void write(Frame frame) {
            if (!done && !wire.isClosed()) {
                passes(Moment.NODE_WRITES, wire, frame);
                if (!wire.isClosed()) {
                    wire.toOpener(() -> toOpener.accept(frame));
                }
            }
        }

        void arrived(Frame frame) {
            Receiver to = receiver;
            if (!done && to != null) {
                to.received(frame);
            }
        }

        void receiverClosed(String why) {
            Receiver to = receiver;
            if (!done && to != null) {
                done = true;
                to.closed(why);
            }
        }

        @Override
        public void whenWritable(Runnable task) {
            task.run(); // a simulated link takes everything
        }

        @Override
        public void reads(boolean reads) {
            if (!reads) {
                throw new IllegalStateException("simulated clients keep to their window");
            }
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public @Nullable String user() {
            return null;
        }

        @Override
        public void send(Frame frame) {
            if (!done) {
                watch(Moment.NODE_WRITES, wire.opener, frame); // on a link that just broke, too
            }
            if (!done && !wire.isClosed()) {
                if (frame instanceof BrokerFrame.Deliver
                        || frame instanceof BrokerFrame.Received
                        || frame instanceof BrokerFrame.Pong) {
                    serves.accept(wire.server);
                }
                Frame coded = coded(frame);
                saboteur.fromNode(way, coded).forEach(this::write);
            }
        }

        @Override
        public void close() {
            done = true;
            wire.close(false);
        }
    }

    /** A standby's link to the holder. */
    private final class PeerEnd implements PeerLinks.PeerLink {
        private final SimProcess node;
        private final String address;
        private final PeerLinks.Listener listener;
        private @Nullable Wire wire;
        private boolean opened;
        private boolean done;

        PeerEnd(SimProcess node, String address, PeerLinks.Listener listener) {
            this.node = node;
            this.address = address;
            this.listener = listener;
        }

        PeerLinks.PeerLink start() {
            world.at(node, latency(), () -> {
                Listening there = listening.get(host(address));
                if (done) {
                    return;
                }
                if (there == null) {
                    done = true;
                    listener.refused();
                    return;
                }
                connect(there);
            });
            world.at(node, SimWorld.millis(2_000), () -> {
                if (!opened && !done) {
                    done = true;
                    listener.failed(address + " does not answer");
                }
            });
            return this;
        }

        private void connect(Listening there) {
            Wire made = new Wire(node, there.process());
            wire = made;
            made.openerClosed = () -> {
                if (!done) {
                    done = true;
                    if (opened) {
                        listener.lost();
                    } else {
                        listener.failed("closed");
                    }
                }
            };
            made.toServer(() -> {
                ServerEnd end = new ServerEnd("peer-" + ++names, made, frame -> {
                    if (!done) {
                        listener.received(frame);
                    }
                });
                end.receiver = there.peers().accepted(end, node.name(), UniqueId.NONE);
                made.serverClosed = () -> end.receiverClosed("the peer closed the link");
                made.toOpener(() -> {
                    if (!done) {
                        opened = true;
                        listener.opened(there.nodeId(), there.incarnation());
                    }
                });
            });
        }

        @Override
        public void close() {
            done = true;
            Wire w = wire;
            if (w != null) {
                w.close(true);
            }
        }
    }

    /** tcp://host:port → host. */
    static String host(String uri) {
        String rest = uri.substring(uri.indexOf("://") + 3);
        int colon = rest.lastIndexOf(':');
        return colon < 0 ? rest : rest.substring(0, colon);
    }
}
