package io.batonmq.sim;

import io.batonmq.store.QueueRow;

/** Takes away what lives as long as a connection (R17). Confined to the simulation's thread. */
final class ConnectionSaboteurs {

    private ConnectionSaboteurs() {}

    /** A new holder learns of temporary queues from their owners only, when they are back. */
    static final class TemporariesAreNotRecovered extends Saboteur {
        @Override
        ModelState recovering(SimProcess node, ModelState current) {
            ModelState seen = current.copy();
            seen.queues.values().removeIf(row -> row.kind() == QueueRow.Kind.TEMPORARY_QUEUE);
            return seen;
        }
    }
}
