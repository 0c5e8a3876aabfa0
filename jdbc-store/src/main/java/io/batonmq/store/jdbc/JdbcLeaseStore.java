package io.batonmq.store.jdbc;

import io.batonmq.store.LeaseRow;
import io.batonmq.store.LeaseStore;
import io.batonmq.store.LeaseTerm;
import io.batonmq.store.NodeRow;
import io.batonmq.store.StoreException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * The lease over a connection of its own, so that no slow pool starves a renewal (L3, L10).
 *
 * <p>For any thread; the connection is confined to the lease's.
 */
final class JdbcLeaseStore implements LeaseStore {

    private static final int NODES_SEEN_WITHIN_ACTIVATIONS = 10;

    /** A call over the connection. */
    private interface Call<T> {
        T run(Connection connection) throws SQLException;
    }

    private final SqlDialect dialect;
    private final StoreSettings settings;
    private final KeptConnection connection;
    private final BlockerWatch watch;
    private final ExecutorService thread = StoreThreads.pool("batonmq-lease-store", 1);

    JdbcLeaseStore(Database database, StoreSettings settings) {
        this.dialect = database.dialect();
        this.settings = settings;
        this.connection = new KeptConnection(database, SqlDialect.Use.LEASE);
        this.watch = new BlockerWatch(database);
    }

    @Override
    public CompletionStage<LeaseView> look(NodeSelf self) {
        return call("cannot look at lease " + self.leaseName(), c -> {
            LeaseRow row = readOrCreate(c, self.leaseName());
            List<NodeRow> nodes = nodes(c, self.leaseName());
            writeSelf(c, self);
            return new LeaseView(row, nodes);
        });
    }

    @Override
    public CompletionStage<TakeResult> take(Take take) {
        return call("cannot take lease " + take.self().leaseName(), c -> {
            String mark = dialect.waiterMark(c, watch.token());
            LeaseRow taken;
            // The database gives up the wait at some time: the blocker must be gone before.
            long patience = Math.min(
                    take.lockPatienceMillis(), settings.leaseLockTimeout().toMillis() * 3 / 4);
            try (BlockerWatch.Guard guard = watch.watch(mark, patience)) {
                taken = update(c, take);
            }
            if (taken == null) {
                return new TakeResult(null, read(c, take.self().leaseName()));
            }
            dialect.force(c);
            return new TakeResult(
                    new LeaseTerm(
                            taken.leaseName(), take.self().nodeId(), take.self().incarnation(), taken.epoch()),
                    taken);
        });
    }

    private @Nullable LeaseRow update(Connection c, Take take) throws SQLException {
        List<Object> parameters = new ArrayList<>(List.of(
                Math.addExact(take.seenEpoch(), 1),
                take.activationMillis(),
                take.self().nodeId(),
                take.self().incarnation().toString(),
                take.self().advertise(),
                take.self().leaseName(),
                take.expectedEpoch()));
        String condition = LeaseTable.IF_EXPIRED;
        if (take.condition() instanceof Condition.HolderGone gone) {
            condition = LeaseTable.IF_HELD_BY_INCARNATION;
            parameters.add(gone.incarnation().toString());
        } else if (take.condition() instanceof Condition.Unchanged unchanged) {
            condition = LeaseTable.IF_UNCHANGED;
            parameters.add(unchanged.renewals());
        }
        String sql = "/* " + watch.token() + " */ "
                + sql(dialect.returning(LeaseTable.TAKE.replace(":condition", condition), LeaseTable.COLUMNS));
        return row(c, sql, parameters);
    }

    @Override
    public CompletionStage<Renewal> renew(LeaseTerm term, long activationMillis, @Nullable Long requiredBatch) {
        return call("cannot renew lease " + term.leaseName(), c -> {
            List<Object> parameters = new ArrayList<>(List.of(
                    activationMillis,
                    term.leaseName(),
                    term.nodeId(),
                    term.incarnation().toString(),
                    term.epoch()));
            String change = LeaseTable.RENEW;
            if (requiredBatch != null) {
                change = LeaseTable.RENEW_WITH_BATCH;
                parameters.addAll(List.of(term.leaseName(), term.epoch(), requiredBatch));
            }
            LeaseRow renewed = row(c, sql(dialect.returning(change, LeaseTable.COLUMNS)), parameters);
            if (renewed != null) {
                if (requiredBatch != null) {
                    dialect.force(c); // the batch may be that of a writer that died before it did so
                }
                return new Renewal(RenewResult.RENEWED, renewed.databaseMillis());
            }
            LeaseRow row = readOrCreate(c, term.leaseName());
            boolean own = row.epoch() == term.epoch()
                    && term.nodeId().equals(row.holder())
                    && term.incarnation().equals(row.incarnation());
            return new Renewal(
                    own && requiredBatch != null ? RenewResult.BATCH_MISSING : RenewResult.LOST, row.databaseMillis());
        });
    }

    private LeaseRow readOrCreate(Connection c, String lease) throws SQLException {
        LeaseRow row = read(c, lease);
        if (row == null) {
            ignoringRace(() -> change(c, LeaseTable.CREATE, List.of(lease, lease)));
            row = read(c, lease);
        }
        if (row == null) {
            throw new SQLException("the row of lease " + lease + " is gone as soon as it is made", "40001");
        }
        return row;
    }

    private @Nullable LeaseRow read(Connection c, String lease) throws SQLException {
        return row(c, sql(LeaseTable.READ), List.of(lease));
    }

    private List<NodeRow> nodes(Connection c, String lease) throws SQLException {
        long window = settings.activation().toMillis() * NODES_SEEN_WITHIN_ACTIVATIONS;
        try (PreparedStatement statement = prepare(c, sql(NodeTable.SEEN), List.of(lease, window));
                ResultSet row = statement.executeQuery()) {
            List<NodeRow> nodes = new ArrayList<>();
            while (row.next()) {
                nodes.add(NodeTable.read(row));
            }
            return List.copyOf(nodes);
        }
    }

    private void writeSelf(Connection c, NodeSelf self) throws SQLException {
        List<Object> parameters =
                List.of(self.incarnation().toString(), self.advertise(), self.leaseName(), self.nodeId());
        if (change(c, sql(NodeTable.UPDATE), parameters) == 0) {
            ignoringRace(() -> change(c, sql(NodeTable.INSERT), parameters));
            change(c, sql(NodeTable.FORGET), List.of(self.leaseName()));
        }
    }

    private String sql(String template) {
        return template.replace(":now", dialect.now());
    }

    private static int change(Connection c, String sql, List<?> parameters) throws SQLException {
        try (PreparedStatement statement = prepare(c, sql, parameters)) {
            int rows = statement.executeUpdate();
            Warnings.refuse(statement);
            return rows;
        }
    }

    private static @Nullable LeaseRow row(Connection c, String sql, List<?> parameters) throws SQLException {
        try (PreparedStatement statement = prepare(c, sql, parameters)) {
            LeaseRow read;
            try (ResultSet row = statement.executeQuery()) {
                read = row.next() ? LeaseTable.read(row) : null;
            }
            Warnings.refuse(statement);
            return read;
        }
    }

    private static PreparedStatement prepare(Connection c, String sql, List<?> parameters) throws SQLException {
        PreparedStatement statement = c.prepareStatement(sql);
        try {
            for (int i = 0; i < parameters.size(); i++) {
                statement.setObject(i + 1, parameters.get(i));
            }
            return statement;
        } catch (SQLException | RuntimeException e) {
            statement.close();
            throw e;
        }
    }

    /** An insert that finds that another node was faster is as good. */
    private void ignoringRace(Insert insert) throws SQLException {
        try {
            insert.run();
        } catch (SQLException e) {
            if (!dialect.isAlreadyThere(e)) {
                throw e;
            }
        }
    }

    /** An insert of a row that several nodes may make at once. */
    private interface Insert {
        int run() throws SQLException;
    }

    private <T> CompletionStage<T> call(String failure, Call<T> call) {
        CompletableFuture<T> result = new CompletableFuture<>();
        try {
            thread.execute(() -> run(failure, call, result));
        } catch (RejectedExecutionException e) {
            result.completeExceptionally(new StoreException.NotStored("the lease store is closed", e));
        }
        return result;
    }

    private <T> void run(String failure, Call<T> call, CompletableFuture<T> result) {
        Thread.interrupted(); // nobody's to leave here: it would fail an innocent call
        try {
            result.complete(call.run(connection.get()));
        } catch (SQLException e) {
            if (SqlFault.of(e).evicts()) {
                connection.discard();
            }
            result.completeExceptionally(SqlFault.whileWriting(failure, e));
        } catch (StoreException e) {
            result.completeExceptionally(e);
        } catch (RuntimeException | Error e) {
            connection.discard();
            result.completeExceptionally(new StoreException.OutcomeUnknown(failure + ": " + e, e));
        }
    }

    @Override
    public void close() {
        try {
            thread.execute(connection::discard); // after what was accepted
        } catch (RejectedExecutionException e) {
            return; // closed before
        }
        StoreThreads.close(thread, connection::cut);
        watch.close(); // last: a take that waits is let go by it, and ends its round there
    }
}
