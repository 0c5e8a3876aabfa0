package io.batonmq.broker.writer;

import io.batonmq.store.BatchResult;
import io.batonmq.store.ContentRow;
import io.batonmq.store.MessageKey;
import io.batonmq.store.MessageRow;
import io.batonmq.store.MessageStore;
import io.batonmq.store.Position;
import io.batonmq.store.StagedItem;
import io.batonmq.store.WriteBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A store whose answers the test gives, one batch at a time; reads are none of the writer's business. */
final class ScriptedStore implements MessageStore {
    final List<WriteBatch> sent = new ArrayList<>();
    private final List<CompletableFuture<BatchResult>> open = new ArrayList<>();

    @Override
    public CompletionStage<BatchResult> write(WriteBatch batch) {
        if (!open.isEmpty()) {
            throw new IllegalStateException("S1: a second batch while one is in flight");
        }
        sent.add(batch);
        CompletableFuture<BatchResult> result = new CompletableFuture<>();
        open.add(result);
        return result;
    }

    WriteBatch last() {
        return sent.get(sent.size() - 1);
    }

    boolean waiting() {
        return !open.isEmpty();
    }

    void answer(BatchResult result) {
        open.remove(0).complete(result);
    }

    @Override
    public CompletionStage<RecoveredState> recover(String leaseName) {
        throw new IllegalStateException("the writer does not read");
    }

    @Override
    public CompletionStage<Page> page(
            String leaseName, long queue, int level, Position from, int maxRows, long maxBytes) {
        throw new IllegalStateException("the writer does not read");
    }

    @Override
    public CompletionStage<List<LevelHead>> levels(String leaseName, long queue, Position head) {
        throw new IllegalStateException("the writer does not read");
    }

    @Override
    public CompletionStage<List<MessageRow>> find(String leaseName, List<MessageKey> keys) {
        throw new IllegalStateException("the writer does not read");
    }

    @Override
    public CompletionStage<List<ContentRow>> content(String leaseName, Position content, int firstChunk, int chunks) {
        throw new IllegalStateException("the writer does not read");
    }

    @Override
    public CompletionStage<List<StagedItem>> staged(String leaseName, Position stage, long from, int maxRows) {
        throw new IllegalStateException("the writer does not read");
    }

    @Override
    public CompletionStage<OrphanPage> orphanContents(
            String leaseName, Position after, Position before, int maxLooked) {
        throw new IllegalStateException("the writer does not read");
    }

    @Override
    public void close() {
        // nothing is open
    }
}
