package io.batonmq.jms.internal.core;

import io.batonmq.jms.internal.core.Loop.Timer;
import io.batonmq.wire.BrokerFrame.Pong;
import io.batonmq.wire.Request.Ping;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Whether a link to a holder is alive: until S after the client sent the newest ping that the holder has answered (R8).
 * Never because something was read. Confined to the loop.
 */
final class Liveness {
    /** Pings within a silence limit, at least: a limit that an option lowered asks more often. */
    private static final int PINGS_PER_LIMIT = 3;

    private final Loop loop;
    private final NodeLink link;
    private final Runnable dead;
    private final Duration heartbeat;
    private final long silenceNanos;
    private final long answeredNanos;
    private long aliveFrom;
    private @Nullable Timer ping;
    private @Nullable Timer end;

    /**
     * Starts with the resume as the first ping.
     *
     * @param askedNanos when the resume was sent that the holder has answered
     * @param dead called once the silence limit has passed, at most once
     */
    Liveness(Loop loop, NodeLink link, long askedNanos, Duration silenceLimit, Duration heartbeat, Runnable dead) {
        this.loop = loop;
        this.link = link;
        this.dead = dead;
        Duration most = silenceLimit.dividedBy(PINGS_PER_LIMIT);
        this.heartbeat = heartbeat.compareTo(most) < 0 ? heartbeat : most;
        this.silenceNanos = silenceLimit.toNanos();
        this.answeredNanos = loop.nanos();
        this.aliveFrom = askedNanos;
    }

    void start() {
        sendPing();
        watch();
    }

    private void sendPing() {
        link.send(new Ping(loop.nanos()));
        ping = loop.schedule(heartbeat, this::sendPing);
    }

    /** The link ends S after the last sign of life; a late answer to the resume has S from its arrival to be followed up. */
    private void watch() {
        long since = aliveFrom - answeredNanos > 0 ? aliveFrom : answeredNanos;
        long left = since + silenceNanos - loop.nanos();
        if (left <= 0) {
            stop();
            dead.run();
        } else {
            end = loop.schedule(Duration.ofNanos(left), this::watch);
        }
    }

    void pong(Pong pong) {
        long sent = pong.clientTicks();
        if (sent - loop.nanos() <= 0 && sent - aliveFrom > 0) {
            aliveFrom = sent;
        }
    }

    boolean alive() {
        return aliveFrom + silenceNanos - loop.nanos() > 0;
    }

    /** When the link was answered for the first time. */
    long answeredNanos() {
        return answeredNanos;
    }

    void stop() {
        if (ping != null) {
            ping.cancel();
        }
        if (end != null) {
            end.cancel();
        }
    }
}
