package io.batonmq.sim;

import io.batonmq.sim.SimNetwork.Moment;
import io.batonmq.sim.SimNetwork.Passing;
import io.batonmq.wire.BrokerFrame;
import io.batonmq.wire.Command;
import io.batonmq.wire.Resumption;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What breaks in a simulated world: single faults at random moments, and short stories, in which one follows upon what the
 * other led to, because chance alone hardly ever tells them. Confined to the simulation's thread.
 */
final class SimFaults {

    /** What can break. */
    enum Break {
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
        LOSE_AN_ANSWER,
        /** The same, but only the link ends; or the node dies once the client has resumed (R4). */
        RESET_AT_AN_ANSWER,
        /** A command is received, its batch is late, its client comes back at once, and then the node dies (R4, R5). */
        RESET_AT_A_SEND,
        /** A client sleeps beyond the resume timeout before it hears of what it did; the holder may die meanwhile (R14). */
        SLEEP_TOO_LONG,
        /** A client sleeps beyond the grace, comes back, works for a while, and the holder dies (R7). */
        VOID_AND_BACK,
        /** A client sleeps beyond the grace, comes back, isn't told that its claims are void, and the holder dies (R7). */
        VOID_AND_NOT_TOLD,
        /** A client comes back just before the end of the grace, and is slow to claim (R7). */
        VOID_MEANWHILE,
        /** A client sleeps beyond the grace; what it says after its claims are answered is late (R11). */
        VOID_AND_LATE,
        /** A client's link ends at the node, and the client doesn't know (R7, R8). */
        HALF_OPEN,
        /** A client sleeps, its link goes silent for the node, and what it was sent goes to others (R8). */
        LONG_NAP,
        /** A rollback arrives, its batch is late, and the node dies (R3). */
        KILL_AT_A_ROLLBACK,
        /** A command is refused, its sender doesn't hear of it, and the node dies (R3). */
        KILL_AT_A_REFUSAL
    }

    /** What breaks most in a run: everything, or a few things that are rarely met together otherwise. */
    static final List<List<Break>> FOCUS = List.of(
            List.of(Break.values()).stream()
                    .filter(each -> each != Break.DATABASE_GOES_BACK)
                    .toList(),
            List.of(Break.KILL_HOLDER, Break.KILL_NODE, Break.RESET_LINK, Break.STOP_HOLDER),
            List.of(Break.SILENCE_LINK, Break.PAUSE_HOLDER, Break.PAUSE_CLIENT, Break.RESET_LINK),
            List.of(Break.DATABASE_FAULTS, Break.DATABASE_AWAY, Break.KILL_HOLDER),
            List.of(Break.PAUSE_CLIENT, Break.KILL_HOLDER, Break.PAUSE_HOLDER),
            List.of(Break.RESET_LINK, Break.SILENCE_LINK, Break.KILL_HOLDER),
            List.of(Break.KILL_HOLDER, Break.RESET_LINK, Break.DATABASE_FAULTS, Break.LOSE_AN_ANSWER),
            List.of(Break.RESET_AT_AN_ANSWER, Break.RESET_AT_A_SEND, Break.LOSE_AN_ANSWER),
            List.of(Break.VOID_AND_BACK, Break.VOID_AND_NOT_TOLD, Break.VOID_MEANWHILE, Break.VOID_AND_LATE),
            List.of(Break.SLEEP_TOO_LONG, Break.SLEEP_TOO_LONG, Break.KILL_HOLDER),
            List.of(Break.HALF_OPEN, Break.LONG_NAP),
            List.of(Break.KILL_AT_A_ROLLBACK, Break.KILL_AT_A_REFUSAL));

    static final int ANSWERS = 7;
    static final int VOID = 8;
    static final int SLEEP = 9;
    static final int NAPS = 10;
    static final int REFUSALS = 11;

    /** Of {@link SimNode#settings()}, in milliseconds. */
    private static final int GRACE = 6_000;

    private static final int SILENCE = 4_000;
    private static final int RESUME_TIMEOUT = 12_000;

    private static final List<Break> STORE_GOES_BACK =
            List.of(Break.DATABASE_GOES_BACK, Break.DATABASE_GOES_BACK, Break.KILL_HOLDER, Break.PAUSE_HOLDER);

    private final SimWorld world;
    private final SimDatabase database;
    private final SimNetwork network;
    private final Ledger ledger;
    private final List<SimNode> nodes;
    private final List<SimClient> clients;
    private final List<Break> breaks;
    private boolean over;

    SimFaults(
            SimWorld world,
            SimDatabase database,
            SimNetwork network,
            Ledger ledger,
            List<SimNode> nodes,
            List<SimClient> clients,
            int focus,
            boolean storeGoesBack) {
        this.world = world;
        this.database = database;
        this.network = network;
        this.ledger = ledger;
        this.nodes = nodes;
        this.clients = clients;
        this.breaks = storeGoesBack ? STORE_GOES_BACK : FOCUS.get(focus);
    }

    /** Whether the stories of this focus take long, so that clients must have something to do for longer. */
    static boolean takeTime(int focus) {
        return focus == VOID || focus == SLEEP || focus == NAPS;
    }

    void breakSomething() {
        switch (breaks.get(world.random.nextInt(breaks.size()))) {
            case KILL_HOLDER -> atSomeMoment(holder()::kill);
            case KILL_NODE -> anyNode().kill();
            case PAUSE_HOLDER -> {
                SimNode paused = holder();
                atSomeMoment(() -> {
                    paused.pause();
                    later(15_000, paused::resume);
                });
            }
            case STOP_HOLDER -> holder().stop();
            case RESET_LINK -> {
                SimNetwork.Wire wire = anyWire();
                if (wire != null) {
                    atSomeMoment(() -> reset(wire));
                }
            }
            case SILENCE_LINK -> {
                SimNetwork.Wire wire = anyWire();
                if (wire != null) {
                    atSomeMoment(() -> silence(wire, 0, 20_000));
                }
            }
            case PAUSE_CLIENT -> {
                SimClient client = anyClient();
                atSomeMoment(() -> nap(client, 0, 30_000));
            }
            case KILL_CLIENT -> anyClient().kill();
            case DATABASE_AWAY -> {
                database.away(true);
                later(8_000, () -> database.away(false));
            }
            case DATABASE_FAULTS -> {
                database.faultRate(0.1);
                after(1_000, () -> database.faultRate(0.01));
            }
            case DATABASE_GOES_BACK -> {
                if (world.chance() < 0.5) {
                    database.takeBackup();
                } else if (database.restore()) {
                    ledger.storeWentBack();
                }
            }
            case LOSE_AN_ANSWER ->
                network.when(network::isAnswer, answer -> {
                    silence(answer.wire(), 0, 20_000);
                    later(20, holder()::kill);
                });
            case RESET_AT_AN_ANSWER -> network.when(network::isAnswer, this::resetAtAnAnswer);
            case RESET_AT_A_SEND ->
                network.when(
                        each -> each.moment() == Moment.ARRIVES_AT_NODE && each.frame() instanceof Command.Send,
                        this::resetAtASend);
            case SLEEP_TOO_LONG ->
                network.when(
                        each -> each.moment() == Moment.NODE_WRITES
                                && each.frame() instanceof BrokerFrame.Confirm confirm
                                && confirm.session() > 0,
                        this::sleepTooLong);
            case VOID_AND_BACK -> {
                SimClient client = anyClient();
                sleepBeyondTheGrace(client);
                network.when(writes(client, Resumption.Resumed.class), each -> later(2_500, holder()::kill));
            }
            case VOID_AND_NOT_TOLD -> {
                SimClient client = anyClient();
                sleepBeyondTheGrace(client);
                network.when(writes(client, Resumption.ResumeAnswer.class), each -> voidAndNotTold(client, each));
            }
            case VOID_MEANWHILE -> {
                SimClient client = anyClient();
                resetAll(client);
                nap(client, GRACE - 1_000, GRACE - 20);
                network.when(
                        writes(client, Resumption.ResumeAnswer.class),
                        each -> silence(each.wire(), 100, SILENCE - 500));
            }
            case VOID_AND_LATE -> voidAndLate(anyClient());
            case HALF_OPEN -> {
                SimNetwork.Wire wire = anyWire();
                if (wire != null) {
                    atSomeMoment(() -> {
                        world.note("link of " + wire.opener.name() + " ends at " + wire.server.name() + " only");
                        wire.endAtServer();
                    });
                }
            }
            case LONG_NAP -> nap(anyClient(), SILENCE + GRACE, SILENCE + GRACE + 4_000);
            case KILL_AT_A_ROLLBACK ->
                network.when(
                        each -> each.moment() == Moment.ARRIVES_AT_NODE
                                && each.frame() instanceof Command.Rollback back
                                && !back.deliveries().isEmpty(),
                        this::killAtARollback);
            case KILL_AT_A_REFUSAL ->
                network.when(
                        each -> each.moment() == Moment.NODE_WRITES
                                && each.frame() instanceof BrokerFrame.Confirm confirm
                                && !confirm.refusals().isEmpty(),
                        each -> {
                            reset(each.wire());
                            after(0, holder()::kill);
                        });
        }
        world.at(world.nature, SimWorld.millis(500 + world.chance() * 4_000), this::restartDead);
    }

    // ---- stories

    private static Predicate<Passing> writes(SimClient to, Class<?> frame) {
        return each -> each.moment() == Moment.NODE_WRITES && each.of(to.process) && frame.isInstance(each.frame());
    }

    private void resetAtAnAnswer(Passing answer) {
        SimProcess sender = answer.wire().opener;
        reset(answer.wire());
        if (world.chance() < 0.5) {
            network.when(
                    each -> each.moment() == Moment.NODE_WRITES
                            && each.of(sender)
                            && each.frame() instanceof Resumption.Resumed,
                    each -> later(10, holder()::kill));
        }
    }

    private void resetAtASend(Passing send) {
        SimProcess sender = send.wire().opener;
        database.delayNextBatch(SimWorld.millis(2_000 + world.chance() * 7_000));
        after(2, () -> reset(send.wire()));
        network.when(
                each -> each.moment() == Moment.ARRIVES_AT_NODE
                        && each.of(sender)
                        && each.frame() instanceof Resumption.Resume,
                each -> later(100, holder()::kill));
    }

    private void sleepTooLong(Passing confirm) {
        SimClient client = clients.stream()
                .filter(each -> confirm.of(each.process))
                .findAny()
                .orElse(null);
        if (client != null) {
            resetAll(client);
            nap(client, RESUME_TIMEOUT + 500, RESUME_TIMEOUT + 8_000);
            if (world.chance() < 0.8) {
                world.at(
                        world.nature,
                        SimWorld.millis(RESUME_TIMEOUT + 100 + world.chance() * 1_000),
                        () -> holder().kill());
            }
        }
    }

    private void sleepBeyondTheGrace(SimClient client) {
        if (world.chance() < 0.7) {
            resetAll(client);
            nap(client, GRACE + 20, GRACE + 3_000);
        } else {
            nap(client, SILENCE + GRACE, SILENCE + GRACE + 3_000);
        }
    }

    /** What it says before it sleeps doesn't arrive; what it held may be with it again before it can say so. */
    private void voidAndLate(SimClient client) {
        List<SimNetwork.Wire> wires = network.wires().stream()
                .filter(wire -> wire.opener == client.process)
                .toList();
        wires.forEach(SimNetwork.Wire::goSilent);
        world.note("links of " + client.name + " go silent");
        after(world.chance() * 500, () -> {
            wires.forEach(this::reset);
            nap(client, GRACE + 20, GRACE + 3_000);
            if (world.chance() < 0.5) { // nobody else is there to take what it held
                others(client).forEach(each -> nap(each, GRACE + 3_000, GRACE + 4_000));
            }
            network.when(writes(client, Resumption.Resumed.class), each -> silence(each.wire(), 1, 1_000));
        });
    }

    private void voidAndNotTold(SimClient client, Passing answer) {
        reset(answer.wire());
        SimNode killed = holder();
        after(0, killed::kill);
        if (world.chance() < 0.7) { // the one that wasn't told comes first
            others(client).forEach(each -> nap(each, 100, 1_000));
        }
    }

    private void killAtARollback(Passing rollback) {
        database.delayNextBatch(SimWorld.millis(4_000 + world.chance() * 5_000));
        SimNode killed = holder();
        world.at(world.nature, SimWorld.millis(5 + world.chance() * 60), () -> {
            killed.kill();
            if (world.chance() < 0.7) { // the one that rolled back comes first
                clients.stream().filter(each -> !rollback.of(each.process)).forEach(each -> nap(each, 100, 1_000));
            }
        });
    }

    // ---- single faults

    private void nap(SimClient client, int leastMillis, int mostMillis) {
        if (client.process.running()) {
            world.note(client.name + " is paused");
            client.process.pause();
            long millis = world.between(leastMillis, mostMillis);
            world.at(world.nature, SimWorld.millis((double) millis), client.process::resume);
        }
    }

    private void resetAll(SimClient client) {
        network.wires().stream().filter(wire -> wire.opener == client.process).forEach(this::reset);
    }

    private void reset(SimNetwork.Wire wire) {
        world.note("link of " + wire.opener.name() + " to " + wire.server.name() + " is reset");
        wire.reset();
    }

    private void silence(SimNetwork.Wire wire, int leastMillis, int mostMillis) {
        world.note("link of " + wire.opener.name() + " to " + wire.server.name() + " goes silent");
        wire.goSilent();
        long millis = world.between(leastMillis, mostMillis);
        world.at(world.nature, SimWorld.millis((double) millis), wire::heal);
    }

    /** Some time before that. */
    private void later(int mostMillis, Runnable what) {
        after(world.chance() * mostMillis, what);
    }

    private void after(double millis, Runnable what) {
        world.at(world.nature, SimWorld.millis(millis), () -> {
            if (!over) {
                what.run();
            }
        });
    }

    /** Now, or just when a batch is being committed. */
    private void atSomeMoment(Runnable what) {
        if (world.chance() < 0.5) {
            what.run();
        } else {
            database.atNextBatch(what);
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

    private List<SimClient> others(SimClient client) {
        return clients.stream().filter(each -> each != client).toList();
    }

    private SimNetwork.@Nullable Wire anyWire() {
        List<SimNetwork.Wire> wires = network.wires();
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
        network.wires().forEach(SimNetwork.Wire::heal);
    }
}
