package io.batonmq.jms.internal.core;

import java.util.ArrayDeque;
import java.util.Queue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the core tells the layer above, in order and only once its own state is consistent: a callback may call straight
 * back in. Confined to the loop.
 */
final class Effects {
    private static final Logger LOG = LoggerFactory.getLogger(Effects.class);

    private final Loop loop;
    private final Queue<Runnable> waiting = new ArrayDeque<>();
    private boolean scheduled;

    Effects(Loop loop) {
        this.loop = loop;
    }

    void add(Runnable effect) {
        waiting.add(effect);
        if (!scheduled) {
            scheduled = true;
            loop.execute(() -> {
                scheduled = false;
                flush();
            });
        }
    }

    /** Runs now what is waiting: for a door that promises that nothing follows after it has returned. */
    void flush() {
        Runnable effect = waiting.poll();
        while (effect != null) {
            try {
                effect.run();
            } catch (RuntimeException e) {
                LOG.error("a callback of the connection failed", e);
            }
            effect = waiting.poll();
        }
    }
}
