package io.batonmq.broker.destination;

import io.batonmq.broker.loop.Loop;
import io.batonmq.store.ContentRow;
import io.batonmq.store.MessageKey;
import io.batonmq.store.MessageRow;
import io.batonmq.store.MessageStore;
import io.batonmq.store.MessageStore.LevelHead;
import io.batonmq.store.MessageStore.OrphanPage;
import io.batonmq.store.MessageStore.Page;
import io.batonmq.store.Position;
import io.batonmq.wire.EncodedMessage;
import io.batonmq.wire.WireLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads of the store whose results come back to the loop; a read that fails is made again until the node steps down.
 * Confined to the broker loop.
 */
final class StoreReads {
    private static final Logger log = LoggerFactory.getLogger(StoreReads.class);
    private static final Duration RETRY = Duration.ofMillis(500);
    private static final Duration ORPHANS_RETRY = Duration.ofSeconds(30);

    private final MessageStore store;
    private final Loop loop;
    private final String leaseName;
    private boolean closed;

    StoreReads(MessageStore store, Loop loop, String leaseName) {
        this.store = store;
        this.loop = loop;
        this.leaseName = leaseName;
    }

    /** A message row with its message in one piece, wherever the store keeps the bytes. */
    record Loaded(MessageRow row, EncodedMessage message) {}

    /** A page of those. */
    record LoadedPage(List<Loaded> rows, boolean more) {}

    void levels(long queue, Position head, Consumer<List<LevelHead>> then) {
        read(() -> store.levels(leaseName, queue, head), then);
    }

    void page(long queue, int level, Position from, int maxRows, long maxBytes, Consumer<LoadedPage> then) {
        read(
                () -> store.page(leaseName, queue, level, from, maxRows, maxBytes),
                page -> load(page.rows(), loaded -> then.accept(new LoadedPage(loaded, page.more()))));
    }

    /** Rows only, for those who just delete them. */
    void rows(long queue, int level, Position from, int maxRows, long maxBytes, Consumer<Page> then) {
        read(() -> store.page(leaseName, queue, level, from, maxRows, maxBytes), then);
    }

    void find(List<MessageKey> keys, Consumer<List<Loaded>> then) {
        read(() -> store.find(leaseName, keys), rows -> load(rows, then));
    }

    /** Nobody waits for these: a store that is too busy for them is left alone for longer. */
    void orphans(Position after, Position before, int maxLooked, Consumer<OrphanPage> then) {
        read(() -> store.orphanContents(leaseName, after, before, maxLooked), ORPHANS_RETRY, then);
    }

    /** Nothing comes back any more. */
    void close() {
        closed = true;
    }

    private void load(List<MessageRow> rows, Consumer<List<Loaded>> then) {
        Map<Position, Long> wanted = new HashMap<>();
        for (MessageRow row : rows) {
            if (row.bytes() == null && row.content() != null) {
                wanted.put(row.content(), row.contentLength());
            }
        }
        if (wanted.isEmpty()) {
            then.accept(join(rows, Map.of()));
            return;
        }
        Map<Position, List<ContentRow>> got = new HashMap<>();
        wanted.forEach((content, length) -> {
            int chunks = (int) ((length + WireLimits.PART - 1) / WireLimits.PART);
            read(() -> store.content(leaseName, content, 0, Math.max(1, chunks)), found -> {
                got.put(content, found);
                if (got.size() == wanted.size()) {
                    then.accept(join(rows, got));
                }
            });
        });
    }

    private static List<Loaded> join(List<MessageRow> rows, Map<Position, List<ContentRow>> contents) {
        List<Loaded> loaded = new ArrayList<>(rows.size());
        Map<Position, EncodedMessage> shared = new HashMap<>();
        for (MessageRow row : rows) {
            byte[] bytes = row.bytes();
            Position content = row.content();
            if (bytes != null) {
                loaded.add(new Loaded(row, new EncodedMessage(bytes)));
            } else if (content != null) {
                List<ContentRow> chunks = contents.getOrDefault(content, List.of());
                if (!chunks.isEmpty()) { // else the row went, and then its content, while this was read
                    loaded.add(new Loaded(row, shared.computeIfAbsent(content, c -> concatenated(chunks))));
                }
            }
        }
        return loaded;
    }

    private static EncodedMessage concatenated(List<ContentRow> chunks) {
        int length = 0;
        for (ContentRow chunk : chunks) {
            length += chunk.bytes().length;
        }
        byte[] bytes = new byte[length];
        int at = 0;
        for (ContentRow chunk : chunks) {
            System.arraycopy(chunk.bytes(), 0, bytes, at, chunk.bytes().length);
            at += chunk.bytes().length;
        }
        return new EncodedMessage(bytes);
    }

    private <T> void read(Supplier<CompletionStage<T>> call, Consumer<T> then) {
        read(call, RETRY, then);
    }

    private <T> void read(Supplier<CompletionStage<T>> call, Duration retry, Consumer<T> then) {
        // Not whenCompleteAsync: it would swallow what goes wrong in the callback.
        call.get()
                .whenComplete((result, failure) -> loop.execute(() -> {
                    if (closed) {
                        return;
                    }
                    if (failure == null) {
                        then.accept(result);
                        return;
                    }
                    log.warn("reading messages failed, trying again: {}", failure.getMessage());
                    loop.schedule(retry, () -> {
                        if (!closed) {
                            read(call, retry, then);
                        }
                    });
                }));
    }
}
