package io.batonmq.store.jdbc;

import io.batonmq.store.BatchResult;
import io.batonmq.store.LeaseTerm;
import io.batonmq.store.StoreException;
import io.batonmq.store.WriteBatch;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A batch as plain statements in one transaction, then forced to the disk (S3): H2's commit alone survives neither a power
 * loss nor, by default, a killed process.
 *
 * <p>Confined to the committer.
 */
final class H2BatchWriter implements BatchWriter {

    private static final String FENCE = """
            select batch_floor from baton_lease
            where lease = ? and epoch = ? and holder = ? and incarnation = ?
            for update
            """;
    private static final String INSERT = "insert into baton_batch (lease, epoch, number) values (?, ?, ?)";

    private final Connection connection;
    private final H2Dialect dialect;
    private final Map<String, PreparedStatement> prepared = new HashMap<>();
    private boolean committing;

    H2BatchWriter(Connection connection, H2Dialect dialect) throws SQLException {
        this.connection = connection;
        this.dialect = dialect;
        connection.setAutoCommit(false);
    }

    @Override
    public BatchResult write(WriteBatch batch) throws SQLException {
        committing = false;
        boolean done = false;
        try {
            BatchResult result = apply(batch);
            if (result instanceof BatchResult.Stored) {
                committing = true;
                connection.commit();
                dialect.force(connection);
            } else {
                connection.rollback();
            }
            done = true;
            return result;
        } finally {
            if (!done && !committing) {
                rollBack();
            }
        }
    }

    @Override
    public BatchResult resultOf(SQLException failure) {
        StoreException cause = SqlFault.whileWriting("batch", failure);
        if (committing) {
            return new BatchResult.Unknown(new StoreException.OutcomeUnknown("commit of a batch", failure));
        }
        // Nothing was committed: even a connection that broke took its transaction with it.
        return cause instanceof StoreException.RefusedData
                ? new BatchResult.Refused(cause)
                : new BatchResult.NotStored(
                        cause instanceof StoreException.OutcomeUnknown
                                ? new StoreException.NotStored("batch before its commit", failure)
                                : cause);
    }

    private BatchResult apply(WriteBatch batch) throws SQLException {
        LeaseTerm term = batch.term();
        PreparedStatement fence = prepare(FENCE);
        fence.setString(1, term.leaseName());
        fence.setLong(2, term.epoch());
        fence.setString(3, term.nodeId());
        fence.setString(4, term.incarnation().toString());
        try (ResultSet row = fence.executeQuery()) {
            if (!row.next()) {
                return new BatchResult.Fenced();
            }
            if (row.getLong(1) > batch.number()) {
                return new BatchResult.AlreadyThere();
            }
        }
        // The row is ours from here on, so nothing comes between the look and the insert.
        if (isThere(term, batch.number())) {
            return new BatchResult.AlreadyThere();
        }
        if (batch.after() != 0 && !isThere(term, batch.after())) {
            return new BatchResult.Mismatch(WENT_BACK);
        }
        PreparedStatement insert = withBatchKey(INSERT, term, batch.number());
        insert.executeUpdate();
        Warnings.refuse(insert);
        for (Effect<?> effect : Effects.ALL) {
            BatchResult mismatch = apply(effect, batch);
            if (!(mismatch instanceof BatchResult.Stored)) {
                return mismatch;
            }
        }
        return new BatchResult.Stored();
    }

    private <T> BatchResult apply(Effect<T> effect, WriteBatch batch) throws SQLException {
        List<T> rows = effect.in(batch);
        if (rows.isEmpty()) {
            return new BatchResult.Stored();
        }
        PreparedStatement statement = prepare(effect.h2().replace(":now", dialect.now()));
        for (T row : rows) {
            statement.setString(1, batch.term().leaseName());
            int index = 2;
            for (Effect.Column<T> column : effect.columns()) {
                statement.setObject(index++, column.value().apply(row));
            }
            statement.addBatch();
        }
        int met = 0;
        for (int count : statement.executeBatch()) {
            met += count;
        }
        Warnings.refuse(statement);
        return effect.exact() && met != rows.size()
                ? new BatchResult.Mismatch(effect.name() + " met " + met + " rows")
                : new BatchResult.Stored();
    }

    private boolean isThere(LeaseTerm term, long number) throws SQLException {
        try (ResultSet row = withBatchKey(BatchTable.EXISTS, term, number).executeQuery()) {
            return row.next();
        }
    }

    private PreparedStatement withBatchKey(String sql, LeaseTerm term, long number) throws SQLException {
        PreparedStatement statement = prepare(sql);
        statement.setString(1, term.leaseName());
        statement.setLong(2, term.epoch());
        statement.setLong(3, number);
        return statement;
    }

    private PreparedStatement prepare(String sql) throws SQLException {
        PreparedStatement statement = prepared.get(sql);
        if (statement == null) {
            statement = connection.prepareStatement(sql);
            prepared.put(sql, statement);
        }
        return statement;
    }

    private void rollBack() {
        try {
            for (PreparedStatement statement : prepared.values()) {
                statement.clearBatch();
            }
            connection.rollback();
        } catch (SQLException e) {
            // The connection is no good, and what isn't committed ends with it.
        }
    }
}
