package io.batonmq.sim;

import io.batonmq.store.MessageRow;
import io.batonmq.store.QueueRow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The end of a run: everybody leaves, newcomers receive all that is left, and leave, too; then nothing may be left in the
 * database (I6), and what is counted there must always be what is there. Confined to the simulation's thread.
 */
final class SimFinale {
    private static final long PATIENCE_MILLIS = 60_000;
    /** Resume timeout and outcome retention of {@link SimNode#settings()}, and time to sweep. */
    private static final long FORGOTTEN_MILLIS = 12_000 + 60_000 + 30_000;

    /** What the dead held is given back by then: resume timeout, and time for that. */
    private static final long RELEASED_MILLIS = 15_000;

    private final SimWorld world;
    private final SimDatabase database;
    private final SimNetwork network;
    private final Ledger ledger;
    private final SimFaults faults;
    private final List<SimClient> clients;
    private final String url;
    private final boolean topics;
    private int leaving;

    SimFinale(
            SimWorld world,
            SimDatabase database,
            SimNetwork network,
            Ledger ledger,
            SimFaults faults,
            List<SimClient> clients,
            String url,
            boolean topics) {
        this.world = world;
        this.database = database;
        this.network = network;
        this.ledger = ledger;
        this.faults = faults;
        this.clients = clients;
        this.url = url;
        this.topics = topics;
    }

    void run() {
        checkCounters();
        world.note("everybody leaves");
        leave(clients);
        runFor(RELEASED_MILLIS + TimeCheck.REAPED_MILLIS);
        checkNoSubscriptionIsLeft();
        ledger.checkExpired(database.primary.allMessages().stream()
                .filter(row -> !isDeadLetter(row))
                .map(row -> Copy.of(database.primary, row))
                .toList());
        ledger.check();
        List<SimClient> heirs = new ArrayList<>();
        SimClient heir = heir("heir", null);
        heirs.add(heir);
        receive(heir, 0, SimRun.QUEUE);
        receive(heir, 1, SimLine.queue(SimLine.DEAD_LETTERS));
        if (topics) {
            receive(heir, 2, SimRun.SHARED);
            SimClient owner = heir("owner", SimRun.CLIENT_ID);
            heirs.add(owner);
            receive(owner, 0, SimRun.OWN);
        }
        heirs.forEach(SimClient::start);
        long limit = world.nanos() + SimWorld.millis(PATIENCE_MILLIS);
        while (!database.primary.allMessages().isEmpty() && world.nanos() < limit) {
            runFor(500);
        }
        runFor(2_000);
        for (MessageRow row : database.primary.allMessages()) {
            throw new Ledger.Violation(
                    "I1", Copy.of(database.primary, row) + " is stored, but nobody gets it: " + row.position());
        }
        leave(heirs);
        runFor(FORGOTTEN_MILLIS);
        checkCounters();
        checkNothingIsLeft();
    }

    /** A dead letter doesn't expire. */
    private boolean isDeadLetter(MessageRow row) {
        QueueRow queue = database.primary.queues.get(row.queue());
        return queue != null && queue.name().equals(SimLine.DEAD_LETTERS);
    }

    private SimClient heir(String name, @Nullable String clientId) {
        return new SimClient(world, network, ledger, name, url, clientId, new SimClock(world, 0, 0));
    }

    private static void receive(SimClient client, int number, SimLine from) {
        SimApp app = new SimApp(client, SimKind.AUTO, from, number, SimHabits.onlyReceives());
        app.drain();
        client.add(app);
    }

    private void leave(List<SimClient> all) {
        all.stream().filter(each -> each.process.alive()).forEach(each -> {
            leaving++;
            each.close(() -> leaving--);
        });
        long limit = world.nanos() + SimWorld.millis(PATIENCE_MILLIS);
        while (leaving > 0 && world.nanos() < limit) {
            runFor(100);
        }
        if (leaving > 0) {
            throw new Ledger.Violation("I5", leaving + " connections never closed");
        }
        all.forEach(SimClient::leave);
    }

    private void runFor(long millis) {
        long end = world.nanos() + SimWorld.millis((double) millis);
        while (world.step(end)) {
            ledger.check();
        }
        faults.restartDead();
    }

    private void checkCounters() {
        Map<Long, Integer> rows = new HashMap<>();
        Map<Long, Long> bytes = new HashMap<>();
        for (MessageRow row : database.primary.allMessages()) {
            rows.merge(row.queue(), 1, Integer::sum);
            bytes.merge(row.queue(), (long) row.size(), Long::sum);
        }
        for (QueueRow queue : database.primary.queues.values()) {
            if (queue.state().removed()) {
                continue; // its rows are being deleted, and nobody counts them any more
            }
            int there = rows.getOrDefault(queue.number(), 0);
            long size = bytes.getOrDefault(queue.number(), 0L);
            if (queue.state().depth() != there || queue.state().bytes() != size) {
                throw new Ledger.Violation("L12", queue + " has " + there + " messages of " + size + " bytes");
            }
        }
    }

    /** R17: with all their connections closed, or away for too long. */
    private void checkNoSubscriptionIsLeft() {
        for (QueueRow queue : database.primary.queues.values()) {
            if (SimLine.isPlain(database.primary.line(queue))) {
                throw new Ledger.Violation("I6", "subscription " + queue + " is left");
            }
        }
    }

    private void checkNothingIsLeft() {
        ModelState state = database.primary;
        nothing("connections", state.connections);
        nothing("sessions", state.sessions);
        nothing("stages", state.stages);
        state.refusals.values().removeIf(Map::isEmpty);
        nothing("refusals", state.refusals);
        state.staged.values().removeIf(Map::isEmpty);
        nothing("staged", state.staged);
        nothing("content", state.content);
        state.queues.values().removeIf(queue -> queue.owner() == null);
        nothing("temporary queues", state.queues);
    }

    private static void nothing(String what, Map<?, ?> rows) {
        if (!rows.isEmpty()) {
            throw new Ledger.Violation("I6", what + " are left: " + rows.keySet());
        }
    }
}
