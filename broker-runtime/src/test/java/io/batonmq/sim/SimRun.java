package io.batonmq.sim;

import io.batonmq.jms.internal.core.CoreException;
import io.batonmq.store.MessageRow;
import io.batonmq.store.QueueRow;
import io.batonmq.wire.EncodedMessage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
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
     * @param focus what breaks most: an index into {@link SimFaults#FOCUS}
     */
    record Plan(int nodes, int clients, int operations, int faults, boolean storeGoesBack, boolean copies, int focus) {
        /** The seed chooses what breaks most. */
        static final int BY_SEED = -1;

        static Plan usual() {
            return new Plan(3, 4, 60, 14, false, false, BY_SEED);
        }
    }

    private static final String URL_OPTIONS = "?initialReconnectDelay=10&maxReconnectDelay=1000&randomize=true";

    static final String CLIENT_ID = "id1";
    static final SimLine QUEUE = SimLine.queue(SimLine.QUEUE.name());
    static final SimLine OWN = new SimLine("d1", true, true, false, null);
    static final SimLine SHARED = new SimLine("sd", true, true, true, null);
    private static final SimLine SHARED_PLAIN = SimLine.sharedPlain("s", null);

    private static final SimLine TEMPORARY = SimLine.temporary(SimLine.TEMPORARY);
    private static final SimKind[] KINDS = SimKind.values();

    private final SimWorld world;
    private final SimDatabase database;
    private final SimNetwork network;
    private final Ledger ledger;
    private final Plan plan;
    private final SimFaults faults;
    private final boolean slow;
    /** What the applications do besides sending and receiving; drawn apart, so that it moves nothing else. */
    private final SplittableRandom habitual;

    private final boolean times;
    private final boolean selectors;
    /** What the subscribers do, where there are many; drawn apart, too. */
    private final @Nullable SplittableRandom subscribers;

    private final List<SimNode> nodes = new ArrayList<>();
    private final List<SimClient> clients = new ArrayList<>();
    /** Those whose identity two processes have: one of the two must fail (R5). */
    private final List<SimClient> copies = new ArrayList<>();

    SimRun(long seed, Plan plan, Saboteur saboteur) {
        this.world = new SimWorld(seed);
        this.plan = plan;
        this.ledger = new Ledger(world);
        this.database = new SimDatabase(world, saboteur, 5_000);
        this.network = new SimNetwork(world, saboteur);
        database.watchedBy(ledger);
        network.watchedBy(this::servedBy, ledger);
        network.heardBy(
                (client, server) -> ifServing(server, () -> ledger.subscriptions.back(client.name())),
                (client, server) -> ifServing(server, () -> ledger.subscriptions.heard(client.name())));
        int focus = plan.focus() == Plan.BY_SEED ? Math.floorMod(seed, SimFaults.FOCUS.size()) : plan.focus();
        this.slow = !plan.storeGoesBack() && SimFaults.takeTime(focus);
        this.faults = new SimFaults(world, database, network, ledger, nodes, clients, focus, plan.storeGoesBack());
        this.habitual = new SplittableRandom(seed * 31 + 7);
        this.times = habitual.nextDouble() < 0.35;
        this.selectors = habitual.nextDouble() < 0.25;
        SplittableRandom subscribing = new SplittableRandom(seed * 37 + 11);
        boolean many = subscribing.nextDouble() < 0.25 || focus == SimFaults.TOPICS;
        this.subscribers = many ? subscribing : null;
        saboteur.enters(world);
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
        int operations = slow ? plan.operations() * 2 : plan.operations();
        boolean topics = world.chance() < 0.4 || subscribers != null;
        SimHabits habits = new SimHabits(
                operations,
                0.03,
                slow,
                topics,
                times,
                habitual.nextDouble() < 0.35,
                habitual.nextDouble() < 0.3,
                habitual.nextDouble() < 0.25,
                SimHabits.SELDOM);
        for (int i = 0; i < plan.clients(); i++) {
            SimClient client = new SimClient(
                    world, network, ledger, "c" + i, url.toString(), topics && i == 1 ? CLIENT_ID : null, clock());
            clients.add(client);
            int sessions = 1 + world.random.nextInt(2);
            for (int s = 0; s < sessions; s++) {
                client.add(app(client, i, s, habits));
            }
            if (subscribers != null && i > 0) { // the first may have a copy
                addSubscribers(client, subscribers, habits.ofASubscriber());
            }
            if (habits.temporaries() && i < 2) {
                client.add(new SimApp(
                        client, habitual.nextBoolean() ? SimKind.AUTO : SimKind.CLIENT, TEMPORARY, sessions, habits));
            }
            client.start();
            boolean copied = world.chance() < 0.1;
            if (i == 0 && (plan.copies() || copied)) {
                SimClient copy = client.copy(url.toString());
                copies.add(client);
                copies.add(copy);
                copy.add(new SimApp(copy, SimKind.AUTO, QUEUE, 0, habits));
                world.at(world.nature, SimWorld.millis(1_000 + world.chance() * 10_000), copy::start);
            }
        }
        clients.addAll(copies.stream().filter(each -> !clients.contains(each)).toList());
        database.faultRate(0.01);
        database.slowness(world.chance() < 0.25 ? 20 : 1);
        runFor(2_000);
        for (int i = 0; i < (slow ? plan.faults() / 2 : plan.faults()); i++) {
            faults.breakSomething();
            runFor((long) (world.chance() * (slow ? 10_000 : 3_000)));
        }
        faults.heal();
        drain();
        if (!plan.storeGoesBack()) {
            checkNothingWaits();
        }
        for (SimClient client : clients) {
            CoreException failure = client.failure();
            boolean excused = copies.contains(client);
            if (failure != null && client.process.alive() && !excused) {
                throw new Ledger.Violation("C42", client.name + " failed though nobody gave it reason to: " + failure);
            }
        }
        ledger.checkEnd(stored(), database.primary.consumed);
        ledger.check();
        if (!plan.storeGoesBack() && copies.isEmpty()) {
            new SimFinale(world, database, network, ledger, faults, clients, url.toString(), topics).run();
            ledger.check();
        }
    }

    private SimApp app(SimClient client, int i, int number, SimHabits habits) {
        SimKind kind = KINDS[world.random.nextInt(KINDS.length)];
        SimKind consumer = KINDS[1 + world.random.nextInt(KINDS.length - 1)];
        double dice = world.chance();
        if (number == 0 && i == 0) {
            return new SimApp(client, SimKind.PRODUCER, QUEUE, number, habits);
        } else if (habits.topics() && number == 0 && i == 1) {
            return new SimApp(client, consumer, OWN, number, habits);
        } else if (habits.topics() && ((number == 0 && i == 2) || dice < 0.2)) {
            boolean withId = i == 1; // a subscription of its own (8.3.4)
            return new SimApp(client, consumer, withId ? QUEUE : SHARED, number, habits);
        } else if (habits.topics() && dice < 0.3) {
            boolean shares = dice < 0.25 && i != 1;
            SimLine line = shares ? SHARED_PLAIN : SimLine.plain(client.name + "." + number, null);
            return new SimApp(client, consumer, line, number, habits);
        }
        return new SimApp(
                client,
                kind,
                selectors && habitual.nextDouble() < 0.6 ? SimLine.selecting(anyColour(habitual)) : QUEUE,
                number,
                habits);
    }

    private void addSubscribers(SimClient client, SplittableRandom dice, SimHabits habits) {
        for (int number = 10; number < 12 + dice.nextInt(2); number++) {
            SimKind kind = KINDS[1 + dice.nextInt(KINDS.length - 1)];
            String colour = dice.nextDouble() < 0.25 ? anyColour(dice) : null;
            boolean shares = dice.nextDouble() < 0.4 && !CLIENT_ID.equals(client.clientId);
            SimLine line = shares && colour != null
                    ? SimLine.sharedPlain("s-" + colour, colour)
                    : shares ? SHARED_PLAIN : SimLine.plain(client.name + "." + number, colour);
            client.add(new SimApp(client, kind, line, number, habits));
        }
    }

    private static String anyColour(SplittableRandom dice) {
        return SimLine.COLOURS.get(dice.nextInt(SimLine.COLOURS.size()));
    }

    private SimClock clock() {
        return times
                ? new SimClock(world, habitual.nextLong(-20_000, 20_000), habitual.nextDouble(-2e-4, 2e-4))
                : new SimClock(world, 0, 0);
    }

    private void drain() {
        clients.forEach(client -> client.apps().forEach(SimApp::drain));
        long limit = world.nanos() + SimWorld.millis(240_000);
        long quietSince = world.nanos();
        while (world.nanos() < limit) {
            runFor(500);
            faults.restartDead();
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

    /** C99: with everything healed and quiet, what a consumer would take is not left lying. */
    private void checkNothingWaits() {
        List<SimApp> waiting = clients.stream()
                .filter(client -> client.process.alive() && !client.failed())
                .flatMap(client -> client.apps().stream())
                .toList();
        ModelState state = database.primary;
        for (MessageRow row : state.allMessages()) {
            QueueRow queue = state.queues.get(row.queue());
            Copy copy = Copy.of(state, row);
            if (queue != null && ledger.isLeft(copy)) {
                throw new Ledger.Violation("C99", copy + " is stored, though its subscription has a consumer");
            }
            if (queue != null && queue.name().equals(QUEUE.name()) && ledger.isUntouched(copy)) {
                EncodedMessage message = Copy.message(state, row);
                waiting.stream().filter(app -> app.takes(message)).findAny().ifPresent(app -> {
                    throw new Ledger.Violation("C99", copy + " is stored, though one waits for it: " + app.describe());
                });
            }
        }
    }

    private Map<Copy, Integer> stored() {
        Map<Copy, Integer> stored = new HashMap<>();
        for (MessageRow row : database.primary.allMessages()) {
            stored.merge(Copy.of(database.primary, row), 1, Integer::sum);
        }
        return stored;
    }

    private void ifServing(SimProcess server, Runnable then) {
        nodes.stream()
                .filter(SimNode::serving)
                .max(Comparator.comparingLong(SimNode::epoch))
                .filter(holder -> holder.process() == server)
                .ifPresent(holder -> then.run());
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
