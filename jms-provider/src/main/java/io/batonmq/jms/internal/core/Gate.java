package io.batonmq.jms.internal.core;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Holds hand-outs back while deliveries that were given back may still come again, so that they come before later ones
 * (6.2.10). Confined to the loop.
 */
final class Gate {

    /**
     * OPEN → ROLLING_BACK (a rollback is written) → OPEN (durable, nothing else arrived meanwhile) or SETTLING (something
     * did: what is to come again must arrive first) → OPEN.
     */
    private enum State {
        OPEN,
        ROLLING_BACK,
        SETTLING
    }

    private State state = State.OPEN;
    private @Nullable Kept rollback;
    private final Map<Long, CoreConsumer> drains = new HashMap<>();

    boolean isOpen() {
        return state == State.OPEN;
    }

    /** Until this is durable, and what it waits for already: commands become durable in number order (R3). */
    void close(Kept command) {
        if (rollback == null || command.number() > rollback.number()) {
            rollback = command;
        }
        drains.clear();
        state = State.ROLLING_BACK;
    }

    void reset() {
        rollback = null;
        drains.clear();
        state = State.OPEN;
    }

    void linkLost() {
        drains.clear();
    }

    /**
     * Goes on as far as possible.
     *
     * @param returning how many deliveries are to come again
     */
    void step(CommandLog log, Collection<CoreConsumer> consumers, boolean attached, int returning) {
        if (state == State.ROLLING_BACK && (rollback == null || !log.holds(rollback))) {
            rollback = null;
            state = State.SETTLING;
        }
        if (state == State.SETTLING && attached && drains.isEmpty()) {
            boolean quiet = true;
            for (CoreConsumer consumer : consumers) {
                consumer.makeRoom(returning);
                quiet &= !consumer.buffers();
            }
            if (quiet) {
                reset();
            } else {
                consumers.stream()
                        .filter(CoreConsumer::takes)
                        .forEach(consumer -> drains.put(consumer.drain(), consumer));
            }
        }
    }

    /** A consumer that is closed has nothing to wait for. */
    void removed(CoreConsumer consumer) {
        drains.values().remove(consumer);
    }

    /** The holder has sent all it could; true if that was for the gate, and the last. */
    boolean drained(long request, Collection<CoreConsumer> consumers) {
        if (drains.remove(request) != null && drains.isEmpty() && state == State.SETTLING) {
            consumers.forEach(CoreConsumer::sort);
            reset();
            return true;
        }
        return false;
    }
}
