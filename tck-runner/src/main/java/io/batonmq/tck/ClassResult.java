package io.batonmq.tck;

import java.util.List;

/**
 * What became of one class. Immutable.
 *
 * @param className its full name
 * @param tests its tests, in the order they ran
 * @param millis how long all took, processes included
 */
record ClassResult(String className, List<TestResult> tests, long millis) {

    ClassResult {
        tests = List.copyOf(tests);
    }

    int count(TestResult.Outcome outcome) {
        return (int) tests.stream().filter(test -> test.outcome() == outcome).count();
    }

    List<TestResult> failures() {
        return tests.stream().filter(TestResult::failed).toList();
    }

    /** The name without what all classes of the TCK begin with. */
    String shortName() {
        return TckClasses.shortName(className);
    }
}
