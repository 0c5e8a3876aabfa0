package io.batonmq.broker.session;

import io.batonmq.broker.loop.Loop;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Tells sessions how far they are durable: one Confirm per session and write batch, after everything of the batch was
 * published. A batch that did commit may always be confirmed, trust or not (L1). Confined to the broker loop.
 */
final class Confirmations {
    private final Loop loop;
    private final Set<Session> touched = new LinkedHashSet<>();
    private long epoch;
    private long batch;

    Confirmations(Loop loop) {
        this.loop = loop;
    }

    void add(Session session, long durableEpoch, long durableBatch) {
        if (!touched.isEmpty() && durableBatch != batch) {
            flush();
        }
        epoch = durableEpoch;
        batch = durableBatch;
        if (touched.isEmpty()) {
            loop.execute(this::flush);
        }
        touched.add(session);
    }

    void flush() {
        for (Session session : touched) {
            session.replies().confirm(epoch, batch);
        }
        touched.clear();
    }
}
