package io.batonmq.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One TCP connection between simulated processes. Each direction keeps its order. Confined to the simulation's thread. */
final class SimWire {
    final SimProcess opener;
    final SimProcess server;
    private final SimWorld world;
    private final Consumer<SimWire> over;
    private final long[] last = new long[2];
    private final List<Runnable> toServerHeld = new ArrayList<>();
    private final List<Runnable> toOpenerHeld = new ArrayList<>();
    private boolean silent;
    private boolean closed;
    private @Nullable Runnable openerClosed;
    private @Nullable Runnable serverClosed;

    /** With what is told once that it is closed. */
    SimWire(SimWorld world, SimProcess opener, SimProcess server, Consumer<SimWire> over) {
        this.world = world;
        this.opener = opener;
        this.server = server;
        this.over = over;
    }

    /** How the opener learns that it is gone. */
    void whenClosedAtOpener(Runnable learns) {
        openerClosed = learns;
    }

    /** How the server learns that it is gone. */
    void whenClosedAtServer(Runnable learns) {
        serverClosed = learns;
    }

    void toServer(Runnable arrival) {
        if (silent) {
            toServerHeld.add(arrival);
        } else {
            deliver(server, 0, arrival);
        }
    }

    void toOpener(Runnable arrival) {
        if (silent) {
            toOpenerHeld.add(arrival);
        } else {
            deliver(opener, 1, arrival);
        }
    }

    private void deliver(SimProcess to, int direction, Runnable arrival) {
        last[direction] = Math.max(last[direction], world.nanos() + SimNetwork.latency(world));
        world.at(to, last[direction] - world.nanos(), arrival);
    }

    /** Both sides learn that it is gone; what is under way is lost. */
    void reset() {
        if (!closed) {
            closed = true;
            over.accept(this);
            if (openerClosed != null) {
                world.at(opener, SimNetwork.latency(world), openerClosed);
            }
            if (serverClosed != null) {
                world.at(server, SimNetwork.latency(world), serverClosed);
            }
        }
    }

    /** Only the server learns that it is gone: the opener, if it doesn't close it, much later. */
    void endAtServer() {
        if (!closed) {
            closed = true;
            over.accept(this);
            if (serverClosed != null) {
                world.at(server, SimNetwork.latency(world), serverClosed);
            }
            if (openerClosed != null) {
                world.at(opener, SimWorld.millis(20_000), openerClosed);
            }
        }
    }

    /** One side closes in order: the other learns it after what was sent before. */
    void close(boolean byOpener) {
        if (!closed) {
            closed = true;
            over.accept(this);
            Runnable other = byOpener ? serverClosed : openerClosed;
            if (other != null && !silent) {
                deliver(byOpener ? server : opener, byOpener ? 0 : 1, other);
            } else if (other != null) {
                // the peer of a silent link finds out by its own means; the kernel tells it much later
                world.at(byOpener ? server : opener, SimWorld.millis(20_000), other);
            }
        }
    }

    void goSilent() {
        silent = true;
    }

    boolean isSilent() {
        return silent;
    }

    void heal() {
        silent = false;
        List<Runnable> server1 = new ArrayList<>(toServerHeld);
        List<Runnable> opener1 = new ArrayList<>(toOpenerHeld);
        toServerHeld.clear();
        toOpenerHeld.clear();
        server1.forEach(this::toServer);
        opener1.forEach(this::toOpener);
    }

    boolean isClosed() {
        return closed;
    }
}
