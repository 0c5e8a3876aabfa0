package io.batonmq.jms.internal.core;

/** Classes of this package that keep or break a rule. */
public final class Fixtures {
    private Fixtures() {}

    public static final class Plain {}
}
