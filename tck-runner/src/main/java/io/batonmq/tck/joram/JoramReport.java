package io.batonmq.tck.joram;

import java.util.List;

/**
 * What a run of the suite came to. Immutable.
 *
 * @param classes its classes, in order
 */
public record JoramReport(List<OfClass> classes) {

    /** Keeps a copy. */
    public JoramReport {
        classes = List.copyOf(classes);
    }

    /**
     * One of its classes.
     *
     * @param name without the suite's package
     * @param ran how many tests ran, passed or failed
     * @param skipped how many did not
     * @param millis how long they took together
     * @param failures those that failed
     */
    public record OfClass(String name, int ran, int skipped, long millis, List<Failed> failures) {

        /** Keeps a copy. */
        public OfClass {
            failures = List.copyOf(failures);
        }
    }

    /**
     * A test that failed.
     *
     * @param test method
     * @param why what it threw
     */
    public record Failed(String test, Throwable why) {}

    /** How many tests ran. */
    public int ran() {
        return classes.stream().mapToInt(OfClass::ran).sum();
    }

    /** How many tests did not run. */
    public int skipped() {
        return classes.stream().mapToInt(OfClass::skipped).sum();
    }

    /** How many tests failed. */
    public int failed() {
        return classes.stream().mapToInt(each -> each.failures().size()).sum();
    }

    /** How long all took, in milliseconds. */
    public long millis() {
        return classes.stream().mapToLong(OfClass::millis).sum();
    }

    /** One line, say {@code joram: 196 of 196 on H2}. */
    public String summary(String on) {
        return "joram: " + (ran() - failed()) + " of " + JoramSuite.TESTS + " on " + on;
    }

    /** One line for each class, then for each failure. */
    public String table() {
        StringBuilder text = new StringBuilder();
        for (OfClass each : classes) {
            text.append(String.format(
                    "%-50s %3d ran %3d failed %6d ms%n",
                    each.name(), each.ran(), each.failures().size(), each.millis()));
        }
        for (OfClass each : classes) {
            for (Failed failed : each.failures()) {
                text.append(String.format("%s.%s: %s%n", each.name(), failed.test(), failed.why()));
            }
        }
        return text.toString();
    }
}
