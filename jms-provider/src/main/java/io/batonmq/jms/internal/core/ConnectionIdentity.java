package io.batonmq.jms.internal.core;

import io.batonmq.wire.Resumption.Resume;
import io.batonmq.wire.UniqueId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Who a connection is to its holders: ids, secret, and what it has seen (R5). Confined to the loop. */
final class ConnectionIdentity {
    /** More unanswered attach ids than any outage makes; the last answered one always stays first. */
    private static final int MOST_TRIED = 4_096;

    /** Older ones, for a store that went back: the last of each attachment's tries, and so many in all. */
    private static final int MOST_BEFORE = 256;

    private static final int KEPT_OF_EACH = 64;

    private final RandomGenerator random;
    private final List<UniqueId> tried = new ArrayList<>();
    /** Newest first. */
    private final Deque<UniqueId> before = new ArrayDeque<>();

    private final UniqueId connection;
    private final UniqueId secret;
    private UniqueId attach = UniqueId.NONE;
    private UniqueId cluster = UniqueId.NONE;
    private long highestEpoch;
    private @Nullable String clientId;

    ConnectionIdentity(RandomGenerator random, @Nullable String clientId) {
        this.random = random;
        this.clientId = clientId;
        this.connection = randomId();
        this.secret = randomId();
    }

    private UniqueId randomId() {
        return new UniqueId(random.nextLong(), random.nextLong());
    }

    /** ①, with a new attach id. */
    Resume resume(long reconnectDelayMillis, List<Integer> sessions) {
        attach = randomId();
        Resume frame = new Resume(
                connection,
                secret,
                attach,
                List.copyOf(tried),
                List.copyOf(before),
                highestEpoch,
                cluster,
                clientId,
                reconnectDelayMillis,
                sessions);
        if (tried.size() >= MOST_TRIED) {
            tried.remove(1);
        }
        tried.add(attach);
        return frame;
    }

    /** A holder has stored this try's attach id and answered. */
    void answered(UniqueId answeredAttach, UniqueId answeringCluster, long epoch) {
        boolean elsewhere = !cluster.equals(answeringCluster);
        if (elsewhere) {
            highestEpoch = 0;
            before.clear();
        } else {
            keepBefore(answeredAttach);
        }
        tried.clear();
        tried.add(answeredAttach);
        cluster = answeringCluster;
        sawEpoch(epoch);
    }

    /** R15: each of them may be what the store has, should it go back: the one that was answered first of all. */
    private void keepBefore(UniqueId answeredAttach) {
        for (int i = 0; i < tried.size(); i++) {
            boolean kept = i == 0 || i > tried.size() - KEPT_OF_EACH;
            if (kept && !tried.get(i).equals(answeredAttach)) {
                before.addFirst(tried.get(i));
            }
        }
        while (before.size() > MOST_BEFORE) {
            before.removeLast();
        }
    }

    /** The attach id that the newest try carries. */
    UniqueId attach() {
        return attach;
    }

    boolean isOtherCluster(UniqueId other) {
        return !cluster.equals(UniqueId.NONE) && !cluster.equals(other);
    }

    /** Only epochs of this connection's cluster count. */
    void sawEpoch(long epoch) {
        highestEpoch = Math.max(highestEpoch, epoch);
    }

    long highestEpoch() {
        return highestEpoch;
    }

    UniqueId connection() {
        return connection;
    }

    void clientId(String set) {
        clientId = set;
    }
}
