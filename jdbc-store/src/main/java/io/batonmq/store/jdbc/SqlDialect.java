package io.batonmq.store.jdbc;

import io.batonmq.store.StoreException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** What differs between databases (S10). Immutable, for any thread. */
sealed interface SqlDialect permits PostgresDialect, H2Dialect {

    /** The dialect of the settings' URL; refuses what is neither, or can't work. */
    static SqlDialect of(StoreSettings settings) {
        String url = settings.url();
        if (url.startsWith("jdbc:postgresql:")) {
            return new PostgresDialect(settings);
        }
        if (url.startsWith("jdbc:h2:")) {
            return new H2Dialect(settings, H2Url.of(settings));
        }
        throw new StoreException.Unusable(
                "store.url " + settings.shownUrl() + " is of no database that is known: it must begin with "
                        + "jdbc:postgresql: or jdbc:h2:",
                new IllegalArgumentException("unknown database"));
    }

    /** What a connection is for. */
    enum Use {
        WRITER,
        READER,
        LEASE
    }

    /** The folder of its schema scripts. */
    String folder();

    /** Opens a connection in auto-commit mode, with its timeouts and READ COMMITTED. */
    Connection connect(Use use) throws SQLException;

    /** The database's clock in milliseconds, in SQL (L1). */
    String now();

    /** A change that gives columns of the row it changed, as it then is. */
    String returning(String change, String columns);

    /**
     * The inner query of pages: message columns of a queue's level from a position on, in order, through the index, at
     * most so many rows. Its parameters: {@link #atOrAfterParameters}.
     */
    String atOrAfter(String columns);

    /** The parameters of {@link #atOrAfter}, in order. */
    List<Object> atOrAfterParameters(String lease, long queue, int level, long epoch, long counter, int rows);

    /** How many levels' heads to ask for in one query: a divisor of ten. */
    int levelsPerQuery();

    /** The one that sends batches over this connection. */
    BatchWriter writer(Connection connection) throws SQLException;

    /** Forces to the disk what is committed, where a commit alone doesn't. */
    void force(Connection connection) throws SQLException;

    /** A query that fails with an error of data where the database takes no writes; empty = that can't be. */
    String readerCheck();

    /** How {@link #endBlockers} will find who waits: to be asked on the connection that is going to wait. */
    String waiterMark(Connection connection, String token) throws SQLException;

    /** Ends those sessions that keep the marked waiter waiting (L6), and says which. Asked on another connection. */
    List<String> endBlockers(Connection connection, String mark) throws SQLException;

    /** What the operator should know about this database once, at the start; empty = nothing. */
    String advice(Connection connection) throws SQLException;

    /** Whether a failure means that an object to be created is there already, because another node was faster. */
    boolean isAlreadyThere(SQLException failure);

    /** Whether a failure means that a table is missing. */
    boolean isMissingTable(SQLException failure);
}
