package io.batonmq.broker.destination;

import org.jspecify.annotations.Nullable;

/** Classes of this package that keep or break a rule. */
public final class Fixtures {
    private Fixtures() {}

    public static final class KnowsSession {
        io.batonmq.broker.session.Fixtures.@Nullable KnowsDestination session;
    }
}
