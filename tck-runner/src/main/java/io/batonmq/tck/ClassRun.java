package io.batonmq.tck;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Runs one class to its end. A test that hangs or ends its process costs only itself: the tests after it run in a new
 * process. One thread.
 */
final class ClassRun {
    /** Stands for the tests of a class of which none is known. */
    static final String WHOLE_CLASS = "(class)";

    /** A process that must start, and end itself, gets this much longer. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Jvm jvm;
    private final Bounds bounds;
    private final RunningTest running;
    private final String className;
    private final Map<String, TestResult> done = new LinkedHashMap<>();
    private final Set<String> planned = new LinkedHashSet<>();
    private @Nullable String started;
    private boolean classExpired;

    /**
     * How long things may take.
     *
     * @param perTest after which a test is given up
     * @param perClass after which a class is given up
     */
    record Bounds(Duration perTest, Duration perClass) {}

    ClassRun(Jvm jvm, Bounds bounds, RunningTest running, String className) {
        this.jvm = jvm;
        this.bounds = bounds;
        this.running = running;
        this.className = className;
    }

    /** Runs all its tests, or these. */
    ClassResult run(List<String> tests) throws IOException, InterruptedException {
        long began = jvm.nanos();
        planned.addAll(tests);
        List<String> next = tests;
        do {
            int before = done.size();
            String broken = once(next, began);
            if (done.size() == before) {
                giveUp(broken);
            }
            next = planned.stream().filter(test -> !done.containsKey(test)).toList();
        } while (!next.isEmpty());
        return new ClassResult(className, new ArrayList<>(done.values()), (jvm.nanos() - began) / 1_000_000);
    }

    /** One process; says why it came to an end too early. */
    private String once(List<String> tests, long began) throws IOException, InterruptedException {
        Duration left = bounds.perClass().minusNanos(jvm.nanos() - began);
        if (classExpired || left.isNegative()) {
            return "not run: the class took more than " + bounds.perClass().toSeconds() + " s";
        }
        List<String> arguments = new ArrayList<>(List.of(
                "run",
                String.valueOf(bounds.perTest().toSeconds()),
                String.valueOf(Math.max(1, (left.toMillis() + 999) / 1_000)),
                className));
        arguments.addAll(tests);
        started = null;
        Jvm.Ended ended = jvm.run(arguments, left.plus(PATIENCE), this::on);
        String how = ended.end() == Jvm.End.KILLED
                ? "the test process said nothing more and was killed"
                : "the test process ended with status " + ended.status();
        if (started != null) {
            done(TestResult.failed(started, 0, how, "", ended.noise()));
        }
        return ended.noise().isBlank()
                ? how
                : how + ": " + ended.noise().strip().lines().findFirst().orElse("");
    }

    private void giveUp(String why) {
        if (planned.isEmpty()) {
            planned.add(WHOLE_CLASS);
        }
        for (String test : planned) {
            if (!done.containsKey(test)) {
                done(TestResult.failed(test, 0, why, "", ""));
            }
        }
    }

    private void done(TestResult result) {
        done.put(result.test(), result);
        started = null;
        running.end();
    }

    private void on(Event event) {
        switch (event.kind()) {
            case PLAN -> planned.addAll(event.fields());
            case STARTED -> {
                started = event.field(0);
                running.begin(className, event.field(0));
            }
            case PASSED -> done(TestResult.passed(event.field(0), event.millis()));
            case SKIPPED -> done(TestResult.skipped(event.field(0), event.field(1)));
            case FAILED -> done(failure(event));
            case EXPIRED -> {
                classExpired = event.field(2).startsWith("the class");
                if (!event.field(0).isEmpty()) {
                    done(failure(event));
                }
            }
            case BROKEN ->
                planned.stream()
                        .filter(test -> !done.containsKey(test))
                        .toList()
                        .forEach(test -> done(TestResult.failed(test, 0, event.field(0), event.field(1), "")));
            case PROVIDER, BAD_INPUT, TESTS, NODE -> throw new IllegalStateException("not of a run: " + event.kind());
        }
    }

    private static TestResult failure(Event event) {
        return TestResult.failed(event.field(0), event.millis(), event.field(2), event.field(3), event.field(4));
    }
}
