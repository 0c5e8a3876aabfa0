package io.batonmq.tck;

import java.lang.management.LockInfo;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Ends a test, and the whole class, that takes too long, after a dump of all threads. The listener's thread and its own. */
final class Watchdog {
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "tck-watchdog");
        thread.setDaemon(true);
        return thread;
    });
    private final Duration perTest;
    private final Duration perClass;
    private final Consumer<String> expired;
    private @Nullable ScheduledFuture<?> current;

    /**
     * Makes it.
     *
     * @param expired told what expired, with a thread dump; must end the process
     */
    Watchdog(Duration perTest, Duration perClass, Consumer<String> expired) {
        this.perTest = perTest;
        this.perClass = perClass;
        this.expired = expired;
    }

    void beginClass() {
        timer.schedule(() -> bark("the class", perClass), perClass.toMillis(), TimeUnit.MILLISECONDS);
    }

    void begin() {
        current = timer.schedule(() -> bark("the test", perTest), perTest.toMillis(), TimeUnit.MILLISECONDS);
    }

    void end() {
        if (current != null) {
            current.cancel(false);
            current = null;
        }
    }

    private void bark(String what, Duration bound) {
        expired.accept(what + " took more than " + bound.toSeconds() + " s\n" + dump());
    }

    private static String dump() {
        StringBuilder text = new StringBuilder();
        for (ThreadInfo info : ManagementFactory.getThreadMXBean().dumpAllThreads(true, true)) {
            text.append('"').append(info.getThreadName()).append("\" ").append(info.getThreadState());
            LockInfo lock = info.getLockInfo();
            if (lock != null) {
                text.append(" on ").append(lock);
            }
            if (info.getLockOwnerName() != null) {
                text.append(" held by \"").append(info.getLockOwnerName()).append('"');
            }
            text.append('\n');
            for (StackTraceElement frame : info.getStackTrace()) {
                text.append("    at ").append(frame).append('\n');
            }
        }
        return text.toString();
    }
}
