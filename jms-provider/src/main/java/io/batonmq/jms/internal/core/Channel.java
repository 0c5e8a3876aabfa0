package io.batonmq.jms.internal.core;

import io.batonmq.wire.Frame;
import org.jspecify.annotations.Nullable;

/**
 * The way to the holder, as sessions and consumers see it: none, being resumed, or open. Confined to the loop.
 */
final class Channel implements CommandLog.Out {

    /** DOWN → RESUMING (the holder has answered) → ATTACHED (claims are answered) → DOWN; RESUMING → DOWN. */
    enum Phase {
        DOWN,
        RESUMING,
        ATTACHED
    }

    private final DatabaseClock clock;
    private Phase phase = Phase.DOWN;
    private @Nullable NodeLink link;
    private @Nullable Liveness liveness;
    private long epoch;
    private boolean started;

    Channel(Loop loop) {
        clock = new DatabaseClock(loop);
    }

    void resuming(NodeLink holder, Liveness life, long holderEpoch) {
        link = holder;
        liveness = life;
        epoch = holderEpoch;
        phase = Phase.RESUMING;
    }

    void attached() {
        phase = Phase.ATTACHED;
    }

    /** Closes the link, if there is one. */
    void down() {
        if (liveness != null) {
            liveness.stop();
        }
        if (link != null) {
            link.close();
        }
        link = null;
        liveness = null;
        phase = Phase.DOWN;
    }

    Phase phase() {
        return phase;
    }

    boolean isAttached() {
        return phase == Phase.ATTACHED;
    }

    @Nullable
    NodeLink link() {
        return link;
    }

    @Nullable
    Liveness liveness() {
        return liveness;
    }

    void started(boolean now) {
        started = now;
    }

    boolean started() {
        return started;
    }

    /** R8: whether fresh messages may be handed out now. */
    boolean handsOut() {
        return started && fresh();
    }

    /** R8: whether the link is attached and alive. */
    boolean fresh() {
        return phase == Phase.ATTACHED && liveness != null && liveness.alive();
    }

    /** The holder said what time it is in the database. */
    void databaseTime(long millis, long askedNanos) {
        clock.read(millis, askedNanos);
    }

    /** Database time now, at least (R18); 0 = not known. */
    long databaseMillis() {
        return liveness == null ? 0 : clock.millis();
    }

    /** Database time now, at most (R18); 0 = not known. */
    long latestDatabaseMillis() {
        return liveness == null ? 0 : clock.latestMillis();
    }

    /** The epoch of the holder that is being resumed at, or attached to. */
    long holderEpoch() {
        return epoch;
    }

    @Override
    public long epoch() {
        return phase == Phase.ATTACHED ? epoch : 0;
    }

    @Override
    public void send(Frame frame) {
        if (link != null) {
            link.send(frame);
        }
    }

    /** Whether declarations can be written: from the holder's answer on. */
    boolean declares() {
        return phase != Phase.DOWN;
    }
}
