package io.batonmq.samples;

import org.jspecify.annotations.Nullable;

/** Classes of this package that keep or break a rule. */
public final class Fixtures {
    private Fixtures() {}

    public static final class UsesInternal {
        io.batonmq.jms.internal.core.Fixtures.@Nullable Plain core;
    }

    public static final class UsesClient {
        io.batonmq.jms.Fixtures.@Nullable Plain client;
    }

    public static final class Plain {}
}
