package io.batonmq.store.jdbc;

import io.batonmq.store.BatchResult;
import io.batonmq.store.LeaseTerm;
import io.batonmq.store.StoreException;
import io.batonmq.store.WriteBatch;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A batch as one statement in one round trip (S3): fence, unique row, a member per kind of effect that the batch has, and
 * a last line that raises an error, and so undoes everything, if a member met another number of rows than it must (S4).
 *
 * <p>Confined to the committer.
 */
final class PostgresBatchWriter implements BatchWriter {

    /** The batch before is looked up by parameters, not by the lease row's columns: that is planned at half the cost. */
    private static final String FENCE = """
            with fence as materialized (
                select lease, epoch, batch_floor, ?::int8 = 0 or exists (
                    %s
                ) as goes_on
                from baton_lease
                where lease = ? and epoch = ? and holder = ? and incarnation = ?
                for no key update
            ), batch as (
                insert into baton_batch (lease, epoch, number)
                select lease, epoch, ?::int8 from fence where goes_on and batch_floor <= ?
                on conflict do nothing
                returning lease
            )""".formatted(BatchTable.EXISTS);

    /** Begins the text of an error that the statement raises itself, by a cast that can't succeed. */
    private static final String RAISED = "batonmq: ";

    private static final String ASYNCHRONOUS = "synchronous_commit is ";
    private static final String ISOLATION = "transaction isolation is ";

    private final Connection connection;
    private final String now;
    private final boolean allowAsyncCommit;
    private final Map<List<Effect<?>>, String> statements = new HashMap<>();

    PostgresBatchWriter(Connection connection, String now, boolean allowAsyncCommit) {
        this.connection = connection;
        this.now = now;
        this.allowAsyncCommit = allowAsyncCommit;
    }

    @Override
    public BatchResult write(WriteBatch batch) throws SQLException {
        List<Effect<?>> members = Effects.ALL.stream()
                .filter(effect -> !effect.in(batch).isEmpty())
                .collect(Collectors.toUnmodifiableList());
        String sql = statements.computeIfAbsent(members, this::statement);
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            bind(statement, batch, members);
            boolean goesOn;
            boolean fenced;
            boolean inserted;
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                goesOn = row.getBoolean(1);
                fenced = row.wasNull();
                inserted = row.getLong(2) == 1;
            }
            Warnings.refuse(statement);
            if (fenced) {
                return new BatchResult.Fenced();
            }
            if (inserted) {
                return new BatchResult.Stored();
            }
            return goesOn || isThere(batch) ? new BatchResult.AlreadyThere() : new BatchResult.Mismatch(WENT_BACK);
        }
    }

    /** A late copy is told that it is one even if the row of the batch before it was pruned meanwhile. */
    private boolean isThere(WriteBatch batch) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(BatchTable.EXISTS)) {
            bindKey(statement, 1, batch.term(), batch.number());
            try (ResultSet row = statement.executeQuery()) {
                return row.next();
            }
        }
    }

    private static int bindKey(PreparedStatement statement, int first, LeaseTerm term, long number)
            throws SQLException {
        int index = first;
        statement.setString(index++, term.leaseName());
        statement.setLong(index++, term.epoch());
        statement.setLong(index++, number);
        return index;
    }

    @Override
    public BatchResult resultOf(SQLException failure) {
        String raised = raised(failure);
        if (raised != null) {
            return raised.startsWith(ASYNCHRONOUS) || raised.startsWith(ISOLATION)
                    ? new BatchResult.NotStored(new StoreException.Unusable("the database's " + raised, failure))
                    : new BatchResult.Mismatch(raised);
        }
        StoreException cause = SqlFault.whileWriting("batch", failure);
        if (cause instanceof StoreException.OutcomeUnknown) {
            return new BatchResult.Unknown(cause);
        }
        return cause instanceof StoreException.RefusedData
                ? new BatchResult.Refused(cause)
                : new BatchResult.NotStored(cause);
    }

    private static @Nullable String raised(SQLException failure) {
        String message = failure.getMessage();
        if (message == null || !"22P02".equals(failure.getSQLState())) {
            return null;
        }
        int start = message.indexOf('"' + RAISED);
        int end = message.lastIndexOf('"');
        return start < 0 || end <= start ? null : message.substring(start + 1 + RAISED.length(), end);
    }

    /** In the order of the statement's question marks. */
    private void bind(PreparedStatement statement, WriteBatch batch, List<Effect<?>> members) throws SQLException {
        LeaseTerm term = batch.term();
        int index = 1;
        statement.setLong(index++, batch.after());
        index = bindKey(statement, index, term, batch.after());
        statement.setString(index++, term.leaseName());
        statement.setLong(index++, term.epoch());
        statement.setString(index++, term.nodeId());
        statement.setString(index++, term.incarnation().toString());
        statement.setLong(index++, batch.number());
        statement.setLong(index++, batch.number());
        for (Effect<?> member : members) {
            index = bindRows(statement, index, member, batch);
        }
        statement.setLong(index++, batch.number());
        for (Effect<?> member : members) {
            if (member.exact()) {
                statement.setLong(index++, member.in(batch).size());
            }
        }
    }

    private <T> int bindRows(PreparedStatement statement, int first, Effect<T> member, WriteBatch batch)
            throws SQLException {
        List<T> rows = member.in(batch);
        int index = first;
        for (Effect.Column<T> column : member.columns()) {
            @Nullable Object[] values = column.type().array(rows.size());
            for (int i = 0; i < values.length; i++) {
                values[i] = column.value().apply(rows.get(i));
            }
            statement.setArray(index++, connection.createArrayOf(column.type().postgres(), values));
        }
        return index;
    }

    private String statement(List<Effect<?>> members) {
        StringBuilder sql = new StringBuilder(FENCE);
        List<String> checks = new ArrayList<>();
        checks.add("when not exists (select 1 from batch) then 0");
        checks.add(raise(
                "current_setting('transaction_isolation') <> 'read committed'",
                "'" + ISOLATION + "' || current_setting('transaction_isolation')"));
        if (!allowAsyncCommit) {
            checks.add(raise(
                    "current_setting('synchronous_commit') in ('off', 'local')",
                    "'" + ASYNCHRONOUS + "' || current_setting('synchronous_commit')"));
        }
        for (Effect<?> member : members) {
            sql.append(", ").append(member.name()).append(" as (\n");
            sql.append(member.postgres().replace(":rows", rows(member)).replace(":now", now));
            sql.append("\nreturning 1)");
            if (member.exact()) {
                String count = "(select count(*) from " + member.name() + ")";
                checks.add("when " + count + " <> ? then "
                        + error("'" + member.name() + " met ' || " + count + " || ' rows'"));
            }
        }
        return sql.append(
                        "\nselect (select goes_on or batch_floor > ? from fence), (select count(*) from batch),\ncase ")
                .append(String.join("\n", checks))
                .append(" else 0 end")
                .toString();
    }

    private static String raise(String condition, String text) {
        return "when " + condition + " then " + error(text);
    }

    private static String error(String text) {
        return "cast('" + RAISED + "' || " + text + " as integer)";
    }

    private static String rows(Effect<?> member) {
        String arrays = member.columns().stream()
                .map(column -> "?::" + column.type().postgres() + "[]")
                .collect(Collectors.joining(", "));
        String names = member.columns().stream().map(Effect.Column::name).collect(Collectors.joining(", "));
        return "unnest(" + arrays + ") as r(" + names + ")";
    }
}
