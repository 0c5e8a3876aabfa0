package io.batonmq.tck;

import java.util.ArrayList;
import java.util.List;

/** What became of the nodes in a whole run. Safe for use by any thread. */
final class Kills {
    private int kills;
    private int duringTests;
    private final List<String> faults = new ArrayList<>();

    synchronized int kill(boolean duringTest) {
        kills++;
        duringTests += duringTest ? 1 : 0;
        return kills;
    }

    /** Notes what must not happen. */
    synchronized void fault(String what) {
        faults.add(what);
    }

    synchronized List<String> faults() {
        return List.copyOf(faults);
    }

    synchronized String summary() {
        return "kills=" + kills + ", " + duringTests + " of them while a test ran";
    }
}
