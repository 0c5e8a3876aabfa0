package io.batonmq.broker.session;

import io.batonmq.wire.Command;
import java.util.ArrayList;
import java.util.List;

/**
 * What a session's client sent while an earlier command of it must be done first: a committed transaction that is being spread
 * (S8), or one that is applied alone (S7). Confined to the broker loop.
 */
final class Deferred {
    private final Connection connection;
    private final Suspicion suspicion;
    private final List<Command> commands = new ArrayList<>();
    private boolean waitsForSpread;

    Deferred(Connection connection, Suspicion suspicion) {
        this.connection = connection;
        this.suspicion = suspicion;
    }

    /** Whether what comes waits. */
    boolean waits() {
        return waitsForSpread || suspicion.isAlone();
    }

    /** From the submission of such a commit on its commands wait, and so does the answer to a resume. */
    void waitForSpread() {
        waitsForSpread = true;
        connection.spreadBegins();
    }

    void add(Command command) {
        commands.add(command);
    }

    /** All of it is visible: returns what came meanwhile. */
    List<Command> spread() {
        waitsForSpread = false;
        connection.spreadEnds();
        return take();
    }

    /** Returns what waited. */
    List<Command> take() {
        List<Command> waiting = List.copyOf(commands);
        commands.clear();
        return waiting;
    }

    /** The link is gone: they were not received, and come again. */
    void linkLost() {
        commands.clear();
    }
}
