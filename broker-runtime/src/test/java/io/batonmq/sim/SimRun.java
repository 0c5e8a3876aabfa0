package io.batonmq.sim;

import io.batonmq.jms.internal.core.CoreException;
import io.batonmq.store.MessageRow;
import io.batonmq.wire.EncodedMessage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One run of the simulated world from one seed: nodes and clients start, things break for a while, everything is healed,
 * survivors finish, the ledger is checked. Confined to the simulation's thread.
 */
final class SimRun {

    /**
     * What a run is made of.
     *
     * @param copies whether a client's identity is copied in any case: two processes that each believe to be it (R5)
     * @param focus what breaks most: an index into {@link #FOCUS}
     */
    record Plan(int nodes, int clients, int operations, int faults, boolean storeGoesBack, boolean copies, int focus) {
        /** The seed chooses what breaks most. */
        static final int BY_SEED = -1;

        static Plan usual() {
            return new Plan(3, 4, 60, 14, false, false, BY_SEED);
        }
    }

    /** What can break. */
    private enum Break {
        KILL_HOLDER,
        KILL_NODE,
        PAUSE_HOLDER,
        STOP_HOLDER,
        RESET_LINK,
        SILENCE_LINK,
        PAUSE_CLIENT,
        KILL_CLIENT,
        DATABASE_AWAY,
        DATABASE_FAULTS,
        DATABASE_GOES_BACK,
        /** A NON_PERSISTENT message is taken, its sender never hears of it, and the node dies. */
        LOSE_AN_ANSWER
    }

    /** What breaks most in a run: everything, or a few things that are rarely met together otherwise. */
    private static final List<List<Break>> FOCUS = List.of(
            List.of(
                    Break.KILL_HOLDER,
                    Break.KILL_NODE,
                    Break.PAUSE_HOLDER,
                    Break.STOP_HOLDER,
                    Break.RESET_LINK,
                    Break.SILENCE_LINK,
                    Break.PAUSE_CLIENT,
                    Break.KILL_CLIENT,
                    Break.DATABASE_AWAY,
                    Break.DATABASE_FAULTS,
                    Break.LOSE_AN_ANSWER),
            List.of(Break.KILL_HOLDER, Break.KILL_NODE, Break.RESET_LINK, Break.STOP_HOLDER),
            List.of(Break.SILENCE_LINK, Break.PAUSE_HOLDER, Break.PAUSE_CLIENT, Break.RESET_LINK),
            List.of(Break.DATABASE_FAULTS, Break.DATABASE_AWAY, Break.KILL_HOLDER),
            List.of(Break.PAUSE_CLIENT, Break.KILL_HOLDER, Break.PAUSE_HOLDER),
            List.of(Break.RESET_LINK, Break.SILENCE_LINK, Break.KILL_HOLDER),
            List.of(Break.KILL_HOLDER, Break.RESET_LINK, Break.DATABASE_FAULTS, Break.LOSE_AN_ANSWER));

    private static final String URL_OPTIONS = "?initialReconnectDelay=10&maxReconnectDelay=1000&randomize=true";

    private final SimWorld world;
    private final SimDatabase database;
    private final SimNetwork network;
    private final Ledger ledger;
    private final Plan plan;
    private final List<Break> breaks;
    private final List<SimNode> nodes = new ArrayList<>();
    private final List<SimClient> clients = new ArrayList<>();
    /** Those whose identity two processes have: one of the two must fail (R5). */
    private final List<SimClient> copies = new ArrayList<>();

    SimRun(long seed, Plan plan, Saboteur saboteur) {
        this.world = new SimWorld(seed);
        this.plan = plan;
        this.breaks = plan.storeGoesBack()
                ? List.of(Break.DATABASE_GOES_BACK, Break.DATABASE_GOES_BACK, Break.KILL_HOLDER, Break.PAUSE_HOLDER)
                : FOCUS.get(plan.focus() == Plan.BY_SEED ? Math.floorMod(seed, FOCUS.size()) : plan.focus());
        this.ledger = new Ledger(world);
        this.database = new SimDatabase(world, saboteur, 5_000);
        this.network = new SimNetwork(world, saboteur);
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
            nodes.add(new SimNode(world, network, database, ledger, name));
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
            boolean copied = world.chance() < 0.1;
            if (i == 0 && (plan.copies() || copied)) {
                SimClient copy = client.copy(url.toString());
                copies.add(client);
                copies.add(copy);
                copy.add(new SimApp(copy, SimApp.Kind.AUTO, 0, plan.operations(), 0.03));
                world.at(world.nature, SimWorld.millis(1_000 + world.chance() * 10_000), copy::start);
            }
        }
        clients.addAll(copies.stream().filter(each -> !clients.contains(each)).toList());
        database.faultRate(0.01);
        database.slowness(world.chance() < 0.25 ? 20 : 1);
        runFor(2_000);
        for (int i = 0; i < plan.faults(); i++) {
            breakSomething();
            runFor(SimWorld.millis(world.chance() * 3_000) / 1_000_000);
        }
        heal();
        drain();
        for (SimClient client : clients) {
            CoreException failure = client.failure();
            boolean excused = copies.contains(client);
            if (failure != null && client.process.alive() && !excused) {
                throw new Ledger.Violation("C42", client.name + " failed though nobody gave it reason to: " + failure);
            }
        }
        ledger.checkEnd(stored(), database.primary.consumed);
        ledger.check();
    }

    private void breakSomething() {
        switch (breaks.get(world.random.nextInt(breaks.size()))) {
            case KILL_HOLDER -> atSomeMoment(holder()::kill);
            case KILL_NODE -> anyNode().kill();
            case PAUSE_HOLDER -> {
                SimNode paused = holder();
                atSomeMoment(() -> {
                    paused.pause();
                    world.at(world.nature, SimWorld.millis(world.chance() * 15_000), paused::resume);
                });
            }
            case STOP_HOLDER -> holder().stop();
            case RESET_LINK -> {
                SimNetwork.Wire wire = anyWire();
                if (wire != null) {
                    atSomeMoment(() -> {
                        world.note("link of " + wire.opener.name() + " to " + wire.server.name() + " is reset");
                        wire.reset();
                    });
                }
            }
            case SILENCE_LINK -> {
                SimNetwork.Wire wire = anyWire();
                if (wire != null) {
                    atSomeMoment(() -> {
                        world.note("link of " + wire.opener.name() + " to " + wire.server.name() + " goes silent");
                        wire.goSilent();
                        world.at(world.nature, SimWorld.millis(world.chance() * 20_000), wire::heal);
                    });
                }
            }
            case PAUSE_CLIENT -> {
                SimClient client = anyClient();
                atSomeMoment(() -> {
                    if (client.process.running()) {
                        world.note(client.name + " is paused");
                        client.process.pause();
                        world.at(world.nature, SimWorld.millis(world.chance() * 30_000), client.process::resume);
                    }
                });
            }
            case KILL_CLIENT -> anyClient().kill();
            case LOSE_AN_ANSWER -> {
                SimNode killed = holder();
                network.loseNextAnswer(
                        () -> world.at(world.nature, SimWorld.millis(world.chance() * 20), killed::kill));
            }
            case DATABASE_AWAY -> {
                database.away(true);
                world.at(world.nature, SimWorld.millis(world.chance() * 8_000), () -> database.away(false));
            }
            case DATABASE_FAULTS -> {
                database.faultRate(0.1);
                world.at(world.nature, SimWorld.millis(1_000), () -> database.faultRate(0.01));
            }
            case DATABASE_GOES_BACK -> {
                if (world.chance() < 0.5) {
                    database.takeBackup();
                } else if (database.restore()) {
                    ledger.storeWentBack();
                }
            }
        }
        world.at(world.nature, SimWorld.millis(500 + world.chance() * 4_000), this::restartDead);
    }

    /** Now, or just when a batch is being committed. */
    private void atSomeMoment(Runnable breaks) {
        if (world.chance() < 0.5) {
            breaks.run();
        } else {
            database.atNextBatch(breaks);
        }
        if (world.chance() < 0.1) {
            database.delayNextBatch(SimWorld.millis(world.chance() * 9_000));
        }
    }

    private SimNode anyNode() {
        return nodes.get(world.random.nextInt(nodes.size()));
    }

    private SimNode holder() {
        return nodes.stream().filter(SimNode::serving).findAny().orElseGet(this::anyNode);
    }

    private SimClient anyClient() {
        return clients.get(world.random.nextInt(clients.size()));
    }

    private SimNetwork.@Nullable Wire anyWire() {
        List<SimNetwork.Wire> wires = network.wires();
        return wires.isEmpty() ? null : wires.get(world.random.nextInt(wires.size()));
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
        database.slowness(1);
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
        List<String> apps = clients.stream()
                .flatMap(client -> client.apps().stream())
                .filter(app -> !app.quiet())
                .map(SimApp::describe)
                .toList();
        throw new Ledger.Violation("I5", "calls never ended: " + ledger.pending() + ", " + apps);
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
                ledger.overlap(server.name() + " (epoch " + epoch + ") serves while " + node.nodeId() + " serves epoch "
                        + node.epoch());
            }
        }
    }

    private void runFor(long millis) {
        long end = world.nanos() + SimWorld.millis((double) millis);
        while (world.step(end)) {
            ledger.check();
        }
    }
}
