package io.batonmq.samples.kill;

import io.batonmq.samples.kill.WorkLine.Kind;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Checks the ledgers of one queue against the invariants of the case list (I1, I2, I3, I5, and of I4 what clients can see),
 * and the order of messages.
 * Stateless: lines in, complaints out.
 */
public final class WorkCheck {

    /**
     * A call that has no bound of its own: that of a failover, with the machine's load. The longest of a thousand kills took
     * 3.5 s.
     */
    static final Duration CALL_BOUND = Duration.ofMinutes(1);

    /** What a receive with a timeout may take longer on a loaded machine. */
    static final Duration RECEIVE_SLACK = Duration.ofSeconds(5);

    private WorkCheck() {}

    /**
     * Checks one queue.
     *
     * @param produced the producer's lines
     * @param consumed the consumer's lines, in order
     * @param left uids that are in the dead letter queue
     * @param automatic whether the consumer's session is AUTO_ACKNOWLEDGE
     */
    public static List<String> queue(
            List<WorkLine> produced, List<WorkLine> consumed, Collection<String> left, boolean automatic) {
        List<String> complaints = new ArrayList<>();
        Map<String, Kind> sent = new HashMap<>();
        for (WorkLine line : produced) {
            if (line.kind() == Kind.CONFIRMED || line.kind() == Kind.FAILED || line.kind() == Kind.UNKNOWN) {
                // A commit that was rolled back and done again: the last word counts.
                if (sent.put(line.text(), line.kind()) == Kind.CONFIRMED) {
                    complaints.add("I3 confirmed and sent once more: " + line.text());
                }
            }
        }
        Set<String> got = new HashSet<>();
        Set<String> done = new HashSet<>();
        Set<String> unsure = new HashSet<>();
        Set<String> voided = new HashSet<>();
        Deque<String> newest = new ArrayDeque<>();
        for (WorkLine line : consumed) {
            String uid = line.text();
            switch (line.kind()) {
                case GOT, AGAIN -> {
                    boolean first = got.add(uid);
                    newest.push(uid);
                    voided.remove(uid);
                    if (done.contains(uid)) {
                        complaints.add("I2 delivered again after its acknowledgement returned: " + uid);
                    }
                    if (!first && line.kind() == Kind.GOT) {
                        complaints.add("delivered again without JMSRedelivered: " + uid);
                    }
                    Kind outcome = sent.get(uid);
                    if (outcome == null || outcome == Kind.FAILED) {
                        complaints.add("I3 received, but " + (outcome == null ? "never sent: " : "failed: ") + uid);
                    }
                }
                case DONE -> {
                    if (!voided.contains(uid) && !done.add(uid)) {
                        complaints.add("I2 acknowledged twice: " + uid);
                    }
                }
                case RESUMED -> {
                    // R11: so many were another's when the client came back after the grace, and it was told. An
                    // acknowledgement that AUTO_ACKNOWLEDGE had only written (R12) is void then.
                    for (long lost = claimsLost(line); automatic && lost > 0 && !newest.isEmpty(); lost--) {
                        String lostOne = newest.pop();
                        done.remove(lostOne);
                        unsure.add(lostOne);
                        voided.add(lostOne);
                    }
                }
                case UNSURE -> unsure.add(uid);
                default -> {
                    // of no message that was received
                }
            }
        }
        sent.forEach((uid, kind) -> {
            if (kind == Kind.CONFIRMED && !done.contains(uid) && !unsure.contains(uid) && !left.contains(uid)) {
                complaints.add("I1 lost: " + uid + (got.contains(uid) ? " (received, never acknowledged)" : ""));
            }
        });
        return complaints;
    }

    /**
     * Checks that one consumer was given the messages of one session in the order in which they were sent, a message's first
     * time counting (specification 6.2.10.1).
     */
    static List<String> order(List<WorkLine> produced, List<WorkLine> consumed) {
        Map<String, Integer> sent = new HashMap<>();
        for (WorkLine line : produced) {
            if (line.kind() == Kind.CONFIRMED) {
                sent.put(line.text(), sent.size());
            }
        }
        List<String> complaints = new ArrayList<>();
        Set<String> got = new HashSet<>();
        String latest = "";
        int latestPlace = -1;
        for (WorkLine line : consumed) {
            boolean received = line.kind() == Kind.GOT || line.kind() == Kind.AGAIN;
            Integer place = sent.get(line.text());
            if (!received || place == null || !got.add(line.text())) {
                continue;
            }
            if (place < latestPlace) {
                complaints.add("6.2.10.1 came after a later one: " + line.text() + " after " + latest);
            } else {
                latest = line.text();
                latestPlace = place;
            }
        }
        return complaints;
    }

    /** How many claims a worker was told it had lost (R11): it was away longer than the grace. */
    static long claimsLost(List<WorkLine> lines) {
        return lines.stream()
                .filter(line -> line.kind() == Kind.RESUMED)
                .mapToLong(WorkCheck::claimsLost)
                .sum();
    }

    /** How many messages a worker got marked as redelivered the first time it got them: it may happen (R10), the fewer the better. */
    static long markedUnseen(List<WorkLine> lines) {
        Set<String> seen = new HashSet<>();
        return lines.stream()
                .filter(line -> line.kind() == Kind.GOT || line.kind() == Kind.AGAIN)
                .filter(line -> seen.add(line.text()) && line.kind() == Kind.AGAIN)
                .count();
    }

    /** The longest that a worker waited in a call. */
    static Duration longestCall(List<WorkLine> lines) {
        return Duration.ofNanos(lines.stream()
                .mapToLong(line -> line.end() - line.begin())
                .max()
                .orElse(0));
    }

    private static long claimsLost(WorkLine resumed) {
        return Long.parseLong(resumed.text().split(" ", 2)[1]);
    }

    /** Checks the calls of one worker: bounds, errors, and holders that only move forward. */
    static List<String> calls(String worker, List<WorkLine> lines, Set<Long> epochs) {
        List<String> complaints = new ArrayList<>();
        long epoch = 0;
        for (WorkLine line : lines) {
            Duration took = Duration.ofNanos(line.end() - line.begin());
            boolean receive = line.kind() == Kind.GOT || line.kind() == Kind.AGAIN || line.kind() == Kind.EMPTY;
            Duration bound =
                    receive ? Duration.ofMillis(ConsumersMain.RECEIVE_MILLIS).plus(RECEIVE_SLACK) : CALL_BOUND;
            if (took.compareTo(bound) > 0) {
                complaints.add("I5 " + worker + ": " + line.kind() + " " + line.text() + " took " + took.toMillis()
                        + " ms, bound " + bound.toMillis());
            }
            if (line.kind() == Kind.ERROR) {
                complaints.add(worker + ": " + line.text());
            }
            if (line.kind() == Kind.RESUMED) {
                long next = Long.parseLong(line.text().split(" ", 2)[0]);
                if (next < epoch) {
                    complaints.add("I4 " + worker + " went back from epoch " + epoch + " to " + next);
                }
                if (!epochs.contains(next)) {
                    complaints.add("I4 " + worker + " was served in epoch " + next + ", which nobody held");
                }
                epoch = next;
            }
        }
        return complaints;
    }
}
