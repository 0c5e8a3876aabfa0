package io.batonmq.sim;

import io.batonmq.broker.loop.PeerLinks;
import io.batonmq.wire.UniqueId;
import org.jspecify.annotations.Nullable;

/** A standby's link to the holder. Confined to the simulation's thread. */
final class SimPeerEnd implements PeerLinks.PeerLink {
    private final SimNetwork network;
    private final SimWorld world;
    private final SimProcess node;
    private final String address;
    private final PeerLinks.Listener listener;
    private @Nullable SimWire wire;
    private boolean opened;
    private boolean done;

    SimPeerEnd(SimNetwork network, SimProcess node, String address, PeerLinks.Listener listener) {
        this.network = network;
        this.world = network.world;
        this.node = node;
        this.address = address;
        this.listener = listener;
    }

    PeerLinks.PeerLink start() {
        world.at(node, SimNetwork.latency(world), () -> {
            SimNetwork.Listening there = network.listener(SimNetwork.host(address));
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

    private void connect(SimNetwork.Listening there) {
        SimWire made = network.wire(node, there.process());
        wire = made;
        made.whenClosedAtOpener(() -> {
            if (!done) {
                done = true;
                if (opened) {
                    listener.lost();
                } else {
                    listener.failed("closed");
                }
            }
        });
        made.toServer(() -> {
            SimServerEnd end = new SimServerEnd(network, network.name("peer"), made, frame -> {
                if (!done) {
                    listener.received(frame);
                }
            });
            end.receivedBy(there.peers().accepted(end, node.name(), UniqueId.NONE));
            made.whenClosedAtServer(() -> end.receiverClosed("the peer closed the link"));
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
        SimWire w = wire;
        if (w != null) {
            w.close(true);
        }
    }
}
