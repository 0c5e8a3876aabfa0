package io.batonmq.sim;

import io.batonmq.broker.loop.ClientLink;
import io.batonmq.broker.loop.PeerLinks;
import io.batonmq.jms.internal.core.LinkFactory;
import io.batonmq.jms.internal.url.ServerAddress;
import io.batonmq.store.Identity;
import io.batonmq.store.SessionRow.SessionKey;
import io.batonmq.wire.BrokerFrame;
import io.batonmq.wire.Command;
import io.batonmq.wire.ErrorCode;
import io.batonmq.wire.Frame;
import io.batonmq.wire.FrameCodec;
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
import java.util.function.BiConsumer;
import java.util.function.Consumer;
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

    /** A message sent outside a transaction. */
    private record Sent(SimProcess client, int session, long number) {}

    private final SimWorld world;
    private final Saboteur saboteur;
    private final Map<String, Listening> listening = new HashMap<>();
    private final Set<Wire> wires = new LinkedHashSet<>();
    private long names;
    private @Nullable Runnable loseNextAnswer;
    private final Set<Sent> sends = new HashSet<>();
    private Consumer<SimProcess> serves = server -> {};
    private BiConsumer<SessionKey, String> sessionNames = (key, name) -> {};

    SimNetwork(SimWorld world) {
        this(world, new Saboteur());
    }

    SimNetwork(SimWorld world, Saboteur saboteur) {
        this.world = world;
        this.saboteur = saboteur;
    }

    /**
     * Told whenever a node completes something for a client without the store (I4), and which application is behind a
     * session.
     */
    void watchedBy(Consumer<SimProcess> servesWithoutStore, BiConsumer<SessionKey, String> names) {
        serves = servesWithoutStore;
        sessionNames = names;
    }

    private void watch(SimProcess opener, Frame frame) {
        if (frame instanceof Resumption.Resume resume) {
            Identity connection =
                    new Identity(resume.connection().high(), resume.connection().low());
            // an application's session has the number in which it was opened, from 1
            for (int session = 1; session <= 8; session++) {
                sessionNames.accept(new SessionKey(connection, session), opener.name() + "." + (session - 1));
            }
        }
    }

    /** The next answer to a NON_PERSISTENT message never arrives, nor what follows it; then something else happens. */
    void loseNextAnswer(Runnable then) {
        loseNextAnswer = then;
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
                ServerEnd end = new ServerEnd("link-" + ++names, made, frame -> {
                    if (opened && !done) {
                        listener.received(frame);
                    }
                });
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
                watch(client, frame);
                if (frame instanceof Command.Send sent) {
                    sends.add(new Sent(client, sent.session(), sent.number()));
                }
                for (Frame each : saboteur.toNode(client, w.server, coded(frame))) {
                    w.toServer(() -> end.arrived(each));
                }
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
        private @Nullable Receiver receiver;
        private boolean done;

        ServerEnd(String name, Wire wire, Consumer<Frame> toOpener) {
            this.name = name;
            this.wire = wire;
            this.toOpener = toOpener;
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
            if (!done && !wire.isClosed()) {
                if (frame instanceof BrokerFrame.Deliver
                        || frame instanceof BrokerFrame.Received
                        || frame instanceof BrokerFrame.Pong) {
                    serves.accept(wire.server);
                }
                Runnable lost = loseNextAnswer;
                if (frame instanceof BrokerFrame.Received received
                        && lost != null
                        && sends.contains(new Sent(wire.opener, received.session(), received.number()))) {
                    loseNextAnswer = null;
                    world.note("link of " + wire.opener.name() + " goes silent before an answer");
                    wire.goSilent();
                    lost.run();
                }
                for (Frame each : saboteur.toClient(wire.server, wire.opener, coded(frame))) {
                    wire.toOpener(() -> toOpener.accept(each));
                }
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
