package io.batonmq.broker.session;

import java.time.Instant;
import java.util.function.LongSupplier;

/** A place where a program is put together, which may read clocks and settings. */
public final class FixtureMain {
    final Instant started = Instant.now();
    final String home = System.getProperty("user.home");

    public static final class Inner {
        final LongSupplier ticker = System::nanoTime;
    }
}
