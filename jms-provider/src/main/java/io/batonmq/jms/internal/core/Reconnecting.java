package io.batonmq.jms.internal.core;

import io.batonmq.jms.internal.url.Attempts;
import io.batonmq.jms.internal.url.BackOff;
import io.batonmq.jms.internal.url.ReconnectPolicy;
import io.batonmq.jms.internal.url.ServerAddress;
import io.batonmq.wire.ErrorCode;
import java.time.Duration;
import java.util.Random;

/** What a connection's links that were lost mean for the search for the next, and when no more is tried. On the loop. */
final class Reconnecting {

    /** A link that lived shorter counts as a failed round, so that a node that accepts and closes isn't stormed (C64). */
    private static final Duration SHORT_LIVED = Duration.ofSeconds(5);

    /** The nodes' default outcomeRetention: away for longer, a missing row proves nothing any more (R14, R17). */
    private static final Duration OUTCOME_RETENTION = Duration.ofHours(24);

    private final ReconnectPolicy policy;
    private final Random random;
    private final Core core;
    private final Seeker seeker;
    private BackOff counting;
    private boolean everAttached;
    private long lostNanos;

    Reconnecting(ReconnectPolicy policy, Random random, Core core, Seeker seeker) {
        this.policy = policy;
        this.random = random;
        this.core = core;
        this.seeker = seeker;
        this.counting = new BackOff(policy.firstConnect(), random);
    }

    boolean everAttached() {
        return everAttached;
    }

    /** The search for the first holder. */
    void begin() {
        lostNanos = core.loop().nanos();
        seeker.start(counting, policy.firstConnect(), lostNanos, null, false);
    }

    void attached() {
        if (!everAttached && policy.reconnects()) {
            counting = new BackOff(policy.reconnectAttempts(), random);
        }
        everAttached = true;
    }

    /** Whether so long that what has no row any more may have had one (R14). */
    boolean awayTooLong() {
        return everAttached && core.loop().nanos() - lostNanos >= OUTCOME_RETENTION.toNanos();
    }

    /** Counts the life of the link that is being lost, which ends the back-off if it was long; true: it was short. */
    boolean wasShort() {
        Liveness life = core.channel().liveness();
        long lived = life == null ? 0 : core.loop().nanos() - life.answeredNanos();
        counting.succeeded(lived / 1_000_000);
        return lived < SHORT_LIVED.toNanos();
    }

    /** The link is about to go down. */
    void losing() {
        if (core.channel().isAttached()) {
            lostNanos = core.loop().nanos();
        }
    }

    /** Whether a link that was lost for this reason is the end. */
    boolean endsWith(CoreException cause) {
        return Failures.definite(cause.code()) || (everAttached && !policy.reconnects());
    }

    void seek(ServerAddress lostServer, boolean failed) {
        Attempts limits = everAttached ? policy.reconnectAttempts() : policy.firstConnect();
        seeker.start(counting, limits, lostNanos, lostServer, failed);
    }

    /** What the application is told of a search that found nothing. */
    CoreException given(CoreException why) {
        return everAttached && !Failures.definite(why.code())
                ? new CoreException(ErrorCode.FAILOVER_GIVEN_UP, "reconnecting was given up: " + why.getMessage(), why)
                : why;
    }
}
