package io.batonmq.store.jdbc;

import static io.batonmq.store.jdbc.SqlType.BIGINT;
import static io.batonmq.store.jdbc.SqlType.BOOLEAN;
import static io.batonmq.store.jdbc.SqlType.BYTES;
import static io.batonmq.store.jdbc.SqlType.INTEGER;

import io.batonmq.store.MessageKey;
import io.batonmq.store.MessageRow;
import io.batonmq.store.Position;
import io.batonmq.store.StagedItem;
import io.batonmq.store.WriteBatch;
import io.batonmq.store.WriteBatch.StagedRange;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** {@code baton_staged}: the effects of a stage, in order: messages to place, messages to delete. Stateless. */
final class StagedTable {

    static final Effect<StagedItem> INSERT = Effect.named("insert_staged", WriteBatch::insertStaged)
            .column("stage_epoch", BIGINT, s -> s.stage().epoch())
            .column("stage_counter", BIGINT, s -> s.stage().counter())
            .column("place", BIGINT, StagedItem::index)
            .column("deletes", BOOLEAN, s -> s.delete() != null)
            .column("queue", BIGINT, s -> key(s).queue())
            .column("epoch", BIGINT, s -> key(s).position().epoch())
            .column("counter", BIGINT, s -> key(s).position().counter())
            .column("level", INTEGER, s -> number(s, MessageRow::level))
            .column("size", INTEGER, s -> number(s, MessageRow::size))
            .column("delivery_count", INTEGER, s -> number(s, MessageRow::deliveryCount))
            .column("available_at", BIGINT, s -> longNumber(s, MessageRow::availableAtMillis))
            .column("expires_at", BIGINT, s -> longNumber(s, MessageRow::expiresAtMillis))
            .column(
                    "bytes",
                    BYTES,
                    s -> s.message() == null ? null : s.message().bytes())
            .column("content_epoch", BIGINT, s -> MessageTable.epochOf(content(s)))
            .column("content_counter", BIGINT, s -> MessageTable.counterOf(content(s)))
            .column("content_length", BIGINT, s -> longNumber(s, MessageRow::contentLength))
            .sql("""
                    insert into baton_staged (
                        lease, stage_epoch, stage_counter, place, deletes, queue, epoch, counter, level, size,
                        delivery_count, available_at, expires_at, bytes, content_epoch, content_counter, content_length)
                    select batch.lease, r.* from batch cross join :rows
                    """, """
                    insert into baton_staged (
                        lease, stage_epoch, stage_counter, place, deletes, queue, epoch, counter, level, size,
                        delivery_count, available_at, expires_at, bytes, content_epoch, content_counter, content_length)
                    values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17)
                    """);

    static final Effect<StagedRange> DELETE = Effect.named("delete_staged", WriteBatch::deleteStaged)
            .column("stage_epoch", BIGINT, s -> s.stage().epoch())
            .column("stage_counter", BIGINT, s -> s.stage().counter())
            .column("first_place", BIGINT, StagedRange::from)
            .column("end_place", BIGINT, StagedRange::to)
            .lenient()
            .sql("""
                    delete from baton_staged s using batch cross join :rows
                    where s.lease = batch.lease and s.stage_epoch = r.stage_epoch
                        and s.stage_counter = r.stage_counter and s.place >= r.first_place and s.place < r.end_place
                    """, """
                    delete from baton_staged
                    where lease = ?1 and stage_epoch = ?2 and stage_counter = ?3 and place >= ?4 and place < ?5
                    """);

    static final String READ = """
            select queue, epoch, counter, level, size, delivery_count, available_at, expires_at,
                bytes, content_epoch, content_counter, content_length, place, deletes
            from baton_staged
            where lease = ? and stage_epoch = ? and stage_counter = ? and place >= ?
            order by lease, stage_epoch, stage_counter, place
            fetch first ? rows only
            """;

    private StagedTable() {}

    static StagedItem read(Position stage, ResultSet row) throws SQLException {
        long index = row.getLong(13);
        MessageRow message = MessageTable.read(row);
        return row.getBoolean(14)
                ? new StagedItem(stage, index, null, new MessageKey(message.queue(), message.position()))
                : new StagedItem(stage, index, message, null);
    }

    private static MessageKey key(StagedItem item) {
        if (item.delete() != null) {
            return item.delete();
        }
        if (item.message() != null) {
            return new MessageKey(item.message().queue(), item.message().position());
        }
        throw new IllegalArgumentException("staged item " + item.index() + " neither places nor deletes a message");
    }

    private static int number(StagedItem item, ToIntFunction<MessageRow> value) {
        return item.message() == null ? 0 : value.applyAsInt(item.message());
    }

    private static long longNumber(StagedItem item, ToLongFunction<MessageRow> value) {
        return item.message() == null ? 0 : value.applyAsLong(item.message());
    }

    private static @Nullable Position content(StagedItem item) {
        return item.message() == null ? null : item.message().content();
    }
}
