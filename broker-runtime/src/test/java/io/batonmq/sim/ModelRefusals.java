package io.batonmq.sim;

import io.batonmq.store.DeliveryRow;
import io.batonmq.store.MessageKey;
import io.batonmq.store.MessageRow;
import io.batonmq.store.Position;
import io.batonmq.store.StagedItem;
import io.batonmq.store.WriteBatch;
import io.batonmq.wire.EncodedMessage;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a model database says no to: data that it can't store, and rows that are not as a batch takes them to be.
 * Stateless.
 */
final class ModelRefusals {
    private static final int LONGEST_NAME = 255;

    private ModelRefusals() {}

    /** S7: a database that can't store what a message holds, wherever it is to be stored first. */
    static boolean refuses(ModelState state, WriteBatch batch, boolean simulated) {
        boolean fits = batch.putQueues().stream().allMatch(row -> row.name().length() <= LONGEST_NAME);
        boolean isNew = batch.insertMessages().stream()
                .noneMatch(row -> state.places.containsKey(new MessageKey(row.queue(), row.position())));
        return !fits || (!isNew && !simulated) || (simulated && isPoison(batch));
    }

    private static boolean isPoison(WriteBatch batch) {
        return Stream.concat(
                        batch.insertMessages().stream(),
                        batch.insertStaged().stream().map(StagedItem::message).filter(Objects::nonNull))
                .anyMatch(ModelRefusals::isPoison);
    }

    private static boolean isPoison(MessageRow row) {
        byte[] bytes = row.bytes();
        return bytes != null && Copy.uid(new EncodedMessage(bytes)).endsWith("x");
    }

    /** What the row counts of a batch would show; null = nothing. */
    static @Nullable String mismatch(ModelState state, WriteBatch batch) {
        for (MessageRow row : batch.insertMessages()) {
            if (state.places.containsKey(new MessageKey(row.queue(), row.position()))) {
                return "message " + row.position() + " is there twice";
            }
        }
        for (MessageKey key : batch.deleteMessages()) {
            if (!state.places.containsKey(key)) {
                return "message " + key + " to delete is not there";
            }
        }
        for (DeliveryRow row : batch.deliveries()) {
            if (!state.places.containsKey(row.key())) {
                return "message " + row.key() + " to change is not there";
            }
        }
        for (WriteBatch.QueueChange change : batch.queueStates()) {
            if (!state.queues.containsKey(change.queue())) {
                return "queue " + change.queue() + " to change is not there";
            }
        }
        for (Long queue : batch.deleteQueues()) {
            if (!state.queues.containsKey(queue)) {
                return "queue " + queue + " to delete is not there";
            }
        }
        for (Position stage : batch.deleteStages()) {
            if (!state.stages.containsKey(stage)) {
                return "stage " + stage + " to delete is not there";
            }
        }
        return null;
    }
}
