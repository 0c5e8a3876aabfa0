package io.batonmq.samples.demo;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Compares what was sent with what was received. Stateless: ledgers in, verdict out. */
public final class LedgerCheck {

    private LedgerCheck() {}

    /**
     * What the ledgers say.
     *
     * @param sent how many sends were confirmed
     * @param received how many different messages were received
     * @param lost confirmed and not received
     * @param duplicated one entry for each time that a message was received once more
     * @param untrue received although the producer was told that it is not stored, or never sent at all
     */
    public record Verdict(int sent, int received, List<String> lost, List<String> duplicated, List<String> untrue) {

        /** Whether nothing was lost, nothing came twice, and nobody was told what is not so. */
        public boolean holds() {
            return lost.isEmpty() && duplicated.isEmpty() && untrue.isEmpty();
        }
    }

    /** Compares the two ledgers, after the queue was drained. */
    public static Verdict check(List<SentEntry> sent, List<ReceivedEntry> received) {
        Set<String> confirmed = new LinkedHashSet<>();
        Map<String, SentEntry.Outcome> outcomes = new HashMap<>();
        for (SentEntry entry : sent) {
            outcomes.put(entry.uid(), entry.outcome());
            if (entry.outcome() == SentEntry.Outcome.CONFIRMED) {
                confirmed.add(entry.uid());
            }
        }
        Set<String> seen = new HashSet<>();
        List<String> duplicated = new ArrayList<>();
        List<String> untrue = new ArrayList<>();
        for (ReceivedEntry entry : received) {
            SentEntry.Outcome outcome = outcomes.get(entry.uid());
            if (!seen.add(entry.uid())) {
                duplicated.add(entry.uid());
            } else if (outcome == null || outcome == SentEntry.Outcome.FAILED) {
                untrue.add(entry.uid());
            }
        }
        List<String> lost =
                confirmed.stream().filter(uid -> !seen.contains(uid)).toList();
        return new Verdict(confirmed.size(), seen.size(), lost, duplicated, untrue);
    }
}
