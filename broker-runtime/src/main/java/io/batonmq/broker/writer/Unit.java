package io.batonmq.broker.writer;

import io.batonmq.store.ConnectionRow;
import io.batonmq.store.ContentRow;
import io.batonmq.store.DeliveryRow;
import io.batonmq.store.Identity;
import io.batonmq.store.MessageKey;
import io.batonmq.store.MessageRow;
import io.batonmq.store.Position;
import io.batonmq.store.QueueRow;
import io.batonmq.store.RefusalRow;
import io.batonmq.store.SessionRow;
import io.batonmq.store.StageRow;
import io.batonmq.store.StagedItem;
import io.batonmq.store.StoreException;
import io.batonmq.store.WriteBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The effects of one command: stored together in one batch, or not at all. Filled by whoever applies the command, then
 * given to {@link Writer#submit}. Confined to the broker loop.
 *
 * <p>Depth, bytes, head, mark and doubt of queues are the writer's: it counts them from the inserts and deletes it folds, so that
 * what a batch says of a queue is what is true after that batch.
 */
public final class Unit {

    /** One effect on the store. Order within and between units is kept when effects meet on one row. */
    sealed interface Effect {
        record Insert(MessageRow row) implements Effect {}

        record Delete(MessageKey key, int size) implements Effect {}

        record Delivery(DeliveryRow row) implements Effect {}

        record InsertContent(ContentRow row) implements Effect {}

        record DeleteChunks(WriteBatch.ChunkRange range) implements Effect {}

        record PutQueue(QueueRow row) implements Effect {}

        record RaiseMark(long queue, Position mark) implements Effect {}

        record RaiseDoubt(long queue, Position doubt) implements Effect {}

        record RaiseHead(long queue, Position head) implements Effect {}

        record RemoveQueue(long queue) implements Effect {}

        record DeleteQueue(long queue) implements Effect {}

        record PutConnection(ConnectionRow row) implements Effect {}

        record DeleteConnection(Identity connection) implements Effect {}

        record PutSession(SessionRow row) implements Effect {}

        record DeleteSession(SessionRow.SessionKey key) implements Effect {}

        record InsertRefusal(RefusalRow row) implements Effect {}

        record PruneRefusals(WriteBatch.RefusalPrune prune) implements Effect {}

        record PutStage(StageRow row) implements Effect {}

        record InsertStaged(StagedItem item) implements Effect {}

        record DeleteStaged(WriteBatch.StagedRange range) implements Effect {}

        record DeleteStage(Position stage) implements Effect {}
    }

    /** Told, on the loop, when the batch with this unit is durable; in the order of units and of registration. */
    @FunctionalInterface
    public interface Durable {
        /** The batch that made it so. */
        void durable(long epoch, long batch);
    }

    private final List<Effect> effects = new ArrayList<>(4);
    private final List<Durable> listeners = new ArrayList<>(2);
    private @Nullable Function<StoreException, Unit> replacement;
    private @Nullable BooleanSupplier condition;
    private @Nullable Supplier<Unit> otherwise;
    private int bytes;
    private long chunks;
    private boolean alone;

    /** A new message row; the queue's depth and bytes grow by it. */
    public void insert(MessageRow row) {
        add(new Effect.Insert(row), row.bytes() == null ? 64 : row.bytes().length + 64);
    }

    /** A stored message goes; {@code size} is the row's, for the queue's byte count. */
    public void delete(MessageKey key, int size) {
        add(new Effect.Delete(key, size), 64);
    }

    /** A stored message's delivery count or time changes. */
    public void delivery(DeliveryRow row) {
        add(new Effect.Delivery(row), 64);
    }

    /** A chunk of content. */
    public void insertContent(ContentRow row) {
        add(new Effect.InsertContent(row), row.bytes().length + 64);
    }

    /** Chunks of a content go: its last ones first, in as many units as a batch's bound demands. */
    public void deleteChunks(Position content, int from, int to) {
        add(new Effect.DeleteChunks(new WriteBatch.ChunkRange(content, from, to)), 64);
        chunks += to - from - 1;
    }

    /** A new queue, topic or subscription, or a changed one (its {@code state} is taken for a new one only). */
    public void putQueue(QueueRow row) {
        add(new Effect.PutQueue(row), 256);
    }

    /** Messages up to {@code mark} may be handed out once this is durable (R9). */
    public void raiseMark(long queue, Position mark) {
        add(new Effect.RaiseMark(queue, mark), 0);
    }

    /** Messages up to {@code doubt} may have been seen by an application that nobody will hear (R10). */
    public void raiseDoubt(long queue, Position doubt) {
        add(new Effect.RaiseDoubt(queue, doubt), 64);
    }

    /** No stored message stands before {@code head} (L12). */
    public void raiseHead(long queue, Position head) {
        add(new Effect.RaiseHead(queue, head), 0);
    }

    /** The queue is going: invisible from now on; its messages are deleted in the background, then the row (S8). */
    public void removeQueue(long queue) {
        add(new Effect.RemoveQueue(queue), 64);
    }

    /** The row of an empty, removed queue goes. */
    public void deleteQueue(long queue) {
        add(new Effect.DeleteQueue(queue), 64);
    }

    /** A connection's row, new or changed. */
    public void putConnection(ConnectionRow row) {
        add(new Effect.PutConnection(row), 256);
    }

    /** A connection ends with all its sessions and refusals. */
    public void deleteConnection(Identity connection) {
        add(new Effect.DeleteConnection(connection), 64);
    }

    /** A session's progress and flags as they are after this unit. */
    public void putSession(SessionRow row) {
        add(new Effect.PutSession(row), 64);
    }

    /** A session ended cleanly. */
    public void deleteSession(SessionRow.SessionKey key) {
        add(new Effect.DeleteSession(key), 64);
    }

    /** A refusal (R3). */
    public void insertRefusal(RefusalRow row) {
        add(new Effect.InsertRefusal(row), 128);
    }

    /** Refusals that the client has seen go (R3). */
    public void pruneRefusals(SessionRow.SessionKey session, long upTo) {
        add(new Effect.PruneRefusals(new WriteBatch.RefusalPrune(session, upTo)), 64);
    }

    /** A stage, new or changed (S8). */
    public void putStage(StageRow row) {
        add(new Effect.PutStage(row), 64);
    }

    /** A staged effect. */
    public void insertStaged(StagedItem item) {
        MessageRow row = item.message();
        add(new Effect.InsertStaged(item), row == null || row.bytes() == null ? 64 : row.bytes().length + 64);
    }

    /** Staged effects that are spread or dropped. */
    public void deleteStaged(Position stage, long from, long to) {
        add(new Effect.DeleteStaged(new WriteBatch.StagedRange(stage, from, to)), 64);
    }

    /** A stage without effects goes. */
    public void deleteStage(Position stage) {
        add(new Effect.DeleteStage(stage), 64);
    }

    /** Runs on the loop when the unit is durable: publish, answer, release only there. */
    public void whenDurable(Durable listener) {
        listeners.add(listener);
    }

    /**
     * What to store instead, at the same place in the order, if the database refuses this unit's data (S7): the command's
     * refusal. Without it a refusal makes the node step down.
     */
    public void ifRefused(Function<StoreException, Unit> otherwise) {
        replacement = otherwise;
    }

    /**
     * Ties the unit to what becomes of earlier ones: asked whenever it is about to be sent, when all before it are decided or
     * in the same batch.
     *
     * @param holds whether it may still be stored
     * @param instead what to store if not; asked at most once
     */
    public void onlyIf(BooleanSupplier holds, Supplier<Unit> instead) {
        condition = holds;
        otherwise = instead;
    }

    /** It goes in a batch of its own: whatever it does to the holder, nothing else is in doubt (S7). */
    public void alone() {
        alone = true;
    }

    boolean isAlone() {
        return alone;
    }

    /** Whether nothing was added. */
    public boolean isEmpty() {
        return effects.isEmpty();
    }

    /** Rough size in the store, for bounding batches. */
    public int bytes() {
        return bytes;
    }

    /** How many rows it touches. */
    public int rows() {
        return (int) Math.min(Integer.MAX_VALUE, effects.size() + chunks);
    }

    List<Effect> effects() {
        return effects;
    }

    List<Durable> listeners() {
        return listeners;
    }

    Unit resolved() {
        BooleanSupplier holds = condition;
        Supplier<Unit> instead = otherwise;
        return holds == null || instead == null || holds.getAsBoolean() ? this : instead.get();
    }

    @Nullable
    Function<StoreException, Unit> replacement() {
        return replacement;
    }

    private void add(Effect effect, int size) {
        effects.add(effect);
        bytes += size;
    }
}
