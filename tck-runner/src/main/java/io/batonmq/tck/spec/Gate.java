package io.batonmq.tck.spec;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Holds up whoever comes through it until the test opens it. Safe for use by any thread. */
final class Gate implements AutoCloseable {
    private final CountDownLatch reached = new CountDownLatch(1);
    private final CountDownLatch open = new CountDownLatch(1);

    /** Waits here until the gate is open. */
    void pass() {
        reached.countDown();
        await(open, "the gate was not opened");
    }

    /** Waits until somebody stands at the gate. */
    void awaitSomebody() {
        await(reached, "nobody came");
    }

    private static void await(CountDownLatch latch, String otherwise) {
        try {
            if (!latch.await(2 * SpecificationTest.soon(), TimeUnit.MILLISECONDS)) {
                throw new AssertionError(otherwise);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    void open() {
        open.countDown();
    }

    /** Opens it, however the test ends. */
    @Override
    public void close() {
        open();
    }
}
