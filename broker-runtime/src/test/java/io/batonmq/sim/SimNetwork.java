package io.batonmq.sim;

import io.batonmq.broker.loop.ClientLink;
import io.batonmq.broker.loop.PeerLinks;
import io.batonmq.jms.internal.core.LinkFactory;
import io.batonmq.store.Identity;
import io.batonmq.store.SessionRow.SessionKey;
import io.batonmq.wire.BrokerFrame;
import io.batonmq.wire.Command;
import io.batonmq.wire.DeliveryRef;
import io.batonmq.wire.Frame;
import io.batonmq.wire.FrameCodec;
import io.batonmq.wire.Request;
import io.batonmq.wire.Resumption;
import io.batonmq.wire.UniqueId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
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

        /** A node wrote that a consumer is there. */
        void declared(Identity connection, int consumer);

        /** A node wrote that a consumer is closed. */
        void closed(Identity connection, int consumer);

        /** A client's claim came to a node. */
        void claimed(DeliveryRef delivery);

        /** A client's word that it was handed out came to a node. */
        void announced(DeliveryRef delivery);
    }

    /** A frame between a client and a node. */
    record Passing(Moment moment, SimWire wire, Frame frame) {
        boolean of(SimProcess client) {
            return wire.opener == client;
        }
    }

    private record Watch(Predicate<Passing> what, Consumer<Passing> then) {}

    /** A message sent outside a transaction. */
    private record Sent(SimProcess client, int session, long number) {}

    /** A browser of a client. */
    private record Browsing(SimProcess client, int consumer) {}

    /** A request of a client. */
    private record Declaring(SimProcess client, long request) {}

    /** A consumer or browser of a client. */
    private record Declared(SimProcess client, int consumer) {}

    final SimWorld world;
    final Saboteur saboteur;
    private final Map<String, Listening> listening = new HashMap<>();
    private final Set<SimWire> wires = new LinkedHashSet<>();
    private long names;
    private final List<Watch> watches = new ArrayList<>();
    private final Set<Sent> sends = new HashSet<>();
    private final Set<Browsing> browsers = new HashSet<>();
    private final Map<Declared, Request.ConsumerSpec> declared = new HashMap<>();
    /** Which consumer a request is to open. */
    private final Map<Declaring, Integer> declaring = new HashMap<>();
    /** Which consumer a request is to close. */
    private final Map<Declaring, Integer> closing = new HashMap<>();

    private Consumer<SimProcess> serves = server -> {};
    private BiConsumer<SimProcess, SimProcess> back = (client, node) -> {};
    private BiConsumer<SimProcess, SimProcess> heard = (client, node) -> {};
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

    /** Told when a node lets a client go on, and of each frame of that client that comes to it then. */
    void heardBy(BiConsumer<SimProcess, SimProcess> resumes, BiConsumer<SimProcess, SimProcess> hears) {
        back = resumes;
        heard = hears;
    }

    void back(SimProcess client, SimProcess node) {
        back.accept(client, node);
    }

    void heard(SimProcess client, SimProcess node) {
        heard.accept(client, node);
    }

    /** A client writes a frame, which may never arrive. */
    void writes(SimProcess client, Frame frame) {
        if (frame instanceof Resumption.Resume resume) {
            UniqueId id = resume.connection();
            connections.put(client, new Identity(id.high(), id.low()));
        } else if (frame instanceof Command.Send sent) {
            sends.add(new Sent(client, sent.session(), sent.number()));
        } else if (frame instanceof Request.OpenConsumer open) {
            declared.putIfAbsent(new Declared(client, open.consumer()), open.spec());
            declaring.put(new Declaring(client, open.request()), open.consumer());
            if (open.spec().browse()) {
                browsers.add(new Browsing(client, open.consumer()));
            }
        } else if (frame instanceof Request.CloseConsumer close) {
            closing.put(new Declaring(client, close.request()), close.consumer());
        }
    }

    /** What a client has declared under a number must be what the simulation takes it to be. */
    void check(SimProcess client, int consumer, Request.ConsumerSpec spec) {
        Request.ConsumerSpec there = declared.getOrDefault(new Declared(client, consumer), spec);
        if (!there.equals(spec)) {
            throw new IllegalStateException("consumer " + consumer + " of " + client.name() + " is " + there);
        }
    }

    /** The connection of a client that has connected. */
    Identity connection(SimProcess client) {
        return Objects.requireNonNull(connections.get(client), client.name());
    }

    /** A node writes a frame to somebody who may rely on it. */
    void completes(SimProcess node, Frame frame) {
        if (frame instanceof BrokerFrame.Deliver
                || frame instanceof BrokerFrame.Received
                || frame instanceof BrokerFrame.Pong) {
            serves.accept(node);
        }
    }

    void watch(Moment moment, SimProcess client, Frame frame) {
        Identity connection = connections.get(client);
        Deliveries to = deliveries;
        if (connection == null || to == null) {
            return;
        }
        if (frame instanceof BrokerFrame.Deliver deliver) {
            if (browsers.contains(new Browsing(client, deliver.consumer()))) {
                return; // shown, not delivered
            }
            SessionKey session = new SessionKey(connection, deliver.session());
            String uid = Copy.uid(deliver.message());
            if (moment == Moment.NODE_WRITES) {
                to.written(session, uid, deliver.delivery());
            } else {
                to.delivered(session, client.name(), uid);
            }
        } else if (moment == Moment.NODE_WRITES && frame instanceof BrokerFrame.Reply reply) {
            Integer consumer = declaring.get(new Declaring(client, reply.request()));
            if (consumer != null && reply.code() == null) {
                to.declared(connection, consumer);
            }
            Integer gone = closing.get(new Declaring(client, reply.request()));
            if (gone != null) {
                to.closed(connection, gone);
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

    void passes(Moment moment, SimWire wire, Frame frame) {
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

    /** What listens there; null = connections are refused. */
    @Nullable
    Listening listener(String host) {
        return listening.get(host);
    }

    /** A new name for a link. */
    String name(String kind) {
        return kind + "-" + ++names;
    }

    SimWire wire(SimProcess opener, SimProcess server) {
        SimWire wire = new SimWire(world, opener, server, wires::remove);
        wires.add(wire);
        return wire;
    }

    /** A process died: the kernel closes its sockets. */
    void processDied(SimProcess process) {
        listening.values().removeIf(l -> l.process() == process);
        for (SimWire wire : List.copyOf(wires)) {
            if (wire.opener == process || wire.server == process) {
                wire.reset();
            }
        }
    }

    List<SimWire> wires() {
        return new ArrayList<>(wires);
    }

    /** The links of a client process. */
    LinkFactory links(SimProcess client) {
        return (address, credentials, timeout, listener) ->
                new SimClientEnd(this, client, address, timeout, listener).start();
    }

    /** The links a node opens to others. */
    PeerLinks peerLinks(SimProcess node) {
        return (address, listener) -> new SimPeerEnd(this, node, address, listener).start();
    }

    static long latency(SimWorld world) {
        return SimWorld.millis(0.05 + world.chance() * 0.5 + (world.chance() < 0.01 ? world.chance() * 40 : 0));
    }

    /** Through the real codec. */
    static Frame coded(Frame frame) {
        return FrameCodec.decode(FrameCodec.encode(frame));
    }

    /** tcp://host:port → host. */
    static String host(String uri) {
        String rest = uri.substring(uri.indexOf("://") + 3);
        int colon = rest.lastIndexOf(':');
        return colon < 0 ? rest : rest.substring(0, colon);
    }
}
