package io.batonmq.sim;

import io.batonmq.jms.internal.core.CoreException;
import io.batonmq.store.MessageRow;
import io.batonmq.wire.EncodedMessage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One run of the simulated world from one seed: nodes and clients start, things break for a while, everything is healed,
 * survivors finish, the ledger is checked. Confined to the simulation's thread.
 */
final class SimRun {

    /** What a run is made of. */
    record Plan(int nodes, int clients, int operations, int faults, boolean storeGoesBack) {
        static Plan usual() {
            return new Plan(3, 4, 25, 14, false);
        }
    }

    private static final String URL_OPTIONS = "?initialReconnectDelay=10&maxReconnectDelay=1000&randomize=true";

    private final SimWorld world;
    private final SimDatabase database;
    private final SimNetwork network;
    private final Ledger ledger;
    private final Plan plan;
    private final List<SimNode> nodes = new ArrayList<>();
    private final List<SimClient> clients = new ArrayList<>();

    SimRun(long seed, Plan plan, Set<String> off) {
        this.world = new SimWorld(seed);
        this.plan = plan;
        this.ledger = new Ledger(world);
        this.database = new SimDatabase(world, off, 5_000);
        this.network = new SimNetwork(world);
        database.watchedBy(ledger);
        network.watchedBy(this::servedBy, ledger::names);
    }

    SimWorld world() {
        return world;
    }

    Ledger ledger() {
        return ledger;
    }

    int takeovers() {
        return nodes.stream().mapToInt(node -> node.served).sum();
    }

    int resumes() {
        return clients.stream().mapToInt(client -> client.resumes).sum();
    }

    /** Runs it all; throws a {@link Ledger.Violation} with what was broken. */
    void run() {
        StringBuilder url = new StringBuilder("failover:(");
        for (int i = 0; i < plan.nodes(); i++) {
            String name = String.valueOf((char) ('a' + i));
            nodes.add(new SimNode(world, network, database, name));
            url.append(i == 0 ? "" : ",").append("tcp://").append(name).append(":61616");
        }
        url.append(')').append(URL_OPTIONS);
        nodes.forEach(SimNode::start);
        SimApp.Kind[] kinds = SimApp.Kind.values();
        for (int i = 0; i < plan.clients(); i++) {
            SimClient client = new SimClient(world, network, ledger, "c" + i, url.toString());
            clients.add(client);
            int sessions = 1 + world.random.nextInt(2);
            for (int s = 0; s < sessions; s++) {
                SimApp.Kind kind = i == 0 && s == 0 ? SimApp.Kind.PRODUCER : kinds[world.random.nextInt(kinds.length)];
                client.add(new SimApp(client, kind, s, plan.operations(), 0.03));
            }
            client.start();
        }
        database.faultRate(0.01);
        runFor(3_000);
        for (int i = 0; i < plan.faults(); i++) {
            breakSomething();
            runFor(SimWorld.millis(world.chance() * 3_000) / 1_000_000);
        }
        heal();
        drain();
        for (SimClient client : clients) {
            CoreException failure = client.failure();
            if (failure != null && client.process.alive()) {
                throw new Ledger.Violation("C42", client.name + " failed though nobody gave it reason to: " + failure);
            }
        }
        ledger.checkEnd(stored(), database.primary.consumed);
    }

    private void breakSomething() {
        SimNode node = nodes.get(world.random.nextInt(nodes.size()));
        SimNode holder = nodes.stream().filter(SimNode::serving).findAny().orElse(node);
        SimClient client = clients.get(world.random.nextInt(clients.size()));
        int dice = world.random.nextInt(100);
        if (dice < 22) {
            holder.kill();
        } else if (dice < 34) {
            node.kill();
        } else if (dice < 46) {
            SimNode paused = holder;
            paused.pause();
            world.at(world.nature, SimWorld.millis(world.chance() * 15_000), paused::resume);
        } else if (dice < 54) {
            holder.stop();
        } else if (dice < 66) {
            List<SimNetwork.Wire> wires = network.wires();
            if (!wires.isEmpty()) {
                SimNetwork.Wire wire = wires.get(world.random.nextInt(wires.size()));
                world.note("link of " + wire.opener.name() + " to " + wire.server.name() + " is reset");
                wire.reset();
            }
        } else if (dice < 78) {
            List<SimNetwork.Wire> wires = network.wires();
            if (!wires.isEmpty()) {
                SimNetwork.Wire wire = wires.get(world.random.nextInt(wires.size()));
                world.note("link of " + wire.opener.name() + " to " + wire.server.name() + " goes silent");
                wire.goSilent();
                world.at(world.nature, SimWorld.millis(world.chance() * 20_000), wire::heal);
            }
        } else if (dice < 84) {
            if (client.process.running()) {
                world.note(client.name + " is paused");
                client.process.pause();
                world.at(world.nature, SimWorld.millis(world.chance() * 25_000), client.process::resume);
            }
        } else if (dice < 87) {
            client.kill();
        } else if (dice < 92) {
            database.away(true);
            world.at(world.nature, SimWorld.millis(world.chance() * 8_000), () -> database.away(false));
        } else if (dice < 96) {
            database.switchOver();
        } else if (plan.storeGoesBack()) {
            if (world.chance() < 0.5) {
                database.takeBackup();
            } else if (database.restore()) {
                ledger.storeWentBack();
            }
        } else {
            database.faultRate(0.05);
            world.at(world.nature, SimWorld.millis(1_000), () -> database.faultRate(0.01));
        }
        world.at(world.nature, SimWorld.millis(500 + world.chance() * 4_000), this::restartDead);
    }

    private void restartDead() {
        for (SimNode node : nodes) {
            if (!node.up()) {
                node.start();
            }
        }
    }

    private void heal() {
        world.note("everything is healed");
        database.faultRate(0);
        database.away(false);
        restartDead();
        nodes.forEach(SimNode::resume);
        clients.forEach(client -> client.process.resume());
        network.wires().forEach(SimNetwork.Wire::heal);
    }

    private void drain() {
        clients.forEach(client -> client.apps().forEach(SimApp::drain));
        long limit = world.nanos() + SimWorld.millis(240_000);
        long quietSince = world.nanos();
        while (world.nanos() < limit) {
            runFor(500);
            restartDead();
            boolean quiet = clients.stream()
                    .filter(client -> client.process.alive())
                    .allMatch(client -> client.apps().stream().allMatch(SimApp::quiet));
            if (!quiet) {
                quietSince = world.nanos();
            } else if (world.nanos() - quietSince > SimWorld.millis(15_000)) {
                return;
            }
        }
        throw new Ledger.Violation("I5", "calls never ended: " + ledger.pending());
    }

    private Map<String, Integer> stored() {
        Map<String, Integer> stored = new HashMap<>();
        for (MessageRow row : database.primary.allMessages()) {
            stored.merge(uid(row), 1, Integer::sum);
        }
        return stored;
    }

    static String uid(MessageRow row) {
        byte[] bytes = row.bytes();
        return bytes == null ? "?" : String.valueOf(new EncodedMessage(bytes).property("uid"));
    }

    /** I4: nothing outside a batch is completed below an epoch that another node serves. */
    private void servedBy(SimProcess server) {
        long epoch = nodes.stream()
                .filter(node -> node.process() == server)
                .mapToLong(SimNode::epoch)
                .findAny()
                .orElse(0);
        for (SimNode node : nodes) {
            if (node.serving() && node.process() != server && node.epoch() > epoch) {
                throw ledger.overlap(server.name() + " (epoch " + epoch + ") serves while " + node.nodeId()
                        + " serves epoch " + node.epoch());
            }
        }
    }

    private void runFor(long millis) {
        long end = world.nanos() + SimWorld.millis((double) millis);
        while (world.step(end)) {
            // run
        }
    }
}
