package io.batonmq.broker.writer;

import io.batonmq.store.Position;

/**
 * The single writer (S1) as everything on the broker loop sees it. Units become durable in the order in which they were
 * submitted. Confined to the broker loop.
 */
public interface Writer {

    /** The holder's epoch. */
    long epoch();

    /** A new position, never given before: for a message, a content, a stage or (its counter) a queue number. */
    Position nextPosition();

    /** Stores the unit in the batch being collected; an empty unit becomes durable in its turn, writing nothing by itself. */
    void submit(Unit unit);

    /** Most rows of one batch (S1): background work cuts its units to fit. */
    int rowsPerBatch();

    /** Bytes submitted and not yet durable: for budgets. */
    long pendingBytes();
}
