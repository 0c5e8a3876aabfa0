package io.batonmq.sim;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Temporary queues (R17): each lives, with all that is in it, as long as its connection; its owner never loses it, nor its
 * consumer. Confined to the simulation's thread.
 */
final class TemporaryCheck {
    private final Consumer<String> violated;
    private final List<String> made = new ArrayList<>();
    private final Set<String> gone = new HashSet<>();

    TemporaryCheck(Consumer<String> violated) {
        this.violated = violated;
    }

    void made(String name) {
        made.add(name);
    }

    /** All that were ever made. */
    List<String> made() {
        return made;
    }

    /** The database knows that its connection ended: what is in it goes with it. */
    void ended(String name) {
        gone.add(name);
    }

    /** Whether what was in this line may be gone with it. */
    boolean mayBeGone(String line) {
        return gone.contains(line);
    }

    /** Its owner's consumer was closed, by the node. */
    void taken(String session, String name, String why) {
        violated.accept(session + " lost its consumer of " + name + ": " + why);
    }
}
