package io.batonmq.sim;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A process of the simulated world: it can be killed (what it would do never happens) and paused (it happens when it goes
 * on, with the clock advanced). It is both loops of a node and the loop of a client: in one thread all loops are one.
 */
final class SimProcess {
    private final SimWorld world;
    private final String name;
    private final List<SimWorld.Event> held = new ArrayList<>();
    private boolean alive = true;
    private boolean paused;

    SimProcess(SimWorld world, String name) {
        this.world = world;
        this.name = name;
        if (!name.equals("nature")) {
            world.register(this);
        }
    }

    String name() {
        return name;
    }

    boolean alive() {
        return alive;
    }

    boolean paused() {
        return paused;
    }

    boolean running() {
        return alive && !paused;
    }

    void kill() {
        alive = false;
        held.clear();
    }

    void pause() {
        paused = true;
    }

    void resume() {
        if (paused) {
            paused = false;
            List<SimWorld.Event> due = new ArrayList<>(held);
            held.clear();
            world.resume(due);
        }
    }

    void hold(SimWorld.Event event) {
        held.add(event);
    }

    void run(Runnable task) {
        task.run();
    }

    SimWorld.Event soon(Runnable task) {
        return world.at(this, 0, task);
    }

    SimWorld.Event after(Duration delay, Runnable task) {
        return world.at(this, delay.toNanos(), task);
    }

    /** This process as the loop of a node. */
    io.batonmq.broker.loop.Loop nodeLoop() {
        return new io.batonmq.broker.loop.Loop() {
            @Override
            public void assertInside() {
                // one thread: always inside
            }

            @Override
            public long nanos() {
                return world.nanos();
            }

            @Override
            public Timer schedule(Duration delay, Runnable task) {
                SimWorld.Event event = after(delay, task);
                return () -> event.cancelled = true;
            }

            @Override
            public void execute(Runnable task) {
                soon(task);
            }
        };
    }
}
