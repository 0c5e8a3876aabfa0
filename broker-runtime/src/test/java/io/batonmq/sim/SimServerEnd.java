package io.batonmq.sim;

import io.batonmq.broker.loop.ClientLink;
import io.batonmq.sim.SimNetwork.Moment;
import io.batonmq.wire.Frame;
import io.batonmq.wire.Resumption;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The node's side of a link. Confined to the simulation's thread. */
final class SimServerEnd implements ClientLink {
    private final SimNetwork network;
    private final String name;
    private final SimWire wire;
    private final Consumer<Frame> toOpener;
    private final Saboteur.Way way;
    private @Nullable Receiver receiver;
    private boolean resumed;
    private boolean done;

    SimServerEnd(SimNetwork network, String name, SimWire wire, Consumer<Frame> toOpener) {
        this.network = network;
        this.name = name;
        this.wire = wire;
        this.toOpener = toOpener;
        this.way = new Saboteur.Way(wire.opener, wire.server, this::arrived, this::write);
    }

    void receivedBy(Receiver accepted) {
        receiver = accepted;
    }

    Saboteur.Way way() {
        return way;
    }

    void arrives(Frame frame) {
        if (!done && receiver != null) {
            heard();
            network.passes(Moment.ARRIVES_AT_NODE, wire, frame);
            network.watch(Moment.ARRIVES_AT_NODE, wire.opener, frame);
            network.saboteur.toNode(way, frame).forEach(this::arrived);
        }
    }

    /** Before it has resumed, a client is not back, however much it says. */
    private void heard() {
        if (resumed) {
            network.heard(wire.opener, wire.server);
        }
    }

    private void write(Frame frame) {
        if (!done && !wire.isClosed()) {
            network.passes(Moment.NODE_WRITES, wire, frame);
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
            network.watch(Moment.NODE_WRITES, wire.opener, frame); // on a link that just broke, too
        }
        if (!done && !wire.isClosed()) {
            network.completes(wire.server, frame);
            if (frame instanceof Resumption.Resumed) {
                resumed = true;
                network.back(wire.opener, wire.server);
            }
            Frame coded = SimNetwork.coded(frame);
            network.saboteur.fromNode(way, coded).forEach(this::write);
        }
    }

    @Override
    public void close() {
        done = true;
        wire.close(false);
    }
}
