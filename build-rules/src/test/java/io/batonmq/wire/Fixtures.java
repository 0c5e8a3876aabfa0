package io.batonmq.wire;

import org.jspecify.annotations.Nullable;

/** Classes of this package that keep or break a rule. */
public final class Fixtures {
    private Fixtures() {}

    public static final class UsesClient {
        io.batonmq.jms.Fixtures.@Nullable Plain client;
    }

    public static final class Plain {}
}
