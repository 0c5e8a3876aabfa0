package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.function.Executable;

/** A call in a thread of its own. Safe for use by any thread. */
final class Background<T> {
    private final FutureTask<T> task;

    private Background(FutureTask<T> task) {
        this.task = task;
    }

    static <T> Background<T> call(Callable<T> call) {
        FutureTask<T> task = new FutureTask<>(call);
        Thread thread = new Thread(task, "specification-test");
        thread.setDaemon(true);
        thread.start();
        return new Background<>(task);
    }

    static Background<Boolean> run(Executable call) {
        return call(() -> {
            try {
                call.execute();
                return true;
            } catch (Exception | Error e) {
                throw e;
            } catch (Throwable e) {
                throw new AssertionError(e);
            }
        });
    }

    /** The call does not return by itself. */
    void assertBlocked(String what) {
        assertThrows(TimeoutException.class, () -> task.get(SpecificationTest.QUIET, TimeUnit.MILLISECONDS), what);
    }

    /** What it returns, or throws, soon. */
    T result() throws Exception {
        try {
            return task.get(SpecificationTest.soon(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Exception cause) {
                throw cause;
            }
            throw new AssertionError(e.getCause());
        } catch (TimeoutException e) {
            throw new AssertionError("the call did not return", e);
        }
    }
}
