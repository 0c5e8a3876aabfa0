package io.batonmq.store;

import org.jspecify.annotations.Nullable;

/**
 * Work written ahead, durable but invisible, owned by its session (S8): a transaction over the staging threshold or a
 * large body.
 *
 * @param stage names it: a position of its own
 * @param owner the session
 * @param transaction the session's transaction counter, 0 = a body on its own
 * @param commands how many of the transaction's commands are staged
 * @param base null = not committed (dropped if the owner rolls back or ends); else the position from which its messages
 *     become visible in order, written by the final batch
 */
public record StageRow(
        Position stage,
        SessionRow.SessionKey owner,
        long transaction,
        int commands,
        @Nullable Position base) {}
