package io.batonmq.sim;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Single things that break, now or a little later, and what heals them. Confined to the simulation's thread. */
final class SimBreaks {
    private final SimWorld world;
    private final SimDatabase database;
    private final SimNetwork network;
    private final List<SimNode> nodes;
    private final List<SimClient> clients;
    private boolean over;

    SimBreaks(SimWorld world, SimDatabase database, SimNetwork network, List<SimNode> nodes, List<SimClient> clients) {
        this.world = world;
        this.database = database;
        this.network = network;
        this.nodes = nodes;
        this.clients = clients;
    }

    void nap(SimClient client, int leastMillis, int mostMillis) {
        if (client.process.running()) {
            world.note(client.name + " is paused");
            client.process.pause();
            long millis = world.between(leastMillis, mostMillis);
            world.at(world.nature, SimWorld.millis((double) millis), client.process::resume);
        }
    }

    void resetAll(SimClient client) {
        network.wires().stream().filter(wire -> wire.opener == client.process).forEach(this::reset);
    }

    void reset(SimWire wire) {
        world.note("link of " + wire.opener.name() + " to " + wire.server.name() + " is reset");
        wire.reset();
    }

    void silence(SimWire wire, int leastMillis, int mostMillis) {
        world.note("link of " + wire.opener.name() + " to " + wire.server.name() + " goes silent");
        wire.goSilent();
        long millis = world.between(leastMillis, mostMillis);
        world.at(world.nature, SimWorld.millis((double) millis), wire::heal);
    }

    /** Some time before that. */
    void later(int mostMillis, Runnable what) {
        after(world.chance() * mostMillis, what);
    }

    void after(double millis, Runnable what) {
        world.at(world.nature, SimWorld.millis(millis), () -> {
            if (!over) {
                what.run();
            }
        });
    }

    /** Now, or just when a batch is being committed. */
    void atSomeMoment(Runnable what) {
        if (world.chance() < 0.5) {
            what.run();
        } else {
            database.atNextBatch(what);
        }
        if (world.chance() < 0.1) {
            database.delayNextBatch(SimWorld.millis(world.chance() * 9_000));
        }
    }

    SimNode anyNode() {
        return nodes.get(world.random.nextInt(nodes.size()));
    }

    SimNode holder() {
        return nodes.stream().filter(SimNode::serving).findAny().orElseGet(this::anyNode);
    }

    SimClient anyClient() {
        return clients.get(world.random.nextInt(clients.size()));
    }

    List<SimClient> others(SimClient client) {
        return clients.stream().filter(each -> each != client).toList();
    }

    @Nullable
    SimWire anyWire() {
        List<SimWire> wires = network.wires();
        return wires.isEmpty() ? null : wires.get(world.random.nextInt(wires.size()));
    }

    void restartDead() {
        for (SimNode node : nodes) {
            if (!node.up()) {
                node.start();
            }
        }
    }

    void heal() {
        world.note("everything is healed");
        over = true;
        network.unwatch();
        database.faultRate(0);
        database.slowness(1);
        database.away(false);
        database.noMoreSurprises();
        restartDead();
        nodes.forEach(SimNode::resume);
        clients.forEach(client -> client.process.resume());
        network.wires().forEach(SimWire::heal);
    }
}
