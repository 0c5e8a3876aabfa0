package io.batonmq.store;

import org.jspecify.annotations.Nullable;

/**
 * One staged effect: a message to place or a message to delete.
 *
 * @param stage it belongs to
 * @param index order within the stage
 * @param message to be placed when spread, at a position that it gets then; until then its queue is 0 and its available time
 *     carries the offset of its publisher's clock; null for a delete
 * @param delete to be deleted when spread; null for a message
 */
public record StagedItem(
        Position stage,
        long index,
        @Nullable MessageRow message,
        @Nullable MessageKey delete) {}
