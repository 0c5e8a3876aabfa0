package io.batonmq.tck;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.LifecycleMethodExecutionExceptionHandler;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;

/**
 * Notes when a test fails, before it cleans up and logs that too. JUnit finds it as a service; outside a test process of the
 * runner it does nothing. Safe for use by any thread.
 */
public final class FailureMark implements TestExecutionExceptionHandler, LifecycleMethodExecutionExceptionHandler {
    private static final AtomicReference<@Nullable Capture> CAPTURE = new AtomicReference<>();

    /** JUnit makes it. */
    public FailureMark() {}

    static void use(Capture capture) {
        CAPTURE.set(capture);
    }

    private static void mark() {
        Capture capture = CAPTURE.get();
        if (capture != null) {
            capture.failed();
        }
    }

    @Override
    public void handleTestExecutionException(ExtensionContext context, Throwable thrown) throws Throwable {
        mark();
        throw thrown;
    }

    @Override
    public void handleBeforeEachMethodExecutionException(ExtensionContext context, Throwable thrown) throws Throwable {
        mark();
        throw thrown;
    }
}
