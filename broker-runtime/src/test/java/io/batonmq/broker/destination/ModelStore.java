package io.batonmq.broker.destination;

import io.batonmq.store.BatchResult;
import io.batonmq.store.ContentRow;
import io.batonmq.store.DeliveryRow;
import io.batonmq.store.MessageKey;
import io.batonmq.store.MessageRow;
import io.batonmq.store.MessageStore;
import io.batonmq.store.Position;
import io.batonmq.store.QueueRow;
import io.batonmq.store.StagedItem;
import io.batonmq.store.StoreException;
import io.batonmq.store.WriteBatch;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The store in memory, for one thread: applies batches strictly (a row that must exist and doesn't is a mismatch), and
 * holds back writes or the results of reads when told, so that a test decides what meets what.
 */
final class ModelStore implements MessageStore {
    final TreeMap<MessageKey, MessageRow> messages =
            new TreeMap<>(Comparator.comparingLong(MessageKey::queue).thenComparing(MessageKey::position));
    final Map<Long, QueueRow> queues = new TreeMap<>();
    final TreeMap<Position, List<ContentRow>> contents = new TreeMap<>();
    final List<String> mismatches = new ArrayList<>();
    int reads;
    long batchRows;
    /** Chunk rows that one batch deleted, at most. */
    int mostChunksDeleted;

    /** Contents that one call looked at for orphans, at most. */
    int mostLooked;

    boolean holdWrites;
    boolean holdReads;
    /** What the database refuses for its data. */
    Predicate<WriteBatch> refuses = batch -> false;
    /** How often it did. */
    int refused;

    private final Deque<Runnable> heldWrites = new ArrayDeque<>();
    private final Deque<Runnable> heldReads = new ArrayDeque<>();

    @Override
    public CompletionStage<BatchResult> write(WriteBatch batch) {
        CompletableFuture<BatchResult> result = new CompletableFuture<>();
        Runnable apply = () -> result.complete(apply(batch));
        if (holdWrites) {
            heldWrites.add(apply);
        } else {
            apply.run();
        }
        return result;
    }

    /** Lets one held write happen. */
    void releaseWrite() {
        Runnable next = heldWrites.poll();
        if (next != null) {
            next.run();
        }
    }

    void releaseWrites() {
        holdWrites = false;
        while (!heldWrites.isEmpty()) {
            heldWrites.remove().run();
        }
    }

    /** Lets one held read's result, as old as it is, come back. */
    void releaseRead() {
        Runnable next = heldReads.poll();
        if (next != null) {
            next.run();
        }
    }

    /** Reads in flight. */
    int heldReads() {
        return heldReads.size();
    }

    void releaseReads() {
        holdReads = false;
        while (!heldReads.isEmpty()) {
            heldReads.remove().run();
        }
    }

    /** The holder died: its statements never happen, its reads never come back. */
    void dropHeld() {
        heldWrites.clear();
        heldReads.clear();
        holdReads = false;
        holdWrites = false;
    }

    private BatchResult apply(WriteBatch batch) {
        if (refuses.test(batch)) {
            refused++;
            return new BatchResult.Refused(
                    new StoreException.RefusedData("refused", new IllegalStateException("refused")));
        }
        List<String> wrong = new ArrayList<>();
        batchRows = Math.max(
                batchRows,
                batch.insertMessages().size() + batch.deleteMessages().size());
        for (QueueRow row : batch.putQueues()) {
            queues.put(row.number(), row);
        }
        for (WriteBatch.QueueChange change : batch.queueStates()) {
            if (queues.computeIfPresent(change.queue(), (n, row) -> row.withState(change.state())) == null) {
                wrong.add("state of missing queue " + change.queue());
            }
        }
        for (MessageRow row : batch.insertMessages()) {
            if (messages.put(new MessageKey(row.queue(), row.position()), row) != null) {
                wrong.add("insert twice " + row.position());
            }
        }
        for (DeliveryRow delivery : batch.deliveries()) {
            if (messages.computeIfPresent(
                            delivery.key(),
                            (k, row) -> row.withDelivery(delivery.deliveryCount(), delivery.availableAtMillis()))
                    == null) {
                wrong.add("delivery of missing " + delivery.key());
            }
        }
        for (MessageKey key : batch.deleteMessages()) {
            if (messages.remove(key) == null) {
                wrong.add("delete of missing " + key);
            }
        }
        for (ContentRow row : batch.insertContent()) {
            contents.computeIfAbsent(row.content(), k -> new ArrayList<>()).add(row);
        }
        deleteContent(batch, wrong);
        for (Long queue : batch.deleteQueues()) {
            if (queues.remove(queue) == null) {
                wrong.add("delete of missing queue " + queue);
            }
            if (messages.keySet().stream().anyMatch(key -> key.queue() == queue)) {
                wrong.add("queue deleted with messages");
            }
        }
        mismatches.addAll(wrong);
        return wrong.isEmpty() ? new BatchResult.Stored() : new BatchResult.Mismatch(wrong.toString());
    }

    private void deleteContent(WriteBatch batch, List<String> wrong) {
        int chunks = 0;
        for (WriteBatch.ChunkRange range : batch.deleteContent()) {
            Position content = range.content();
            if (messages.values().stream().anyMatch(row -> content.equals(row.content()))) {
                wrong.add("content deleted under a message");
            }
            List<ContentRow> rows = contents.getOrDefault(content, new ArrayList<>());
            int before = rows.size();
            rows.removeIf(row -> row.chunk() >= range.from() && row.chunk() < range.to());
            chunks += before - rows.size();
            if (rows.isEmpty()) {
                contents.remove(content);
            } else if (rows.get(0).chunk() != 0) {
                wrong.add("first chunk deleted before the others");
            }
        }
        mostChunksDeleted = Math.max(mostChunksDeleted, chunks);
    }

    @Override
    public CompletionStage<RecoveredState> recover(String leaseName) {
        return CompletableFuture.completedStage(
                new RecoveredState(List.copyOf(queues.values()), List.of(), List.of(), List.of(), List.of(), 0));
    }

    private Stream<MessageRow> rows(long queue) {
        return messages.values().stream().filter(row -> row.queue() == queue);
    }

    @Override
    public CompletionStage<Page> page(
            String leaseName, long queue, int level, Position from, int maxRows, long maxBytes) {
        List<MessageRow> page = new ArrayList<>();
        long bytes = 0;
        boolean more = false;
        for (MessageRow row : messages.tailMap(new MessageKey(queue, from)).values()) {
            if (row.queue() != queue) {
                break;
            }
            if (row.level() != level) {
                continue;
            }
            bytes += row.size();
            if (page.size() == maxRows || (!page.isEmpty() && bytes > maxBytes)) {
                more = true;
                break;
            }
            page.add(row);
        }
        return read(new Page(page, more));
    }

    @Override
    public CompletionStage<List<LevelHead>> levels(String leaseName, long queue, Position head) {
        Map<Integer, Position> first = new TreeMap<>();
        rows(queue)
                .filter(row -> row.position().compareTo(head) >= 0)
                .forEach(row -> first.putIfAbsent(row.level(), row.position()));
        return read(first.entrySet().stream()
                .map(e -> new LevelHead(e.getKey(), e.getValue()))
                .toList());
    }

    @Override
    public CompletionStage<List<MessageRow>> find(String leaseName, List<MessageKey> keys) {
        List<MessageRow> found = new ArrayList<>();
        for (MessageKey key : keys) {
            @Nullable MessageRow row = messages.get(key);
            if (row != null) {
                found.add(row);
            }
        }
        return read(found);
    }

    @Override
    public CompletionStage<List<ContentRow>> content(String leaseName, Position content, int firstChunk, int chunks) {
        return read(contents.getOrDefault(content, List.of()).stream()
                .skip(firstChunk)
                .limit(chunks)
                .toList());
    }

    @Override
    public CompletionStage<List<StagedItem>> staged(String leaseName, Position stage, long from, int maxRows) {
        return read(List.of());
    }

    @Override
    public CompletionStage<OrphanPage> orphanContents(
            String leaseName, Position after, Position before, int maxLooked) {
        List<Position> looked = contents.subMap(after, false, before, false).keySet().stream()
                .limit(maxLooked)
                .toList();
        mostLooked = Math.max(mostLooked, looked.size());
        List<Orphan> orphans = looked.stream()
                .filter(content -> messages.values().stream().noneMatch(row -> content.equals(row.content())))
                .map(content -> new Orphan(
                        content, contents.getOrDefault(content, List.of()).size()))
                .toList();
        return read(new OrphanPage(orphans, looked.size() < maxLooked ? null : looked.get(looked.size() - 1)));
    }

    private <T> CompletionStage<T> read(T result) {
        reads++;
        CompletableFuture<T> future = new CompletableFuture<>();
        if (holdReads) {
            heldReads.add(() -> future.complete(result));
        } else {
            future.complete(result);
        }
        return future;
    }

    @Override
    public void close() {}
}
