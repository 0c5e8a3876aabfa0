package io.batonmq.store.jdbc;

import static io.batonmq.store.jdbc.SqlType.BIGINT;
import static io.batonmq.store.jdbc.SqlType.BOOLEAN;
import static io.batonmq.store.jdbc.SqlType.INTEGER;
import static io.batonmq.store.jdbc.SqlType.TEXT;

import io.batonmq.store.Identity;
import io.batonmq.store.Position;
import io.batonmq.store.QueueRow;
import io.batonmq.store.QueueRow.Kind;
import io.batonmq.store.QueueRow.QueueState;
import io.batonmq.store.WriteBatch;
import io.batonmq.store.WriteBatch.QueueChange;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code baton_queue}: destinations and subscriptions. Stateless. */
final class QueueTable {

    /** By their number in the database. */
    private static final List<Kind> KINDS = List.of(Kind.values());

    static final Effect<QueueRow> PUT = Effect.named("put_queues", WriteBatch::putQueues)
            .column("queue", BIGINT, QueueRow::number)
            .column("kind", INTEGER, q -> QueueTable.KINDS.indexOf(q.kind()))
            .column("name", TEXT, QueueRow::name)
            .column("topic", TEXT, QueueRow::topic)
            .column("client_id", TEXT, QueueRow::clientId)
            .column("selector", TEXT, QueueRow::selector)
            .column("no_local", BOOLEAN, QueueRow::noLocal)
            .column("shared", BOOLEAN, QueueRow::shared)
            .column("owner", TEXT, q -> text(q.owner()))
            .column("depth", BIGINT, q -> q.state().depth())
            .column("bytes", BIGINT, q -> q.state().bytes())
            .column("head_epoch", BIGINT, q -> q.state().head().epoch())
            .column("head_counter", BIGINT, q -> q.state().head().counter())
            .column("mark_epoch", BIGINT, q -> q.state().mark().epoch())
            .column("mark_counter", BIGINT, q -> q.state().mark().counter())
            .column("doubt_epoch", BIGINT, q -> q.state().doubt().epoch())
            .column("doubt_counter", BIGINT, q -> q.state().doubt().counter())
            .column("removed", BOOLEAN, q -> q.state().removed())
            .sql("""
                    insert into baton_queue (
                        lease, queue, kind, name, topic, client_id, selector, no_local, shared, owner,
                        depth, bytes, head_epoch, head_counter, mark_epoch, mark_counter, doubt_epoch, doubt_counter,
                        removed)
                    select batch.lease, r.* from batch cross join :rows
                    on conflict (lease, queue) do update set
                        kind = excluded.kind, name = excluded.name, topic = excluded.topic,
                        client_id = excluded.client_id, selector = excluded.selector, no_local = excluded.no_local,
                        shared = excluded.shared, owner = excluded.owner, depth = excluded.depth,
                        bytes = excluded.bytes, head_epoch = excluded.head_epoch,
                        head_counter = excluded.head_counter, mark_epoch = excluded.mark_epoch,
                        mark_counter = excluded.mark_counter, doubt_epoch = excluded.doubt_epoch,
                        doubt_counter = excluded.doubt_counter, removed = excluded.removed
                    """, """
                    merge into baton_queue (
                        lease, queue, kind, name, topic, client_id, selector, no_local, shared, owner,
                        depth, bytes, head_epoch, head_counter, mark_epoch, mark_counter, doubt_epoch, doubt_counter,
                        removed)
                    key (lease, queue)
                    values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19)
                    """);

    static final Effect<QueueChange> CHANGE = Effect.named("queue_states", WriteBatch::queueStates)
            .column("queue", BIGINT, QueueChange::queue)
            .column("depth", BIGINT, q -> q.state().depth())
            .column("bytes", BIGINT, q -> q.state().bytes())
            .column("head_epoch", BIGINT, q -> q.state().head().epoch())
            .column("head_counter", BIGINT, q -> q.state().head().counter())
            .column("mark_epoch", BIGINT, q -> q.state().mark().epoch())
            .column("mark_counter", BIGINT, q -> q.state().mark().counter())
            .column("doubt_epoch", BIGINT, q -> q.state().doubt().epoch())
            .column("doubt_counter", BIGINT, q -> q.state().doubt().counter())
            .column("removed", BOOLEAN, q -> q.state().removed())
            .sql("""
                    update baton_queue q set
                        depth = r.depth, bytes = r.bytes, head_epoch = r.head_epoch, head_counter = r.head_counter,
                        mark_epoch = r.mark_epoch, mark_counter = r.mark_counter, doubt_epoch = r.doubt_epoch,
                        doubt_counter = r.doubt_counter, removed = r.removed
                    from batch cross join :rows
                    where q.lease = batch.lease and q.queue = r.queue
                    """, """
                    update baton_queue set
                        depth = ?3, bytes = ?4, head_epoch = ?5, head_counter = ?6, mark_epoch = ?7,
                        mark_counter = ?8, doubt_epoch = ?9, doubt_counter = ?10, removed = ?11
                    where lease = ?1 and queue = ?2
                    """);

    static final Effect<Long> DELETE = Effect.named("delete_queues", WriteBatch::deleteQueues)
            .column("queue", BIGINT, q -> q)
            .sql("""
                    delete from baton_queue q using batch cross join :rows
                    where q.lease = batch.lease and q.queue = r.queue
                    """, """
                    delete from baton_queue where lease = ?1 and queue = ?2
                    """);

    static final String ALL = """
            select queue, kind, name, topic, client_id, selector, no_local, shared, owner,
                depth, bytes, head_epoch, head_counter, mark_epoch, mark_counter,
                coalesce(doubt_epoch, mark_epoch), coalesce(doubt_counter, mark_counter), removed
            from baton_queue where lease = ? order by queue
            """;

    private QueueTable() {}

    static QueueRow read(ResultSet row) throws SQLException {
        String owner = row.getString(9);
        return new QueueRow(
                row.getLong(1),
                KINDS.get(row.getInt(2)),
                row.getString(3),
                row.getString(4),
                row.getString(5),
                row.getString(6),
                row.getBoolean(7),
                row.getBoolean(8),
                owner == null ? null : Identity.parse(owner),
                new QueueState(
                        row.getLong(10),
                        row.getLong(11),
                        new Position(row.getLong(12), row.getLong(13)),
                        new Position(row.getLong(14), row.getLong(15)),
                        new Position(row.getLong(16), row.getLong(17)),
                        row.getBoolean(18)));
    }

    private static @Nullable String text(@Nullable Identity identity) {
        return identity == null ? null : identity.toString();
    }
}
