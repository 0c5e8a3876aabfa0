package io.batonmq.jms;

import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import org.jspecify.annotations.Nullable;

/** Classes of this package that keep or break a rule. */
public final class Fixtures {
    private Fixtures() {}

    public static final class Plain {}

    public static final class UsesInternal {
        io.batonmq.jms.internal.core.Fixtures.@Nullable Plain core;
    }

    public static final class UsesStore {
        io.batonmq.store.Fixtures.@Nullable Plain store;
    }

    public static final class UsesWire {
        io.batonmq.wire.Fixtures.@Nullable Plain frame;
    }

    public static final class ThrowsAsIn31 {
        void fail(Exception cause) throws JMSException {
            throw new IllegalStateException("no", "CODE", cause);
        }
    }

    public static final class ThrowsAsIn30 {
        void fail(Exception cause) throws JMSException {
            JMSException failure = new IllegalStateException("no", "CODE");
            failure.initCause(cause);
            throw failure;
        }

        void failUnchecked(Exception cause) {
            throw new JMSRuntimeException("no", "CODE", cause);
        }
    }
}
