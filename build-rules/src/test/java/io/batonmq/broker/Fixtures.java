package io.batonmq.broker;

import org.jspecify.annotations.Nullable;

/** Classes of this package that keep or break a rule. */
public final class Fixtures {
    private Fixtures() {}

    public static final class WiresStore {
        io.batonmq.store.jdbc.Fixtures.@Nullable Table table;
    }

    public static final class UsesClient {
        io.batonmq.jms.Fixtures.@Nullable Plain client;
    }

    public static final class UsesWire {
        io.batonmq.wire.Fixtures.@Nullable Plain frame;
    }

    public static final class UsesSample {
        io.batonmq.samples.Fixtures.@Nullable Plain sample;
    }
}
