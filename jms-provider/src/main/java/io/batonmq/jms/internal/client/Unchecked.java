package io.batonmq.jms.internal.client;

import jakarta.jms.JMSException;
import org.jspecify.annotations.Nullable;

/** Turns the classic API's exceptions into the simplified API's. Stateless, any thread. */
final class Unchecked {

    private Unchecked() {}

    /** Something that gives a value. */
    interface Giving<T> {
        T get() throws JMSException;
    }

    /** Something that gives a value or none. */
    interface GivingOrNull<T> {
        @Nullable
        T get() throws JMSException;
    }

    /** Something that gives none. */
    interface Doing {
        void run() throws JMSException;
    }

    static <T> T get(Giving<T> task) {
        try {
            return task.get();
        } catch (JMSException e) {
            throw JmsErrors.runtime(e);
        }
    }

    static <T> @Nullable T orNull(GivingOrNull<T> task) {
        try {
            return task.get();
        } catch (JMSException e) {
            throw JmsErrors.runtime(e);
        }
    }

    static void run(Doing task) {
        try {
            task.run();
        } catch (JMSException e) {
            throw JmsErrors.runtime(e);
        }
    }
}
