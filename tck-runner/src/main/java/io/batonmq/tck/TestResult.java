package io.batonmq.tck;

/**
 * What became of one test. Immutable.
 *
 * @param test method
 * @param outcome how it ended
 * @param millis how long it took
 * @param cause one line why it did not pass; empty if it did
 * @param trace stack trace, or thread dump of a test that hung
 * @param output what it printed and logged, if it did not pass
 */
record TestResult(String test, Outcome outcome, long millis, String cause, String trace, String output) {

    /** How a test can end. */
    enum Outcome {
        PASSED,
        FAILED,
        SKIPPED
    }

    static TestResult passed(String test, long millis) {
        return new TestResult(test, Outcome.PASSED, millis, "", "", "");
    }

    static TestResult skipped(String test, String reason) {
        return new TestResult(test, Outcome.SKIPPED, 0, reason, "", "");
    }

    static TestResult failed(String test, long millis, String cause, String trace, String output) {
        return new TestResult(test, Outcome.FAILED, millis, cause, trace, output);
    }

    boolean failed() {
        return outcome == Outcome.FAILED;
    }
}
