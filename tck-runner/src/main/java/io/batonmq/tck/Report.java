package io.batonmq.tck;

import static io.batonmq.tck.TestResult.Outcome.FAILED;
import static io.batonmq.tck.TestResult.Outcome.PASSED;
import static io.batonmq.tck.TestResult.Outcome.SKIPPED;

import java.util.Locale;

/** A run as text: a table of its classes, then the cause of each failure. No thread of its own. */
final class Report {
    private static final String ROW = "%-56s %5s %6s %6s %7s %8s%n";

    private Report() {}

    static String of(SuiteResult suite) {
        StringBuilder text = new StringBuilder();
        text.append(String.format(ROW, "class", "tests", "passed", "failed", "skipped", "seconds"));
        for (ClassResult each : suite.classes()) {
            text.append(row(
                    each.shortName(),
                    each.tests().size(),
                    each.count(PASSED),
                    each.count(FAILED),
                    each.count(SKIPPED),
                    each.millis()));
        }
        text.append(row(
                "in the suite",
                suite.total(),
                suite.count(PASSED),
                suite.count(FAILED),
                suite.count(SKIPPED),
                suite.millis()));
        if (!suite.alone().isEmpty()) {
            int failed = suite.finallyFailed();
            int passedAlone = suite.count(FAILED) - failed;
            text.append(String.format(
                    ROW,
                    "what failed run once more, each alone",
                    suite.total(),
                    suite.count(PASSED) + passedAlone,
                    failed,
                    suite.count(SKIPPED),
                    ""));
        }
        causes(suite, text);
        text.append(String.format(
                "%n%s: %d of %d passed in the suite, %d with those that pass alone%n",
                suite.provider(),
                suite.count(PASSED),
                suite.total(),
                suite.total() - suite.count(SKIPPED) - suite.finallyFailed()));
        return text.toString();
    }

    private static String row(String name, int tests, int passed, int failed, int skipped, long millis) {
        return String.format(ROW, name, tests, passed, failed, skipped, seconds(millis));
    }

    static String seconds(long millis) {
        return String.format(Locale.ROOT, "%.1f", millis / 1000.0);
    }

    private static void causes(SuiteResult suite, StringBuilder text) {
        for (ClassResult each : suite.classes()) {
            for (TestResult test : each.failures()) {
                text.append(
                        String.format("%n%s#%s%n    in the suite: %s%n", each.shortName(), test.test(), test.cause()));
                TestResult again = suite.alone(each, test);
                if (again != null) {
                    text.append("    alone: ")
                            .append(again.outcome() == PASSED ? "passed" : again.cause())
                            .append(System.lineSeparator());
                }
            }
        }
    }
}
