package io.batonmq.store.jdbc;

import static io.batonmq.store.jdbc.SqlType.BIGINT;
import static io.batonmq.store.jdbc.SqlType.BYTES;
import static io.batonmq.store.jdbc.SqlType.INTEGER;

import io.batonmq.store.DeliveryRow;
import io.batonmq.store.MessageKey;
import io.batonmq.store.MessageRow;
import io.batonmq.store.Position;
import io.batonmq.store.WriteBatch;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** {@code baton_message}: one row per message and queue or subscription. Stateless. */
final class MessageTable {

    static final Effect<MessageRow> INSERT = Effect.named("insert_messages", WriteBatch::insertMessages)
            .column("queue", BIGINT, MessageRow::queue)
            .column("epoch", BIGINT, m -> m.position().epoch())
            .column("counter", BIGINT, m -> m.position().counter())
            .column("level", INTEGER, MessageRow::level)
            .column("size", INTEGER, MessageRow::size)
            .column("delivery_count", INTEGER, MessageRow::deliveryCount)
            .column("available_at", BIGINT, MessageRow::availableAtMillis)
            .column("expires_at", BIGINT, MessageRow::expiresAtMillis)
            .column("bytes", BYTES, MessageRow::bytes)
            .column("content_epoch", BIGINT, m -> epochOf(m.content()))
            .column("content_counter", BIGINT, m -> counterOf(m.content()))
            .column("content_length", BIGINT, MessageRow::contentLength)
            .sql("""
                    insert into baton_message (
                        lease, queue, epoch, counter, level, size, delivery_count, available_at, expires_at,
                        bytes, content_epoch, content_counter, content_length)
                    select batch.lease, r.* from batch cross join :rows
                    """, """
                    insert into baton_message (
                        lease, queue, epoch, counter, level, size, delivery_count, available_at, expires_at,
                        bytes, content_epoch, content_counter, content_length)
                    values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)
                    """);

    static final Effect<MessageKey> DELETE = Effect.named("delete_messages", WriteBatch::deleteMessages)
            .column("queue", BIGINT, MessageKey::queue)
            .column("epoch", BIGINT, m -> m.position().epoch())
            .column("counter", BIGINT, m -> m.position().counter())
            .sql("""
                    delete from baton_message m using batch cross join :rows
                    where m.lease = batch.lease and m.queue = r.queue and m.epoch = r.epoch and m.counter = r.counter
                    """, """
                    delete from baton_message where lease = ?1 and queue = ?2 and epoch = ?3 and counter = ?4
                    """);

    static final Effect<DeliveryRow> DELIVER = Effect.named("deliveries", WriteBatch::deliveries)
            .column("queue", BIGINT, d -> d.key().queue())
            .column("epoch", BIGINT, d -> d.key().position().epoch())
            .column("counter", BIGINT, d -> d.key().position().counter())
            .column("delivery_count", INTEGER, DeliveryRow::deliveryCount)
            .column("available_at", BIGINT, DeliveryRow::availableAtMillis)
            .sql("""
                    update baton_message m set delivery_count = r.delivery_count, available_at = r.available_at
                    from batch cross join :rows
                    where m.lease = batch.lease and m.queue = r.queue and m.epoch = r.epoch and m.counter = r.counter
                    """, """
                    update baton_message set delivery_count = ?5, available_at = ?6
                    where lease = ?1 and queue = ?2 and epoch = ?3 and counter = ?4
                    """);

    /** Which row comes where in {@link #read}. */
    static final String COLUMNS = """
            queue, epoch, counter, level, size, delivery_count, available_at, expires_at,
            bytes, content_epoch, content_counter, content_length""";

    /**
     * A page: rows are taken as long as the sum of their sizes stays within the bound, but at least one. Sizes are summed
     * over rows that are found through the index; bytes are read only of those that are given. {@code :at_or_after} gives
     * the columns {@link #COLUMNS} of at most so many rows in order.
     */
    static final String PAGE = """
            select queue, epoch, counter, level, size, delivery_count, available_at, expires_at,
                bytes, content_epoch, content_counter, content_length, found
            from (
                select m.*,
                    row_number() over (order by epoch, counter) as place,
                    sum(cast(size as bigint)) over (order by epoch, counter) as total,
                    count(*) over () as found
                from (:at_or_after) m
            ) p
            where place <= ? and (place = 1 or total <= ?)
            order by epoch, counter
            """;

    static final String FIND = """
            select queue, epoch, counter, level, size, delivery_count, available_at, expires_at,
                bytes, content_epoch, content_counter, content_length
            from baton_message where lease = ? and queue = ? and epoch = ? and counter = ?
            """;

    private MessageTable() {}

    static MessageRow read(ResultSet row) throws SQLException {
        return new MessageRow(
                row.getLong(1),
                new Position(row.getLong(2), row.getLong(3)),
                row.getInt(4),
                row.getInt(5),
                row.getInt(6),
                row.getLong(7),
                row.getLong(8),
                row.getBytes(9),
                position(row, 10),
                row.getLong(12));
    }

    /** A position in two columns that may be null. */
    static @Nullable Position position(ResultSet row, int column) throws SQLException {
        long epoch = row.getLong(column);
        return row.wasNull() ? null : new Position(epoch, row.getLong(column + 1));
    }

    static @Nullable Long epochOf(@Nullable Position position) {
        return position == null ? null : position.epoch();
    }

    static @Nullable Long counterOf(@Nullable Position position) {
        return position == null ? null : position.counter();
    }
}
