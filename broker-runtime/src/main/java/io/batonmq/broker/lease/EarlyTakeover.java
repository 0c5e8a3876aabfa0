package io.batonmq.broker.lease;

import io.batonmq.store.Identity;
import io.batonmq.store.LeaseStore.LeaseView;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takeovers before the lease has run out, because the holder's process is gone (L5), and what is learnt from one that was a
 * mistake (L10). Confined to the lease loop.
 */
final class EarlyTakeover {
    private static final Logger LOG = LoggerFactory.getLogger(EarlyTakeover.class);

    /** So many activation times nobody takes over early after a mistake. */
    private static final int PENANCE = 10;

    private final LeaseSettings settings;
    /** Whose process is gone. */
    private @Nullable Identity gone;
    /** Whose lease this node took early. */
    private @Nullable Identity fenced;
    /** Until then, by the loop's clock; null = no mistake was seen. */
    private @Nullable Long offUntil;

    EarlyTakeover(LeaseSettings settings) {
        this.settings = settings;
    }

    /** The process with this incarnation is gone: a state that stays until the lease moves. */
    void holderGone(Identity incarnation) {
        gone = incarnation;
    }

    /** It answers again, nothing is known, or the lease moved. */
    void forget() {
        gone = null;
    }

    /** Whose lease may be taken early; null = nobody's. */
    @Nullable
    Identity mayFence(long now) {
        return offUntil != null && now - offUntil < 0 ? null : gone;
    }

    /** The lease was taken: from a holder that seemed gone, or, null, in another way. */
    void taken(@Nullable Identity from) {
        fenced = from;
        gone = null;
    }

    /** L10: to have fenced a living holder was a mistake; there is no early takeover for a while. */
    void look(LeaseView seen, long now) {
        Identity suspect = fenced;
        if (suspect == null) {
            return;
        }
        boolean alive = seen.nodes().stream()
                .anyMatch(node -> node.incarnation().equals(suspect)
                        && node.seenMillisAgo() < settings.heartbeat().toMillis() * 2);
        if (alive) {
            fenced = null;
            Duration off = settings.activation().multipliedBy(PENANCE);
            offUntil = now + off.toNanos();
            LOG.warn("An early takeover fenced a holder that was alive: early takeover is off for {}", off);
        }
    }
}
