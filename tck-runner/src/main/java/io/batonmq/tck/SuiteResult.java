package io.batonmq.tck;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What became of a run. Immutable.
 *
 * @param provider what was tested
 * @param classes in the order they ran
 * @param alone for each failed test that was run once more, alone: what became of it then; by {@link #key}
 * @param millis how long the classes took, without the tests that were run again
 */
record SuiteResult(String provider, List<ClassResult> classes, Map<String, TestResult> alone, long millis) {

    SuiteResult {
        classes = List.copyOf(classes);
        alone = Map.copyOf(alone);
    }

    static String key(String className, TestResult test) {
        return className + "#" + test.test();
    }

    /** What became of a test when it was run once more; null if it wasn't. */
    @Nullable
    TestResult alone(ClassResult of, TestResult test) {
        return alone.get(key(of.className(), test));
    }

    /** Whether a test failed and did not pass alone either. */
    boolean finallyFailed(ClassResult of, TestResult test) {
        if (!test.failed()) {
            return false;
        }
        TestResult again = alone(of, test);
        return again == null || again.outcome() != TestResult.Outcome.PASSED;
    }

    int count(TestResult.Outcome outcome) {
        return classes.stream().mapToInt(each -> each.count(outcome)).sum();
    }

    int total() {
        return classes.stream().mapToInt(each -> each.tests().size()).sum();
    }

    /** How many tests failed, and did not pass alone either. */
    int finallyFailed() {
        return classes.stream()
                .mapToInt(each -> (int) each.tests().stream()
                        .filter(test -> finallyFailed(each, test))
                        .count())
                .sum();
    }
}
