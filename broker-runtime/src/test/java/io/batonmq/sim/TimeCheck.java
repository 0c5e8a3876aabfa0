package io.batonmq.sim;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Delay and time to live (R18): nothing is handed out before its time or after it, and what is removed without an
 * acknowledgement, or was never stored, had expired by then. Confined to the simulation's thread.
 */
final class TimeCheck {
    /**
     * So well clocks are known: a sender's offset is told when it has changed by 100 ms, and readings of the database's clock
     * and of the holder's are as old as their answers were under way.
     */
    static final long TOLERANCE_MILLIS = 250;

    /** The nodes look for what expired every second, but through one queue every five seconds at most. */
    static final long REAPED_MILLIS = 10_000;

    private final SimWorld world;
    private final Consumer<String> violated;
    private final Map<String, SimMessage> messages = new HashMap<>();
    private final Map<String, Long> toldAt = new HashMap<>();
    private final Map<Copy, Long> removedAt = new HashMap<>();

    /** Hand-outs of delayed messages. */
    int delayed;
    /** Removals of what had expired. */
    int expired;

    TimeCheck(SimWorld world, Consumer<String> violated) {
        this.world = world;
        this.violated = violated;
    }

    void sending(SimMessage message) {
        if (message.dueMillis() != 0 || message.expiresMillis() != 0) {
            messages.put(message.uid(), message);
        }
    }

    /** Its sender was told that it is safe. */
    void confirmed(String uid) {
        toldAt.put(uid, world.millis());
    }

    /** Its row went, and not to the dead letters. */
    void removed(Copy copy) {
        removedAt.put(copy, world.millis());
        if (expiredFor(copy.uid()) >= 0) {
            expired++;
        }
    }

    /** To a consumer. */
    void handedOut(Copy copy) {
        shown(copy);
        SimMessage message = messages.get(copy.uid());
        if (message != null && message.dueMillis() != 0) {
            delayed++;
        }
        if (message != null && message.expiresMillis() != 0) {
            long late = world.millis() - message.expiresMillis();
            if (late > TOLERANCE_MILLIS) {
                violated.accept(copy + " is handed out " + late + " ms after it expired");
            }
        }
    }

    /** To a consumer or a browser. */
    void shown(Copy copy) {
        SimMessage message = messages.get(copy.uid());
        if (message != null) {
            long early = message.dueMillis() - world.millis();
            if (early > TOLERANCE_MILLIS) {
                violated.accept(copy + " is handed out or shown " + early + " ms before its time");
            }
        }
    }

    /** Whether a message without a time to live was sent under this name. */
    boolean staysForEver(String uid) {
        SimMessage message = messages.get(uid);
        return message == null || message.expiresMillis() == 0;
    }

    /** Whether it isn't due yet, or may not be as the nodes see it. */
    boolean mayBeUndue(String uid) {
        SimMessage message = messages.get(uid);
        return message != null && message.dueMillis() + TOLERANCE_MILLIS > world.millis();
    }

    /** Whether it has expired, or may have as the nodes see it. */
    boolean mayHaveExpired(String uid) {
        return mayHaveExpired(uid, world.millis());
    }

    private boolean mayHaveExpired(String uid, long at) {
        SimMessage message = messages.get(uid);
        return message != null && message.expiresMillis() != 0 && message.expiresMillis() - TOLERANCE_MILLIS <= at;
    }

    /** Whether it was removed from this place when it may have expired. */
    boolean expiredWhenRemoved(Copy copy) {
        return mayHaveExpired(copy.uid(), removedAt.getOrDefault(copy, Long.MIN_VALUE));
    }

    /** Whether it may have expired before its sender was told that it is safe: then it was never stored. */
    boolean expiredWhenConfirmed(String uid) {
        return mayHaveExpired(uid, toldAt.getOrDefault(uid, Long.MIN_VALUE));
    }

    /** How long ago it expired, in milliseconds; negative = it hasn't, or never does. */
    long expiredFor(String uid) {
        SimMessage message = messages.get(uid);
        return message == null || message.expiresMillis() == 0 ? -1 : world.millis() - message.expiresMillis();
    }
}
