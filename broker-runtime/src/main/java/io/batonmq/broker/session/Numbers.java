package io.batonmq.broker.session;

import io.batonmq.wire.BrokerFrame.Received;
import io.batonmq.wire.Refusal;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A session's numbers and the replies it keeps (R1–R4): received ≥ written ≥ durable, where written counts commands whose
 * unit was submitted. Confined to the broker loop.
 */
final class Numbers {
    private long received;
    private long written;
    private long durable;
    private final NavigableMap<Long, Refusal> refusals = new TreeMap<>();
    private final NavigableMap<Long, Received> replies = new TreeMap<>();
    private List<Refusal> unreported = new ArrayList<>();

    /** As a row has it: after a takeover both numbers are the durable one (R4). */
    void recover(long stored) {
        received = stored;
        written = stored;
        durable = stored;
    }

    void recover(Refusal refusal) {
        refusals.put(refusal.number(), refusal);
    }

    boolean repeated(long number) {
        return number <= received;
    }

    void receive(long number) {
        received = number;
    }

    /** The command goes into a unit. Returns the highest stored refusal that the client has seen, 0 = none (R3). */
    long write(long number, long repliesSeen) {
        written = number;
        NavigableMap<Long, Refusal> seen = refusals.headMap(repliesSeen, true);
        if (seen.isEmpty()) {
            return 0;
        }
        long prunedTo = seen.lastKey();
        seen.clear();
        return prunedTo;
    }

    void becameDurable(long number) {
        durable = Math.max(durable, number);
    }

    void refused(Refusal refusal) {
        refusals.put(refusal.number(), refusal);
        unreported.add(refusal);
    }

    /** A reply that is no row's: kept until the client says it saw it (R4). */
    void replied(Received reply) {
        replies.put(reply.number(), reply);
    }

    void forgetReplies(long repliesSeen) {
        replies.headMap(repliesSeen, true).clear();
    }

    @Nullable
    Received keptReply(long number) {
        return replies.get(number);
    }

    List<Received> keptReplies() {
        return List.copyOf(replies.values());
    }

    /** Refusals that became durable since the last call. */
    List<Refusal> takeUnreported() {
        List<Refusal> taken = unreported;
        unreported = new ArrayList<>();
        return taken;
    }

    /** Stored refusals the client hasn't said it saw. */
    List<Refusal> keptRefusals() {
        return List.copyOf(refusals.values());
    }

    /** Those, and refusals without a row; for the answer to a resume (R4). */
    List<Refusal> allRefusals() {
        List<Refusal> all = new ArrayList<>(refusals.values());
        for (Received reply : replies.values()) {
            if (reply.code() != null) {
                all.add(new Refusal(reply.number(), reply.code(), reply.text()));
            }
        }
        return all;
    }

    long received() {
        return Math.max(received, durable);
    }

    long written() {
        return written;
    }

    long durable() {
        return durable;
    }
}
