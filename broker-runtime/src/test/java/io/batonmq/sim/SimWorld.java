package io.batonmq.sim;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

/**
 * One thread, one virtual clock, one seed: everything that happens in a simulated run happens in the order that this class
 * draws. The random generator decides every delay, loss and crash.
 */
final class SimWorld {

    /** Something that will happen. */
    static final class Event {
        final long at;
        final long order;
        final SimProcess process;
        final Runnable task;
        boolean cancelled;

        Event(long at, long order, SimProcess process, Runnable task) {
            this.at = at;
            this.order = order;
            this.process = process;
            this.task = task;
        }
    }

    final SplittableRandom random;
    final long seed;
    private final PriorityQueue<Event> events = new PriorityQueue<>((a, b) -> {
        int byTime = Long.compare(a.at, b.at);
        return byTime != 0 ? byTime : Long.compare(a.order, b.order);
    });
    private final List<SimProcess> processes = new ArrayList<>();
    /** The world's own happenings (network, database, faults) belong to a process that never dies. */
    final SimProcess nature;

    private final Deque<String> trace = new ArrayDeque<>();
    private long now = 1_000_000_000L;
    private long order;

    SimWorld(long seed) {
        this.seed = seed;
        this.random = new SplittableRandom(seed);
        this.nature = new SimProcess(this, "nature");
    }

    /** Virtual monotonic nanoseconds. */
    long nanos() {
        return now;
    }

    /** The same in milliseconds: the time that all clocks in this world show more or less. */
    long millis() {
        return now / 1_000_000;
    }

    Event at(SimProcess process, long delayNanos, Runnable task) {
        Event event = new Event(now + Math.max(0, delayNanos), order++, process, task);
        events.add(event);
        return event;
    }

    void register(SimProcess process) {
        processes.add(process);
    }

    List<SimProcess> processes() {
        return processes;
    }

    /** Runs one event; false when there is none before the limit. */
    boolean step(long limitNanos) {
        while (true) {
            Event event = events.peek();
            if (event == null || event.at > limitNanos) {
                now = Math.max(now, limitNanos);
                return false;
            }
            events.remove();
            now = Math.max(now, event.at);
            if (event.cancelled || !event.process.alive()) {
                continue;
            }
            if (event.process.paused()) {
                event.process.hold(event);
                continue;
            }
            event.process.run(event.task);
            return true;
        }
    }

    /** What was held while its process was paused happens now, in its order. */
    void resume(List<Event> held) {
        events.addAll(held);
    }

    /** From 0 inclusive to 1 exclusive. */
    double chance() {
        return random.nextDouble();
    }

    long between(long least, long most) {
        return least + (most > least ? random.nextLong(most - least) : 0);
    }

    static long millis(double ms) {
        return (long) (ms * 1_000_000);
    }

    void note(String what) {
        trace.add(String.format("%10.3f %s", (now - 1_000_000_000L) / 1e6, what));
        if (trace.size() > 4_000) {
            trace.removeFirst();
        }
    }

    /** The newest happenings, for a failed run. */
    List<String> trace() {
        return List.copyOf(trace);
    }
}
