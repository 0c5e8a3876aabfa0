package io.batonmq.store.jdbc;

import io.batonmq.store.BatchResult;
import io.batonmq.store.ContentRow;
import io.batonmq.store.Folding;
import io.batonmq.store.MessageKey;
import io.batonmq.store.MessageRow;
import io.batonmq.store.MessageStore;
import io.batonmq.store.Position;
import io.batonmq.store.StagedItem;
import io.batonmq.store.StoreException;
import io.batonmq.store.WriteBatch;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Writes on one thread over one connection (S1), reads on others.
 *
 * <p>For any thread; the fields of the writer are confined to the committer.
 */
final class JdbcMessageStore implements MessageStore {

    private final SqlDialect dialect;
    private final MessageReads reads;
    private final Readers readers;
    private final ExecutorService committer = StoreThreads.pool("batonmq-committer", 1);
    private final KeptConnection connection;
    private @Nullable BatchWriter writer;

    JdbcMessageStore(Database database, StoreSettings settings) {
        this.dialect = database.dialect();
        this.reads = new MessageReads(dialect);
        this.readers = new Readers(database, settings);
        this.connection = new KeptConnection(database, SqlDialect.Use.WRITER);
    }

    @Override
    public CompletionStage<BatchResult> write(WriteBatch batch) {
        CompletableFuture<BatchResult> result = new CompletableFuture<>();
        try {
            committer.execute(() -> result.complete(writeNow(batch)));
        } catch (RejectedExecutionException e) {
            result.complete(new BatchResult.NotStored(new StoreException.NotStored("the store is closed", e)));
        }
        return result;
    }

    private BatchResult writeNow(WriteBatch batch) {
        Thread.interrupted(); // nobody's to leave here: it would fail an innocent batch
        Optional<String> violation = Folding.violation(batch);
        if (violation.isPresent()) {
            return new BatchResult.Mismatch(violation.get());
        }
        BatchWriter current;
        try {
            current = writer();
        } catch (StoreException e) {
            return new BatchResult.NotStored(e); // nothing was sent
        } catch (SQLException e) {
            discard();
            return new BatchResult.NotStored(SqlFault.whileReading("cannot prepare the batch connection", e));
        }
        try {
            return current.write(batch);
        } catch (SQLException e) {
            BatchResult outcome = current.resultOf(e);
            if (!(outcome instanceof BatchResult.Refused || outcome instanceof BatchResult.Mismatch)) {
                discard(); // whatever it was, a fresh connection leads to where the database is now
            }
            return outcome;
        } catch (RuntimeException | Error e) {
            discard();
            return new BatchResult.Unknown(new StoreException.OutcomeUnknown("batch: " + e, e));
        }
    }

    private BatchWriter writer() throws SQLException {
        BatchWriter current = writer;
        if (current == null) {
            Connection opened = connection.get();
            current = dialect.writer(opened);
            writer = current;
        }
        return current;
    }

    private void discard() {
        writer = null;
        connection.discard();
    }

    @Override
    public CompletionStage<RecoveredState> recover(String leaseName) {
        return readers.read("cannot read the state of lease " + leaseName, c -> reads.recover(c, leaseName));
    }

    @Override
    public CompletionStage<Page> page(
            String leaseName, long queue, int level, Position from, int maxRows, long maxBytes) {
        return readers.read(
                "cannot read messages of queue " + queue,
                c -> reads.page(c, leaseName, queue, level, from, maxRows, maxBytes));
    }

    @Override
    public CompletionStage<List<LevelHead>> levels(String leaseName, long queue, Position head) {
        return readers.read("cannot read the levels of queue " + queue, c -> reads.levels(c, leaseName, queue, head));
    }

    @Override
    public CompletionStage<List<MessageRow>> find(String leaseName, List<MessageKey> keys) {
        return readers.read("cannot read messages", c -> reads.find(c, leaseName, keys));
    }

    @Override
    public CompletionStage<List<ContentRow>> content(String leaseName, Position content, int firstChunk, int chunks) {
        return readers.read(
                "cannot read content " + content, c -> reads.content(c, leaseName, content, firstChunk, chunks));
    }

    @Override
    public CompletionStage<List<StagedItem>> staged(String leaseName, Position stage, long from, int maxRows) {
        return readers.read("cannot read stage " + stage, c -> reads.staged(c, leaseName, stage, from, maxRows));
    }

    @Override
    public CompletionStage<OrphanPage> orphanContents(
            String leaseName, Position after, Position before, int maxLooked) {
        return readers.read("cannot look for orphans", c -> reads.orphans(c, leaseName, after, before, maxLooked));
    }

    @Override
    public void close() {
        try {
            committer.execute(this::discard); // after what was accepted
        } catch (RejectedExecutionException e) {
            return; // closed before
        }
        StoreThreads.close(committer, connection::cut);
        readers.close();
    }
}
