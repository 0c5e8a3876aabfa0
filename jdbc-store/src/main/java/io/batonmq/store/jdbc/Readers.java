package io.batonmq.store.jdbc;

import io.batonmq.store.StoreException;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;

/**
 * Runs reads on a few threads, each with a connection of its own: a read after an outage opens one at once, where a pool
 * that fills itself in the background would still be backing off.
 *
 * <p>For any thread.
 */
final class Readers {

    /** A read over one connection, in auto-commit mode. */
    interface Read<T> {
        T run(KeptConnection connection) throws SQLException;
    }

    private final String check;
    private final ExecutorService threads;
    private final List<KeptConnection> connections = new CopyOnWriteArrayList<>();
    private final ThreadLocal<KeptConnection> own;

    Readers(Database database, StoreSettings settings) {
        this.check = database.dialect().readerCheck();
        this.threads = StoreThreads.pool("batonmq-reader", settings.poolSize() - 1);
        this.own = ThreadLocal.withInitial(() -> {
            KeptConnection connection = new KeptConnection(database, SqlDialect.Use.READER);
            connections.add(connection);
            return connection;
        });
    }

    <T> CompletionStage<T> read(String what, Read<T> read) {
        CompletableFuture<T> result = new CompletableFuture<>();
        try {
            threads.execute(() -> {
                try {
                    result.complete(run(what, read));
                } catch (Throwable e) {
                    result.completeExceptionally(e);
                }
            });
        } catch (RejectedExecutionException e) {
            result.completeExceptionally(new StoreException.NotStored("the store is closed", e));
        }
        return result;
    }

    private <T> T run(String what, Read<T> read) {
        Thread.interrupted(); // nobody's to leave here: it would fail an innocent call
        KeptConnection kept = own.get();
        if (kept.isOpen()) {
            try {
                return run(kept, read);
            } catch (SQLException e) {
                kept.discard();
                if (!SqlFault.of(e).evicts()) {
                    throw SqlFault.whileReading(what, e);
                }
                // It may have been dead, or led to a demoted primary, long before this read.
            }
        }
        try {
            return run(kept, read);
        } catch (SQLException e) {
            kept.discard();
            throw SqlFault.whileReading(what, e);
        }
    }

    private <T> T run(KeptConnection kept, Read<T> read) throws SQLException {
        kept.get();
        if (!check.isEmpty()) {
            try {
                kept.prepare(check).execute();
            } catch (SQLException e) {
                throw SqlFault.of(e) == SqlFault.DATA ? new SQLException("the database is read only", "25006", e) : e;
            }
        }
        return read.run(kept);
    }

    /** After what was accepted. */
    void close() {
        StoreThreads.close(threads, () -> connections.forEach(KeptConnection::cut));
        connections.forEach(KeptConnection::discard);
    }
}
