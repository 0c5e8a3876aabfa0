package io.batonmq.tck.spec;

import java.time.InstantSource;

/** Makes what a test uses of the provider. Safe for use by any thread. */
final class FixtureFactory {
    private FixtureFactory() {}

    static Fixture create() {
        long now = System.currentTimeMillis();
        return new Fixture(
                SpecSuite.provider(),
                InstantSource.system(),
                Long.toString(now, Character.MAX_RADIX),
                System::nanoTime);
    }
}
