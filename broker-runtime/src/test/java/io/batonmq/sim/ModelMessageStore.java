package io.batonmq.sim;

import io.batonmq.store.BatchResult;
import io.batonmq.store.ContentRow;
import io.batonmq.store.MessageKey;
import io.batonmq.store.MessageRow;
import io.batonmq.store.MessageStore;
import io.batonmq.store.Position;
import io.batonmq.store.StageRow;
import io.batonmq.store.StagedItem;
import io.batonmq.store.StoreException;
import io.batonmq.store.WriteBatch;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/** The store of one simulated process on the model database. Confined to the simulation's thread. */
final class ModelMessageStore implements MessageStore {
    private final SimDatabase database;
    private final SimProcess process;

    ModelMessageStore(SimDatabase database, SimProcess process) {
        this.database = database;
        this.process = process;
    }

    @Override
    public CompletionStage<BatchResult> write(WriteBatch batch) {
        return database.saboteur.writes(process, batch, () -> send(batch));
    }

    private CompletableFuture<BatchResult> send(WriteBatch batch) {
        CompletableFuture<BatchResult> result = database.submit(
                process,
                "batch " + batch.term().epoch() + "/" + batch.number(),
                state -> state.write(batch, database.saboteur, database.millis()),
                true);
        return result.thenApply(database.saboteur::told).exceptionally(failure -> {
            Throwable cause = failure instanceof CompletionException wrapped ? wrapped.getCause() : failure;
            if (cause instanceof StoreException.NotStored notStored) {
                return new BatchResult.NotStored(notStored);
            }
            if (cause instanceof StoreException unknown) {
                return new BatchResult.Unknown(unknown);
            }
            throw new IllegalStateException(cause);
        });
    }

    @Override
    public CompletionStage<RecoveredState> recover(String leaseName) {
        return database.submit(
                process,
                "recover",
                current -> {
                    ModelState state =
                            database.saboteur.recovering(process, current).of(leaseName);
                    state.tellOfMarks();
                    return new RecoveredState(
                            List.copyOf(state.queues.values()),
                            List.copyOf(state.connections.values()),
                            List.copyOf(state.sessions.values()),
                            state.allRefusals(),
                            List.copyOf(state.stages.values()),
                            database.millis());
                },
                false);
    }

    @Override
    public CompletionStage<Page> page(
            String leaseName, long queue, int level, Position from, int maxRows, long maxBytes) {
        return database.submit(
                process,
                "page",
                all -> {
                    ModelState state = all.of(leaseName);
                    List<MessageRow> rows = new ArrayList<>();
                    long bytes = 0;
                    boolean more = false;
                    NavigableMap<ModelState.Place, MessageRow> places =
                            state.messages.getOrDefault(queue, new TreeMap<>());
                    for (MessageRow row : places.tailMap(new ModelState.Place(level, from), true)
                            .values()) {
                        if (row.level() != level) {
                            break;
                        }
                        if (rows.size() == maxRows || (!rows.isEmpty() && bytes + row.size() > maxBytes)) {
                            more = true;
                            break;
                        }
                        rows.add(row);
                        bytes += row.size();
                    }
                    return new Page(rows, more);
                },
                false);
    }

    @Override
    public CompletionStage<List<LevelHead>> levels(String leaseName, long queue, Position head) {
        return database.submit(
                process,
                "levels",
                state -> {
                    TreeMap<Integer, Position> heads = new TreeMap<>();
                    for (ModelState.Place place :
                            state.messages.getOrDefault(queue, new TreeMap<>()).keySet()) {
                        if (place.position().compareTo(head) >= 0) {
                            heads.putIfAbsent(place.level(), place.position());
                        }
                    }
                    List<LevelHead> levels = new ArrayList<>();
                    heads.forEach((level, first) -> levels.add(new LevelHead(level, first)));
                    return levels;
                },
                false);
    }

    @Override
    public CompletionStage<List<MessageRow>> find(String leaseName, List<MessageKey> keys) {
        return database.submit(
                process,
                "find",
                state -> {
                    List<MessageRow> rows = new ArrayList<>();
                    for (MessageKey key : keys) {
                        MessageRow row = state.find(key);
                        if (row != null) {
                            rows.add(row);
                        }
                    }
                    return rows;
                },
                false);
    }

    @Override
    public CompletionStage<List<ContentRow>> content(String leaseName, Position content, int firstChunk, int chunks) {
        return database.submit(
                process,
                "content",
                state ->
                        state.content.getOrDefault(content, new TreeMap<>()).tailMap(firstChunk, true).values().stream()
                                .limit(chunks)
                                .toList(),
                false);
    }

    @Override
    public CompletionStage<List<StagedItem>> staged(String leaseName, Position stage, long from, int maxRows) {
        return database.submit(
                process,
                "staged",
                state -> state.staged.getOrDefault(stage, new TreeMap<>()).tailMap(from, true).values().stream()
                        .limit(maxRows)
                        .toList(),
                false);
    }

    @Override
    public CompletionStage<OrphanPage> orphanContents(
            String leaseName, Position after, Position before, int maxLooked) {
        return database.submit(
                process,
                "orphans",
                state -> {
                    Set<Position> named = new HashSet<>();
                    state.allMessages().forEach(row -> {
                        if (row.content() != null) {
                            named.add(row.content());
                        }
                    });
                    for (StageRow stage : state.stages.values()) {
                        named.add(stage.stage());
                    }
                    for (Map<Long, StagedItem> items : state.staged.values()) {
                        for (StagedItem item : items.values()) {
                            MessageRow row = item.message();
                            if (row != null && row.content() != null) {
                                named.add(row.content());
                            }
                        }
                    }
                    List<Position> looked = state.content.keySet().stream()
                            .filter(id -> id.compareTo(after) > 0 && id.compareTo(before) < 0)
                            .sorted()
                            .limit(maxLooked)
                            .toList();
                    List<Orphan> orphans = looked.stream()
                            .filter(id -> !named.contains(id))
                            .map(id -> new Orphan(
                                    id,
                                    state.content
                                                    .getOrDefault(id, new TreeMap<>())
                                                    .lastKey()
                                            + 1))
                            .toList();
                    return new OrphanPage(orphans, looked.size() < maxLooked ? null : looked.get(looked.size() - 1));
                },
                false);
    }

    @Override
    public void close() {
        // nothing is open
    }
}
