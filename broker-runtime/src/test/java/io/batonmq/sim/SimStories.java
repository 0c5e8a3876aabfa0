package io.batonmq.sim;

import io.batonmq.sim.SimNetwork.Moment;
import io.batonmq.sim.SimNetwork.Passing;
import io.batonmq.wire.BrokerFrame;
import io.batonmq.wire.Command;
import io.batonmq.wire.Resumption;
import java.util.List;
import java.util.function.Predicate;

/**
 * Faults that follow upon what another led to; what each is about stands at {@link SimFaults.Break}. Confined to the
 * simulation's thread.
 */
final class SimStories {
    /** Of {@link SimNode#settings()}, in milliseconds. */
    private static final int GRACE = 6_000;

    private static final int SILENCE = 4_000;
    private static final int RESUME_TIMEOUT = 12_000;

    private final SimWorld world;
    private final SimDatabase database;
    private final SimNetwork network;
    private final List<SimClient> clients;
    private final SimBreaks single;

    SimStories(SimWorld world, SimDatabase database, SimNetwork network, List<SimClient> clients, SimBreaks single) {
        this.world = world;
        this.database = database;
        this.network = network;
        this.clients = clients;
        this.single = single;
    }

    void loseAnAnswer() {
        network.when(network::isAnswer, answer -> {
            single.silence(answer.wire(), 0, 20_000);
            single.later(20, single.holder()::kill);
        });
    }

    void resetAtAnAnswer() {
        network.when(network::isAnswer, this::resetsAtAnAnswer);
    }

    void resetAtASend() {
        network.when(
                each -> each.moment() == Moment.ARRIVES_AT_NODE && each.frame() instanceof Command.Send,
                this::resetsAtASend);
    }

    void sleepTooLong() {
        network.when(
                each -> each.moment() == Moment.NODE_WRITES
                        && each.frame() instanceof BrokerFrame.Confirm confirm
                        && confirm.session() > 0,
                this::sleepsTooLong);
    }

    void voidAndBack(SimClient client) {
        sleepBeyondTheGrace(client);
        network.when(writes(client, Resumption.Resumed.class), each -> single.later(2_500, single.holder()::kill));
    }

    void voidAndNotTold(SimClient client) {
        sleepBeyondTheGrace(client);
        network.when(writes(client, Resumption.ResumeAnswer.class), each -> notTold(client, each));
    }

    void voidMeanwhile(SimClient client) {
        single.resetAll(client);
        single.nap(client, GRACE - 1_000, GRACE - 20);
        network.when(
                writes(client, Resumption.ResumeAnswer.class), each -> single.silence(each.wire(), 100, SILENCE - 500));
    }

    void longNap(SimClient client) {
        single.nap(client, SILENCE + GRACE, SILENCE + GRACE + 4_000);
    }

    void killAtARollback() {
        network.when(
                each -> each.moment() == Moment.ARRIVES_AT_NODE
                        && each.frame() instanceof Command.Rollback back
                        && !back.deliveries().isEmpty(),
                this::killsAtARollback);
    }

    void killAtARefusal() {
        network.when(
                each -> each.moment() == Moment.NODE_WRITES
                        && each.frame() instanceof BrokerFrame.Confirm confirm
                        && !confirm.refusals().isEmpty(),
                each -> {
                    single.reset(each.wire());
                    single.after(0, single.holder()::kill);
                });
    }

    void killAtAPublication(SimClient subscriber) {
        network.when(
                each -> each.moment() == Moment.ARRIVES_AT_NODE
                        && each.frame() instanceof Command.Send sent
                        && sent.message().head().destination().equals(SimLine.TOPIC),
                each -> killsAtAPublication(subscriber));
    }

    /** Sometimes it comes back in time, sometimes a little late. */
    void awayFromTheTopic(SimClient client) {
        single.resetAll(client);
        boolean late = world.chance() < 0.2;
        single.nap(
                client,
                late ? (int) SubscriptionCheck.KEPT_MILLIS : 0,
                (int) SubscriptionCheck.KEPT_MILLIS + (late ? 3_000 : -500));
        if (world.chance() < 0.5) {
            single.later(5_000, single.holder()::kill);
        }
    }

    private void killsAtAPublication(SimClient subscriber) {
        SimNode killed = single.holder();
        if (world.chance() < 0.5) {
            single.resetAll(subscriber);
            single.nap(subscriber, 0, 4_000);
        }
        if (world.chance() < 0.7) {
            database.atNextBatch(killed::kill);
        } else {
            single.later(5, killed::kill); // when it is stored, and on its way to some
        }
    }

    private static Predicate<Passing> writes(SimClient to, Class<?> frame) {
        return each -> each.moment() == Moment.NODE_WRITES && each.of(to.process) && frame.isInstance(each.frame());
    }

    private void resetsAtAnAnswer(Passing answer) {
        SimProcess sender = answer.wire().opener;
        single.reset(answer.wire());
        if (world.chance() < 0.5) {
            network.when(
                    each -> each.moment() == Moment.NODE_WRITES
                            && each.of(sender)
                            && each.frame() instanceof Resumption.Resumed,
                    each -> single.later(10, single.holder()::kill));
        }
    }

    private void resetsAtASend(Passing send) {
        SimProcess sender = send.wire().opener;
        database.delayNextBatch(SimWorld.millis(2_000 + world.chance() * 7_000));
        single.after(2, () -> single.reset(send.wire()));
        network.when(
                each -> each.moment() == Moment.ARRIVES_AT_NODE
                        && each.of(sender)
                        && each.frame() instanceof Resumption.Resume,
                each -> single.later(100, single.holder()::kill));
    }

    private void sleepsTooLong(Passing confirm) {
        SimClient client = clients.stream()
                .filter(each -> confirm.of(each.process))
                .findAny()
                .orElse(null);
        if (client != null) {
            single.resetAll(client);
            single.nap(client, RESUME_TIMEOUT + 500, RESUME_TIMEOUT + 8_000);
            if (world.chance() < 0.8) {
                world.at(
                        world.nature,
                        SimWorld.millis(RESUME_TIMEOUT + 100 + world.chance() * 1_000),
                        () -> single.holder().kill());
            }
        }
    }

    private void sleepBeyondTheGrace(SimClient client) {
        if (world.chance() < 0.7) {
            single.resetAll(client);
            single.nap(client, GRACE + 20, GRACE + 3_000);
        } else {
            single.nap(client, SILENCE + GRACE, SILENCE + GRACE + 3_000);
        }
    }

    /** What it says before it sleeps doesn't arrive; what it held may be with it again before it can say so. */
    void voidAndLate(SimClient client) {
        List<SimWire> wires = network.wires().stream()
                .filter(wire -> wire.opener == client.process)
                .toList();
        wires.forEach(SimWire::goSilent);
        world.note("links of " + client.name + " go silent");
        single.after(world.chance() * 500, () -> {
            wires.forEach(single::reset);
            single.nap(client, GRACE + 20, GRACE + 3_000);
            if (world.chance() < 0.5) { // nobody else is there to take what it held
                single.others(client).forEach(each -> single.nap(each, GRACE + 3_000, GRACE + 4_000));
            }
            network.when(writes(client, Resumption.Resumed.class), each -> single.silence(each.wire(), 1, 1_000));
        });
    }

    private void notTold(SimClient client, Passing answer) {
        single.reset(answer.wire());
        SimNode killed = single.holder();
        single.after(0, killed::kill);
        if (world.chance() < 0.7) { // the one that wasn't told comes first
            single.others(client).forEach(each -> single.nap(each, 100, 1_000));
        }
    }

    private void killsAtARollback(Passing rollback) {
        database.delayNextBatch(SimWorld.millis(4_000 + world.chance() * 5_000));
        SimNode killed = single.holder();
        world.at(world.nature, SimWorld.millis(5 + world.chance() * 60), () -> {
            killed.kill();
            if (world.chance() < 0.7) { // the one that rolled back comes first
                clients.stream()
                        .filter(each -> !rollback.of(each.process))
                        .forEach(each -> single.nap(each, 100, 1_000));
            }
        });
    }
}
