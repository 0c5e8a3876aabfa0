package io.batonmq.tck;

/** Which test runs now. Safe for use by any thread. */
final class RunningTest {
    private volatile String name = "";

    void begin(String className, String test) {
        name = TckClasses.shortName(className) + "#" + test;
    }

    void end() {
        name = "";
    }

    /** The class, {@code #}, the test; empty between tests. */
    String name() {
        return name;
    }
}
