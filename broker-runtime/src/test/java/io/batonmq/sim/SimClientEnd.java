package io.batonmq.sim;

import io.batonmq.jms.internal.core.LinkFactory;
import io.batonmq.jms.internal.url.ServerAddress;
import io.batonmq.sim.SimNetwork.Moment;
import io.batonmq.wire.ErrorCode;
import io.batonmq.wire.Frame;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A client's side of a link. Confined to the simulation's thread. */
final class SimClientEnd implements LinkFactory.Link {
    private final SimNetwork network;
    private final SimWorld world;
    private final SimProcess client;
    private final ServerAddress address;
    private final Duration timeout;
    private final LinkFactory.LinkListener listener;
    private @Nullable SimWire wire;
    private @Nullable SimServerEnd serverEnd;
    private boolean opened;
    private boolean done;

    SimClientEnd(
            SimNetwork network,
            SimProcess client,
            ServerAddress address,
            Duration timeout,
            LinkFactory.LinkListener listener) {
        this.network = network;
        this.world = network.world;
        this.client = client;
        this.address = address;
        this.timeout = timeout;
        this.listener = listener;
    }

    LinkFactory.Link start() {
        world.at(client, SimNetwork.latency(world), () -> {
            SimNetwork.Listening there = network.listener(address.host());
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
                SimWire w = wire;
                if (w != null) {
                    w.close(true);
                }
                end(LinkFactory.Closed.UNREACHABLE, ErrorCode.LINK_UNREACHABLE, address + " does not answer");
            }
        });
        return this;
    }

    private void connect(SimNetwork.Listening there) {
        SimWire made = network.wire(client, there.process());
        wire = made;
        made.whenClosedAtOpener(() -> end(
                opened ? LinkFactory.Closed.LOST : LinkFactory.Closed.UNREACHABLE,
                ErrorCode.LINK_LOST,
                "the link to " + address + " was closed"));
        made.toServer(() -> {
            if (made.isClosed()) {
                return;
            }
            SimServerEnd end = new SimServerEnd(network, network.name("link"), made, this::arrives);
            serverEnd = end;
            end.receivedBy(there.clients().accepted(end));
            made.whenClosedAtServer(() -> end.receiverClosed("the client closed the link"));
            made.toOpener(() -> {
                if (!done) {
                    opened = true;
                    listener.opened();
                }
            });
        });
    }

    private void arrives(Frame frame) {
        SimWire w = wire;
        SimServerEnd end = serverEnd;
        if (!opened || done || w == null || end == null) {
            return;
        }
        network.passes(Moment.ARRIVES_AT_CLIENT, w, frame);
        network.watch(Moment.ARRIVES_AT_CLIENT, client, frame);
        for (Frame each : network.saboteur.toClient(end.way(), frame)) {
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
        SimWire w = wire;
        SimServerEnd end = serverEnd;
        if (!done && w != null && end != null && !w.isClosed()) {
            network.writes(client, frame);
            Frame coded = SimNetwork.coded(frame);
            network.saboteur.fromClient(client, coded);
            w.toServer(() -> end.arrives(coded));
        }
    }

    @Override
    public void close() {
        done = true;
        SimWire w = wire;
        if (w != null) {
            w.close(true);
        }
    }
}
