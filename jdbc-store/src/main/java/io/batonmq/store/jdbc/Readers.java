package io.batonmq.store.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.batonmq.store.StoreException;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Runs reads on a few connections and as many threads of their own. For any thread. */
final class Readers {

    /** How long the pool, when closing, waits for a connection that is being opened. */
    private static final int CLOSE_SECONDS = 3;

    /** A read over one connection, in auto-commit mode. */
    interface Read<T> {
        T run(Connection connection) throws SQLException;
    }

    private final HikariDataSource pool;
    private final ExecutorService threads;

    Readers(Database database, StoreSettings settings) {
        int connections = settings.poolSize() - 1;
        HikariConfig config = new HikariConfig();
        config.setDataSource(new Opening(database));
        config.setPoolName("batonmq-readers");
        config.setMaximumPoolSize(connections);
        config.setMinimumIdle(1);
        config.setInitializationFailTimeout(-1);
        config.setConnectionTimeout(Math.max(250, settings.socketTimeout().toMillis()));
        config.setValidationTimeout(Math.max(250, settings.connectTimeout().toMillis()));
        config.setExceptionOverrideClassName(EvictOnStoreFault.class.getName());
        if (!database.dialect().readerCheck().isEmpty()) {
            config.setConnectionTestQuery(database.dialect().readerCheck());
        }
        this.pool = new HikariDataSource(config);
        this.threads = StoreThreads.pool("batonmq-reader", connections);
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
        try (Connection connection = pool.getConnection()) {
            return read.run(connection);
        } catch (SQLException e) {
            StoreException known = knownCause(e);
            throw known != null ? known : SqlFault.whileReading(what, e);
        }
    }

    /** What {@link Opening} met, which the pool wraps. */
    private static @Nullable StoreException knownCause(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof StoreException known) {
                return known;
            }
        }
        return null;
    }

    void close() {
        StoreThreads.close(threads, pool::close);
        pool.close();
    }

    /** Where the pool gets connections from. For any thread. */
    private record Opening(Database database) implements DataSource {
        @Override
        public Connection getConnection() throws SQLException {
            try {
                return database.open(SqlDialect.Use.READER);
            } catch (StoreException e) {
                throw new SQLException(e.getMessage(), "08001", e);
            }
        }

        @Override
        public Connection getConnection(String user, String password) throws SQLException {
            return getConnection();
        }

        @Override
        public @Nullable PrintWriter getLogWriter() {
            return null;
        }

        @Override
        public void setLogWriter(@Nullable PrintWriter out) {}

        @Override
        public void setLoginTimeout(int seconds) {}

        @Override
        public int getLoginTimeout() {
            return CLOSE_SECONDS;
        }

        @Override
        public Logger getParentLogger() throws SQLFeatureNotSupportedException {
            throw new SQLFeatureNotSupportedException();
        }

        @Override
        public <T> T unwrap(Class<T> type) throws SQLException {
            throw new SQLFeatureNotSupportedException();
        }

        @Override
        public boolean isWrapperFor(Class<?> type) {
            return false;
        }
    }
}
