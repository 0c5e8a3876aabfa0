package io.batonmq.store;

import org.jspecify.annotations.Nullable;

/** Classes of this package that keep or break a rule. */
public final class Fixtures {
    private Fixtures() {}

    public static final class UsesWire {
        io.batonmq.wire.Fixtures.@Nullable Plain frame;
    }

    public static final class Plain {}
}
