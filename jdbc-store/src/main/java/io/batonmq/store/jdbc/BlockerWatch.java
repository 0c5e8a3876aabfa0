package io.batonmq.store.jdbc;

import io.batonmq.store.StoreException;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends whoever keeps a taker waiting for the lease row (L6): a holder that was frozen inside its transaction would hold it
 * for ever. Over a second connection, since the taker's own is waiting.
 *
 * <p>For any thread; it has one of its own.
 */
final class BlockerWatch {

    private static final Logger LOG = LoggerFactory.getLogger(BlockerWatch.class);

    /** Ends the watch. */
    interface Guard extends AutoCloseable {
        @Override
        void close();
    }

    private final Database database;
    private final String token = String.format("batonmq take %016x", new SecureRandom().nextLong());
    /** Rounds with a connection, which the watch's end closes. */
    private final Set<Round> open = ConcurrentHashMap.newKeySet();

    private final ScheduledExecutorService timer = StoreThreads.timer("batonmq-lease-watch");

    BlockerWatch(Database database) {
        this.database = database;
    }

    /** Is in the text of the statement that waits; no other process's statement has it. */
    String token() {
        return token;
    }

    /** From {@code patienceMillis} on, and again and again, ends who blocks the marked waiter, until closed. */
    Guard watch(String mark, long patienceMillis) {
        try {
            Round round = new Round(mark);
            ScheduledFuture<?> repeated = timer.scheduleWithFixedDelay(
                    round, patienceMillis, Math.max(20, patienceMillis / 4), TimeUnit.MILLISECONDS);
            return () -> {
                repeated.cancel(false); // never an interrupt into a driver
                try {
                    timer.execute(round::end);
                } catch (RejectedExecutionException e) {
                    LOG.debug("the watch ends with the store", e);
                }
            };
        } catch (RejectedExecutionException e) {
            return () -> {}; // closing
        }
    }

    /** Ends with all rounds, also those whose taker hangs. */
    void close() {
        try {
            timer.execute(() -> List.copyOf(open).forEach(Round::end));
        } catch (RejectedExecutionException e) {
            return; // closed before
        }
        StoreThreads.close(timer, () -> open.forEach(Round::cut));
    }

    /** One wait's rounds. Confined to the timer's thread, but for {@link #cut}. */
    private final class Round implements Runnable {
        private final String mark;
        private volatile @Nullable Connection connection;

        Round(String mark) {
            this.mark = mark;
        }

        @Override
        public void run() {
            try {
                Connection current = connection;
                if (current == null) {
                    current = database.open(SqlDialect.Use.LEASE);
                    connection = current;
                    open.add(this);
                }
                List<String> ended = database.dialect().endBlockers(current, mark);
                if (!ended.isEmpty()) {
                    LOG.warn("the lease row was locked for too long: ended {}", ended);
                }
            } catch (SQLException | StoreException e) {
                LOG.warn("cannot end who blocks the lease row: {}", e.getMessage());
                end();
            }
        }

        void end() {
            Database.close(connection);
            connection = null;
            open.remove(this);
        }

        /** Frees the timer's thread from a call that hangs. */
        void cut() {
            Connection current = connection;
            if (current != null) {
                try {
                    current.abort(Runnable::run);
                } catch (SQLException e) {
                    LOG.debug("a connection of the watch was broken already", e);
                }
            }
        }
    }
}
