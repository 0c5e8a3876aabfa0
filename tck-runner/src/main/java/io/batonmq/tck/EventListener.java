package io.batonmq.tck;

import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/** Turns what JUnit tells of one class into events. JUnit's thread; what is running may be asked by any. */
final class EventListener implements TestExecutionListener {

    /** A test that runs. */
    record Running(String test, long since) {}

    private final Consumer<Event> events;
    private final Capture capture;
    private final LongSupplier millis;
    private final AtomicReference<@Nullable Running> running = new AtomicReference<>();
    private @Nullable Watchdog watchdog;
    private @Nullable TestPlan plan;

    EventListener(Consumer<Event> events, Capture capture, LongSupplier millis) {
        this.events = events;
        this.capture = capture;
        this.millis = millis;
    }

    void watchedBy(Watchdog watching) {
        watchdog = watching;
    }

    /** The test that runs now, null if none does. */
    @Nullable
    Running running() {
        return running.get();
    }

    private static String name(TestIdentifier test) {
        return test.getSource()
                .filter(MethodSource.class::isInstance)
                .map(source -> ((MethodSource) source).getMethodName())
                .orElse(test.getDisplayName());
    }

    @Override
    public void testPlanExecutionStarted(TestPlan started) {
        plan = started;
        List<String> tests = started.getRoots().stream()
                .flatMap(root -> started.getDescendants(root).stream())
                .filter(TestIdentifier::isTest)
                .map(EventListener::name)
                .toList();
        events.accept(new Event(Event.Kind.PLAN, tests));
        if (watchdog != null) {
            watchdog.beginClass();
        }
    }

    @Override
    public void executionStarted(TestIdentifier test) {
        if (test.isTest()) {
            capture.begin();
            running.set(new Running(name(test), millis.getAsLong()));
            events.accept(Event.of(Event.Kind.STARTED, name(test)));
            if (watchdog != null) {
                watchdog.begin();
            }
        }
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        Throwable thrown = result.getThrowable().orElse(null);
        if (!test.isTest()) {
            if (thrown != null) {
                events.accept(Event.of(Event.Kind.BROKEN, capture.cause(thrown), Capture.trace(thrown)));
            }
            return;
        }
        if (watchdog != null) {
            watchdog.end();
        }
        Running was = running.getAndSet(null);
        String took = String.valueOf(was == null ? 0 : millis.getAsLong() - was.since());
        switch (result.getStatus()) {
            case SUCCESSFUL -> events.accept(Event.of(Event.Kind.PASSED, name(test), took));
            case ABORTED ->
                events.accept(Event.of(
                        Event.Kind.SKIPPED, name(test), thrown == null ? "aborted" : ProviderCheck.text(thrown)));
            case FAILED -> {
                Throwable why = thrown == null ? new AssertionError("failed without a reason") : thrown;
                events.accept(Event.of(
                        Event.Kind.FAILED, name(test), took, capture.cause(why), Capture.trace(why), capture.all()));
            }
        }
    }

    @Override
    public void executionSkipped(TestIdentifier skipped, String reason) {
        if (skipped.isTest()) {
            events.accept(Event.of(Event.Kind.SKIPPED, name(skipped), reason));
        } else if (plan != null) {
            plan.getDescendants(skipped).stream()
                    .filter(TestIdentifier::isTest)
                    .forEach(test -> events.accept(Event.of(Event.Kind.SKIPPED, name(test), reason)));
        }
    }
}
