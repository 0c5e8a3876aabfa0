package io.batonmq.samples.process;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/** Waits while it watches that nobody ends who should not. For one thread. */
public final class Waiting {

    private static final Duration STEP = Duration.ofMillis(5);

    private final LongSupplier nanos;
    private List<ChildProcess> wanted = List.of();
    private CompletableFuture<?> end = new CompletableFuture<>();

    /** Waits by a monotonic clock. */
    public Waiting(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** What the clock says. */
    public long nanos() {
        return nanos.getAsLong();
    }

    /** From now on waiting fails when one of these ends. */
    public void watch(List<ChildProcess> processes) {
        wanted = List.copyOf(processes);
        end = CompletableFuture.anyOf(
                wanted.stream().map(each -> each.process().onExit()).toArray(CompletableFuture[]::new));
    }

    /** Waits until the condition is met, and fails with what was awaited after the bound. */
    public void until(String what, Duration bound, BooleanSupplier condition) {
        long deadline = nanos.getAsLong() + bound.toNanos();
        while (!condition.getAsBoolean()) {
            if (nanos.getAsLong() - deadline > 0) {
                throw new ProcessFailure("waited " + bound.toSeconds() + " s in vain for " + what);
            }
            pause(STEP);
        }
    }

    /** Lets time pass. */
    public void pause(Duration time) {
        try {
            end.get(time.toNanos(), TimeUnit.NANOSECONDS);
            String ended = wanted.stream()
                    .filter(each -> !each.isAlive())
                    .map(each ->
                            each.name() + " ended with status " + each.process().exitValue() + ", see " + each.log())
                    .findFirst()
                    .orElse("a process ended");
            throw new ProcessFailure(ended);
        } catch (TimeoutException e) {
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ProcessFailure("interrupted");
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }
}
