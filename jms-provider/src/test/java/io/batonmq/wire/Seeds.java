package io.batonmq.wire;

/** The seed of a test with random input: printed, and settable to repeat a failure. */
final class Seeds {
    private Seeds() {}

    /** The seed to use, from {@code -Dbatonmq.seed} if given. */
    static long announce(String test) {
        long seed = Long.getLong("batonmq.seed", 20_251);
        System.out.println(test + ": seed " + seed + " (repeat with -Dbatonmq.seed=" + seed + ")");
        return seed;
    }
}
