package io.batonmq.tck;

import io.batonmq.tck.NodeProcess.Told;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps two nodes running and kills whichever holds the lease, again and again: the one that was killed comes back when the
 * other has taken over, and nobody is killed while there is no standby, which is a fault if it lasts. Its creator's thread until {@link #begin}, then one
 * of its own.
 */
final class NodeKeeper {
    private static final Duration START = Duration.ofSeconds(60);
    private static final Duration TAKEOVER = Duration.ofSeconds(60);
    private static final Duration STANDBY = Duration.ofSeconds(60);

    /** So long a new standby needs to find the holder and to connect to it. */
    private static final Duration SETTLE = Duration.ofSeconds(2);

    private static final int MOST_FAULTS = 10;

    private final Duration every;
    private final LongSupplier nanos;
    private final RunningTest running;
    private final Kills kills;
    private final PrintStream out;
    private final BlockingQueue<Told> told = new LinkedBlockingQueue<>();
    private final Thread thread = new Thread(this::run, "tck-kills");
    private List<NodeProcess> nodes = List.of();
    private @Nullable NodeProcess down;
    private String kill = "";
    private long killedAt;
    /** Whether one may be killed, and when that last changed. */
    private boolean ready;

    private long changedAt;

    /**
     * Makes it.
     *
     * @param every how long after a kill the next is due
     * @param nanos a monotonic clock
     * @param kills where kills and faults are noted
     */
    NodeKeeper(Duration every, LongSupplier nanos, RunningTest running, Kills kills, PrintStream out) {
        this.every = every;
        this.nanos = nanos;
        this.running = running;
        this.kills = kills;
        this.out = out;
        thread.setDaemon(true);
    }

    /** To be told what the nodes tell; for any thread. */
    void tell(Told what) {
        told.add(what);
    }

    /**
     * Starts both nodes and returns when the first serves and the second stands by.
     *
     * @throws BadInputException one sentence why they don't
     */
    void start(NodeProcess first, NodeProcess second) throws BadInputException, IOException, InterruptedException {
        nodes = List.of(first, second);
        first.start();
        await(first, first::holds);
        second.start();
        await(second, () -> second.standsBy(first));
    }

    private void await(NodeProcess node, BooleanSupplier condition) throws BadInputException, InterruptedException {
        long until = nanos.getAsLong() + START.toNanos();
        while (!condition.getAsBoolean()) {
            Told next = told.poll(until - nanos.getAsLong(), TimeUnit.NANOSECONDS);
            if (next == null) {
                throw new BadInputException("BatonMQ does not serve within " + START.toSeconds()
                        + " s: node " + node.id() + " says "
                        + (node.reason().isEmpty() ? "nothing" : node.reason()) + ", see " + node.log());
            }
            String reason = next.by().reason();
            if (next.by().take(next) && next.event() == null) {
                throw new BadInputException("BatonMQ does not start: node "
                        + next.by().id() + " ended with status " + next.by().status()
                        + (reason.isEmpty() ? ", see " + next.by().log() : ": " + reason));
            }
        }
    }

    /** Begins to kill. */
    void begin() {
        killedAt = nanos.getAsLong();
        changedAt = killedAt;
        thread.start();
    }

    /** Ends it, and the nodes. */
    void close() throws IOException, InterruptedException {
        thread.interrupt();
        thread.join();
        for (NodeProcess each : nodes) {
            each.kill();
        }
    }

    private void run() {
        try {
            while (kills.faults().size() < MOST_FAULTS) {
                step();
            }
            out.println("[kill] too much went wrong: nobody is killed any more");
        } catch (IOException e) {
            fault("no more kills: " + ProviderCheck.text(e));
        } catch (InterruptedException e) {
            // The end.
        }
    }

    private void step() throws IOException, InterruptedException {
        Duration wait = down != null ? left(killedAt, TAKEOVER) : ready ? untilKill() : left(changedAt, STANDBY);
        Told next = told.poll(wait.toNanos(), TimeUnit.NANOSECONDS);
        if (next != null) {
            on(next);
        } else if (down != null) {
            fault("nobody took over within " + TAKEOVER.toSeconds() + " s after " + kill);
            comeBack(down);
        } else if (ready) {
            kill();
        } else {
            fault("there is no standby since " + STANDBY.toSeconds() + " s: nobody is killed");
            changedAt = nanos.getAsLong();
        }
    }

    private Duration untilKill() {
        Duration due = left(killedAt, every);
        Duration settled = left(changedAt, SETTLE);
        return due.compareTo(settled) > 0 ? due : settled;
    }

    private Duration left(long since, Duration of) {
        Duration left = of.minusNanos(nanos.getAsLong() - since);
        return left.isNegative() ? Duration.ZERO : left;
    }

    private void on(Told next) throws IOException, InterruptedException {
        NodeProcess node = next.by();
        String reason = node.reason();
        if (!node.take(next)) {
            return;
        }
        if (next.event() == null) {
            fault("node " + node.id() + " ended by itself with status " + node.status()
                    + (reason.isEmpty() ? "" : " (" + reason + ")") + ", see " + node.log());
            node.start();
        } else if (down != null && node.holds()) {
            out.printf(
                    "%s: node %s took over after %d ms%n", kill, node.id(), (nanos.getAsLong() - killedAt) / 1_000_000);
            comeBack(down);
        }
        boolean before = ready;
        ready = holder() != null;
        if (ready != before) {
            changedAt = nanos.getAsLong();
        }
    }

    private void comeBack(NodeProcess node) throws IOException {
        node.start();
        down = null;
        changedAt = nanos.getAsLong();
    }

    /** The node that may be killed: it holds the lease, and the other stands by. */
    private @Nullable NodeProcess holder() {
        for (NodeProcess each : nodes) {
            if (each.holds() && nodes.stream().allMatch(other -> other == each || other.standsBy(each))) {
                return each;
            }
        }
        return null;
    }

    private void kill() throws IOException, InterruptedException {
        NodeProcess victim = holder();
        if (victim == null) {
            return;
        }
        String test = running.name();
        victim.kill();
        killedAt = nanos.getAsLong();
        kill = "[kill " + kills.kill(!test.isEmpty()) + "] node " + victim.id() + ", "
                + (test.isEmpty() ? "between tests" : "in " + test);
        down = victim;
        ready = false;
    }

    private void fault(String what) {
        kills.fault(what);
        out.println("[kill] " + what);
    }
}
