package io.batonmq.store;

import org.jspecify.annotations.Nullable;

/**
 * One staged effect: a message to place or a message to delete.
 *
 * @param stage it belongs to
 * @param index order within the stage
 * @param message to be placed at (base.epoch, base.counter + index) when spread; null for a delete
 * @param delete to be deleted when spread; null for a message
 */
public record StagedItem(
        Position stage,
        long index,
        @Nullable MessageRow message,
        @Nullable MessageKey delete) {}
