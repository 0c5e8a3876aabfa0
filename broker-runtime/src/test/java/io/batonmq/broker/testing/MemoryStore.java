package io.batonmq.broker.testing;

import io.batonmq.store.BatchResult;
import io.batonmq.store.ConnectionRow;
import io.batonmq.store.ContentRow;
import io.batonmq.store.DeliveryRow;
import io.batonmq.store.Identity;
import io.batonmq.store.MessageKey;
import io.batonmq.store.MessageRow;
import io.batonmq.store.MessageStore;
import io.batonmq.store.Position;
import io.batonmq.store.QueueRow;
import io.batonmq.store.RefusalRow;
import io.batonmq.store.SessionRow;
import io.batonmq.store.SessionRow.SessionKey;
import io.batonmq.store.StageRow;
import io.batonmq.store.StagedItem;
import io.batonmq.store.StoreException;
import io.batonmq.store.WriteBatch;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A store in memory that outlives holders: keeps batches back while told to, refuses the data it is told to. Confined to the
 * test's thread.
 */
public final class MemoryStore implements MessageStore {
    private final Map<MessageKey, MessageRow> messages =
            new TreeMap<>(Comparator.comparingLong(MessageKey::queue).thenComparing(MessageKey::position));
    private final Map<Position, Map<Integer, ContentRow>> contents = new TreeMap<>();
    private final Map<Long, QueueRow> queues = new TreeMap<>();
    private final Map<Identity, ConnectionRow> connections = new LinkedHashMap<>();
    private final Map<SessionKey, SessionRow> sessions = new LinkedHashMap<>();
    private final List<RefusalRow> refusals = new ArrayList<>();
    private final Map<Position, StageRow> stages = new TreeMap<>();
    private final Map<Position, TreeMap<Long, StagedItem>> staged = new HashMap<>();
    private final Deque<Runnable> held = new ArrayDeque<>();
    private final List<WriteBatch> written = new ArrayList<>();
    private Predicate<WriteBatch> poison = batch -> false;
    private Supplier<@Nullable BatchResult> failing = () -> null;
    private boolean holding;
    private long databaseMillis;
    private int mostRows;

    // ---- what tests do and see

    /** Batches wait from now on; reads don't. */
    public void hold() {
        holding = true;
    }

    /** The batches that wait are written, in order; later ones at once. */
    public void release() {
        holding = false;
        while (!held.isEmpty()) {
            held.remove().run();
        }
    }

    /** The oldest batch that waits is written; the others go on waiting. */
    public void releaseOne() {
        Runnable oldest = held.poll();
        if (oldest != null) {
            oldest.run();
        }
    }

    /** The holder died: what it sent and what was not written yet never will be. */
    public void forgetHeld() {
        holding = false;
        held.clear();
    }

    public boolean isHolding() {
        return !held.isEmpty();
    }

    /** The data of such batches is refused (S7). */
    public void refuse(Predicate<WriteBatch> data) {
        poison = data;
    }

    /** What batches come to; null = they are written. */
    public void fail(Supplier<@Nullable BatchResult> result) {
        failing = result;
    }

    public void databaseMillis(long millis) {
        databaseMillis = millis;
    }

    public List<WriteBatch> written() {
        return written;
    }

    /** Only later batches count for {@link #mostRows}. */
    public void forgetLargest() {
        mostRows = 0;
    }

    /** Rows of the largest batch so far. */
    public int mostRows() {
        return mostRows;
    }

    public List<MessageRow> messages() {
        return List.copyOf(messages.values());
    }

    public List<MessageRow> messages(String queueName) {
        long number = queues.values().stream()
                .filter(row -> row.name().equals(queueName))
                .mapToLong(QueueRow::number)
                .findFirst()
                .orElse(-1);
        return messages.values().stream().filter(row -> row.queue() == number).toList();
    }

    public List<QueueRow> queues() {
        return List.copyOf(queues.values());
    }

    public @Nullable QueueRow queue(String name) {
        return queues.values().stream()
                .filter(row -> row.name().equals(name))
                .findFirst()
                .orElse(null);
    }

    /** One row is as it was in a backup. */
    public void goBackTo(ConnectionRow row) {
        connections.put(row.id(), row);
    }

    public @Nullable ConnectionRow connection(Identity id) {
        return connections.get(id);
    }

    public @Nullable SessionRow session(Identity connection, int number) {
        return sessions.get(new SessionKey(connection, number));
    }

    public int connectionRows() {
        return connections.size();
    }

    public List<RefusalRow> refusals() {
        return List.copyOf(refusals);
    }

    public int stages() {
        return stages.size();
    }

    public int committedStages() {
        return (int) stages.values().stream().filter(row -> row.base() != null).count();
    }

    public int stagedItems() {
        return staged.values().stream().mapToInt(Map::size).sum();
    }

    public int contents() {
        return contents.size();
    }

    // ---- the seam

    @Override
    public CompletionStage<BatchResult> write(WriteBatch batch) {
        CompletableFuture<BatchResult> result = new CompletableFuture<>();
        Runnable write = () -> result.complete(apply(batch));
        if (holding) {
            held.add(write);
        } else {
            write.run();
        }
        return result;
    }

    private BatchResult apply(WriteBatch batch) {
        if (poison.test(batch)) {
            return new BatchResult.Refused(
                    new StoreException.RefusedData("refused by the test", new IllegalArgumentException()));
        }
        BatchResult failure = failing.get();
        if (failure != null) {
            return failure;
        }
        String missing = missing(batch);
        if (missing != null) {
            return new BatchResult.Mismatch(missing);
        }
        written.add(batch);
        mostRows = Math.max(
                mostRows,
                batch.insertMessages().size()
                        + batch.deleteMessages().size()
                        + batch.insertStaged().size()
                        + batch.deliveries().size());
        batch.putQueues().forEach(row -> queues.put(row.number(), row));
        batch.queueStates()
                .forEach(change -> queues.computeIfPresent(change.queue(), (n, row) -> row.withState(change.state())));
        batch.deleteQueues().forEach(queues::remove);
        batch.insertMessages().forEach(row -> messages.put(new MessageKey(row.queue(), row.position()), row));
        batch.deleteMessages().forEach(messages::remove);
        batch.deliveries().forEach(this::deliver);
        batch.insertContent()
                .forEach(row -> contents.computeIfAbsent(row.content(), c -> new TreeMap<>())
                        .put(row.chunk(), row));
        for (WriteBatch.ChunkRange range : batch.deleteContent()) {
            Map<Integer, ContentRow> chunks = contents.getOrDefault(range.content(), new TreeMap<>());
            chunks.keySet().removeIf(chunk -> chunk >= range.from() && chunk < range.to());
            if (chunks.isEmpty()) {
                contents.remove(range.content());
            }
        }
        batch.putConnections().forEach(row -> connections.put(row.id(), row));
        batch.putSessions().forEach(row -> sessions.put(row.key(), row));
        refusals.addAll(batch.insertRefusals());
        batch.pruneRefusals()
                .forEach(prune -> refusals.removeIf(
                        row -> row.session().equals(prune.session()) && row.number() <= prune.upTo()));
        batch.deleteSessions().forEach(this::deleteSession);
        batch.deleteConnections().forEach(id -> {
            connections.remove(id);
            List.copyOf(sessions.keySet()).stream()
                    .filter(key -> key.connection().equals(id))
                    .forEach(this::deleteSession);
        });
        batch.putStages().forEach(row -> stages.put(row.stage(), row));
        batch.insertStaged()
                .forEach(item -> staged.computeIfAbsent(item.stage(), s -> new TreeMap<>())
                        .put(item.index(), item));
        batch.deleteStaged()
                .forEach(range -> staged.getOrDefault(range.stage(), new TreeMap<>())
                        .subMap(range.from(), range.to())
                        .clear());
        batch.deleteStages().forEach(stages::remove);
        return new BatchResult.Stored();
    }

    /** What the batch must meet and would not (S4). */
    private @Nullable String missing(WriteBatch batch) {
        for (MessageKey key : batch.deleteMessages()) {
            if (!messages.containsKey(key)) {
                return "no message " + key;
            }
        }
        for (DeliveryRow row : batch.deliveries()) {
            if (!messages.containsKey(row.key())) {
                return "no message " + row.key();
            }
        }
        for (WriteBatch.QueueChange change : batch.queueStates()) {
            if (!queues.containsKey(change.queue())) {
                return "no queue " + change.queue();
            }
        }
        for (Long queue : batch.deleteQueues()) {
            if (!queues.containsKey(queue)) {
                return "no queue " + queue;
            }
        }
        for (Position stage : batch.deleteStages()) {
            if (!stages.containsKey(stage)) {
                return "no stage " + stage;
            }
        }
        return null;
    }

    private void deliver(DeliveryRow row) {
        messages.computeIfPresent(
                row.key(), (key, old) -> old.withDelivery(row.deliveryCount(), row.availableAtMillis()));
    }

    private void deleteSession(SessionKey key) {
        sessions.remove(key);
        refusals.removeIf(row -> row.session().equals(key));
    }

    @Override
    public CompletionStage<RecoveredState> recover(String leaseName) {
        return CompletableFuture.completedFuture(recovered());
    }

    /** What a new holder reads. */
    public RecoveredState recovered() {
        return new RecoveredState(
                List.copyOf(queues.values()),
                List.copyOf(connections.values()),
                List.copyOf(sessions.values()),
                List.copyOf(refusals),
                List.copyOf(stages.values()),
                databaseMillis);
    }

    @Override
    public CompletionStage<Page> page(
            String leaseName, long queue, int level, Position from, int maxRows, long maxBytes) {
        List<MessageRow> rows = new ArrayList<>();
        long bytes = 0;
        for (MessageRow row : messages.values()) {
            if (row.queue() != queue || row.level() != level || row.position().compareTo(from) < 0) {
                continue;
            }
            if (rows.size() == maxRows || !rows.isEmpty() && bytes + row.size() > maxBytes) {
                return CompletableFuture.completedFuture(new Page(rows, true));
            }
            rows.add(row);
            bytes += row.size();
        }
        return CompletableFuture.completedFuture(new Page(rows, false));
    }

    @Override
    public CompletionStage<List<LevelHead>> levels(String leaseName, long queue, Position head) {
        Map<Integer, Position> first = new TreeMap<>();
        messages.values().stream()
                .filter(row -> row.queue() == queue && row.position().compareTo(head) >= 0)
                .forEach(row -> first.merge(row.level(), row.position(), (a, b) -> a.compareTo(b) <= 0 ? a : b));
        return CompletableFuture.completedFuture(first.entrySet().stream()
                .map(entry -> new LevelHead(entry.getKey(), entry.getValue()))
                .toList());
    }

    @Override
    public CompletionStage<List<MessageRow>> find(String leaseName, List<MessageKey> keys) {
        return CompletableFuture.completedFuture(
                keys.stream().map(messages::get).filter(Objects::nonNull).toList());
    }

    @Override
    public CompletionStage<List<ContentRow>> content(String leaseName, Position content, int firstChunk, int chunks) {
        return CompletableFuture.completedFuture(contents.getOrDefault(content, Map.of()).values().stream()
                .filter(row -> row.chunk() >= firstChunk && row.chunk() < firstChunk + chunks)
                .toList());
    }

    @Override
    public CompletionStage<List<StagedItem>> staged(String leaseName, Position stage, long from, int maxRows) {
        return CompletableFuture.completedFuture(
                staged.getOrDefault(stage, new TreeMap<>()).tailMap(from, true).values().stream()
                        .limit(maxRows)
                        .toList());
    }

    @Override
    public CompletionStage<OrphanPage> orphanContents(
            String leaseName, Position after, Position before, int maxLooked) {
        List<Position> looked = contents.keySet().stream()
                .filter(content -> content.compareTo(after) > 0 && content.compareTo(before) < 0)
                .limit(maxLooked)
                .toList();
        List<Orphan> orphans = looked.stream()
                .filter(content -> !stages.containsKey(content)
                        && staged.values().stream()
                                .flatMap(items -> items.values().stream())
                                .noneMatch(item -> item.message() != null
                                        && content.equals(item.message().content()))
                        && messages.values().stream().noneMatch(row -> content.equals(row.content())))
                .map(content -> new Orphan(
                        content, contents.getOrDefault(content, Map.of()).size()))
                .toList();
        return CompletableFuture.completedFuture(
                new OrphanPage(orphans, looked.size() < maxLooked ? null : looked.get(looked.size() - 1)));
    }

    @Override
    public void close() {}
}
