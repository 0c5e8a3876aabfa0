package io.batonmq.store.jdbc;

import static io.batonmq.store.jdbc.SqlType.BIGINT;
import static io.batonmq.store.jdbc.SqlType.INTEGER;
import static io.batonmq.store.jdbc.SqlType.TEXT;

import io.batonmq.store.Identity;
import io.batonmq.store.Position;
import io.batonmq.store.SessionRow.SessionKey;
import io.batonmq.store.StageRow;
import io.batonmq.store.WriteBatch;
import java.sql.ResultSet;
import java.sql.SQLException;

/** {@code baton_stage}: what was written ahead, and whether it became visible (S8). Stateless. */
final class StageTable {

    static final Effect<StageRow> PUT = Effect.named("put_stages", WriteBatch::putStages)
            .column("epoch", BIGINT, s -> s.stage().epoch())
            .column("counter", BIGINT, s -> s.stage().counter())
            .column("connection", TEXT, s -> s.owner().connection().toString())
            .column("session", INTEGER, s -> s.owner().session())
            .column("transaction", BIGINT, StageRow::transaction)
            .column("commands", INTEGER, StageRow::commands)
            .column("base_epoch", BIGINT, s -> MessageTable.epochOf(s.base()))
            .column("base_counter", BIGINT, s -> MessageTable.counterOf(s.base()))
            .sql("""
                    insert into baton_stage (
                        lease, epoch, counter, connection, session, transaction, commands, base_epoch, base_counter)
                    select batch.lease, r.* from batch cross join :rows
                    on conflict (lease, epoch, counter) do update set
                        connection = excluded.connection, session = excluded.session,
                        transaction = excluded.transaction, commands = excluded.commands,
                        base_epoch = excluded.base_epoch, base_counter = excluded.base_counter
                    """, """
                    merge into baton_stage (
                        lease, epoch, counter, connection, session, transaction, commands, base_epoch, base_counter)
                    key (lease, epoch, counter) values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
                    """);

    static final Effect<Position> DELETE = Effect.named("delete_stages", WriteBatch::deleteStages)
            .column("epoch", BIGINT, Position::epoch)
            .column("counter", BIGINT, Position::counter)
            .sql("""
                    delete from baton_stage s using batch cross join :rows
                    where s.lease = batch.lease and s.epoch = r.epoch and s.counter = r.counter
                    """, """
                    delete from baton_stage where lease = ?1 and epoch = ?2 and counter = ?3
                    """);

    static final String ALL = """
            select epoch, counter, connection, session, transaction, commands, base_epoch, base_counter
            from baton_stage where lease = ? order by epoch, counter
            """;

    private StageTable() {}

    static StageRow read(ResultSet row) throws SQLException {
        return new StageRow(
                new Position(row.getLong(1), row.getLong(2)),
                new SessionKey(Identity.parse(row.getString(3)), row.getInt(4)),
                row.getLong(5),
                row.getInt(6),
                MessageTable.position(row, 7));
    }
}
