package io.batonmq.tck.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** What callbacks tell a test. Safe for use by any thread. */
final class Inbox<T> {
    private final BlockingQueue<T> told = new LinkedBlockingQueue<>();

    void add(T next) {
        told.add(next);
    }

    /** The next one, which must come. */
    T next() throws InterruptedException {
        T next = told.poll(SpecificationTest.soon(), TimeUnit.MILLISECONDS);
        if (next == null) {
            throw new AssertionError("nothing came");
        }
        return next;
    }

    /** All that have come by now. */
    List<T> rest() {
        List<T> rest = new ArrayList<>();
        told.drainTo(rest);
        return rest;
    }

    void assertNothing() throws InterruptedException {
        assertNull(told.poll(SpecificationTest.QUIET, TimeUnit.MILLISECONDS), "more came");
    }

    /** These come, in this order, and nothing more. */
    @SafeVarargs
    final void assertTold(T... all) throws InterruptedException {
        List<T> expected = new ArrayList<>();
        for (T each : all) {
            expected.add(each);
        }
        List<T> came = new ArrayList<>();
        while (came.size() < expected.size()) {
            T next = told.poll(SpecificationTest.soon(), TimeUnit.MILLISECONDS);
            if (next == null) {
                break;
            }
            came.add(next);
        }
        assertEquals(expected, came);
        assertNothing();
    }
}
