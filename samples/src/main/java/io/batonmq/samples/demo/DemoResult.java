package io.batonmq.samples.demo;

import io.batonmq.samples.demo.LedgerCheck.Verdict;

/**
 * How the demo went. Immutable.
 *
 * @param verdict on the ledgers
 * @param failovers how many holders were killed and replaced
 * @param longestGapMillis the longest time that the consumer went without a message
 */
record DemoResult(Verdict verdict, int failovers, long longestGapMillis) {

    private static final int LEAST_FAILOVERS = 3;

    /** Whether the demo shows what it is to show. */
    boolean isGood() {
        return verdict.holds() && failovers >= LEAST_FAILOVERS;
    }

    /** For scripts. */
    String line() {
        return "sent=" + verdict.sent() + " received=" + verdict.received() + " lost="
                + verdict.lost().size()
                + " duplicated=" + verdict.duplicated().size() + " failovers=" + failovers + " longest-gap-ms="
                + longestGapMillis;
    }
}
