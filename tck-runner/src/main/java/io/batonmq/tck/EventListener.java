package io.batonmq.tck;

import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.TestExecutionResult;
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
    private @Nullable Throwable failedInvocation;

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

    @Override
    public void testPlanExecutionStarted(TestPlan started) {
        plan = started;
        List<String> tests = started.getRoots().stream()
                .flatMap(root -> started.getDescendants(root).stream())
                .filter(test -> TestNames.isOne(test, started))
                .map(TestNames::of)
                .toList();
        events.accept(new Event(Event.Kind.PLAN, tests));
        if (watchdog != null) {
            watchdog.beginClass();
        }
    }

    @Override
    public void executionStarted(TestIdentifier test) {
        if (isOne(test)) {
            capture.begin();
            failedInvocation = null;
            running.set(new Running(TestNames.of(test), millis.getAsLong()));
            events.accept(Event.of(Event.Kind.STARTED, TestNames.of(test)));
            if (watchdog != null) {
                watchdog.begin();
            }
        }
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        Throwable thrown = result.getThrowable().orElse(null);
        if (!isOne(test)) {
            if (running.get() != null) {
                noteInvocation(test, result);
            } else if (thrown != null) {
                events.accept(Event.of(Event.Kind.BROKEN, capture.cause(thrown), Capture.trace(thrown)));
            }
            return;
        }
        if (watchdog != null) {
            watchdog.end();
        }
        Running was = running.getAndSet(null);
        String took = String.valueOf(was == null ? 0 : millis.getAsLong() - was.since());
        if (failedInvocation != null) {
            fail(test, took, failedInvocation);
            return;
        }
        switch (result.getStatus()) {
            case SUCCESSFUL -> events.accept(Event.of(Event.Kind.PASSED, TestNames.of(test), took));
            case ABORTED ->
                events.accept(Event.of(
                        Event.Kind.SKIPPED,
                        TestNames.of(test),
                        thrown == null ? "aborted" : ProviderCheck.text(thrown)));
            case FAILED -> fail(test, took, thrown == null ? new AssertionError("failed without a reason") : thrown);
        }
    }

    private boolean isOne(TestIdentifier test) {
        return plan != null && TestNames.isOne(test, plan);
    }

    /** The first invocation that fails says why the test did. */
    private void noteInvocation(TestIdentifier invocation, TestExecutionResult result) {
        if (result.getStatus() == TestExecutionResult.Status.FAILED && failedInvocation == null) {
            failedInvocation = new AssertionError(
                    invocation.getDisplayName() + ": "
                            + result.getThrowable().map(ProviderCheck::text).orElse("failed without a reason"),
                    result.getThrowable().orElse(null));
        }
    }

    private void fail(TestIdentifier test, String took, Throwable why) {
        events.accept(Event.of(
                Event.Kind.FAILED, TestNames.of(test), took, capture.cause(why), Capture.trace(why), capture.all()));
    }

    @Override
    public void executionSkipped(TestIdentifier skipped, String reason) {
        if (isOne(skipped)) {
            events.accept(Event.of(Event.Kind.SKIPPED, TestNames.of(skipped), reason));
        } else if (plan != null) {
            plan.getDescendants(skipped).stream()
                    .filter(this::isOne)
                    .forEach(test -> events.accept(Event.of(Event.Kind.SKIPPED, TestNames.of(test), reason)));
        }
    }
}
