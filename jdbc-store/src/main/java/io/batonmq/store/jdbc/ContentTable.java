package io.batonmq.store.jdbc;

import static io.batonmq.store.jdbc.SqlType.BIGINT;
import static io.batonmq.store.jdbc.SqlType.BYTES;
import static io.batonmq.store.jdbc.SqlType.INTEGER;

import io.batonmq.store.ContentRow;
import io.batonmq.store.Position;
import io.batonmq.store.WriteBatch;
import java.sql.ResultSet;
import java.sql.SQLException;

/** {@code baton_content}: chunks of shared or large content. Stateless. */
final class ContentTable {

    static final Effect<ContentRow> INSERT = Effect.named("insert_content", WriteBatch::insertContent)
            .column("epoch", BIGINT, c -> c.content().epoch())
            .column("counter", BIGINT, c -> c.content().counter())
            .column("chunk", INTEGER, ContentRow::chunk)
            .column("bytes", BYTES, ContentRow::bytes)
            .sql("""
                    insert into baton_content (lease, epoch, counter, chunk, bytes)
                    select batch.lease, r.* from batch cross join :rows
                    """, """
                    insert into baton_content (lease, epoch, counter, chunk, bytes) values (?1, ?2, ?3, ?4, ?5)
                    """);

    static final Effect<Position> DELETE = Effect.named("delete_content", WriteBatch::deleteContent)
            .column("epoch", BIGINT, Position::epoch)
            .column("counter", BIGINT, Position::counter)
            .lenient() // a content has any number of chunks
            .sql("""
                    delete from baton_content c using batch cross join :rows
                    where c.lease = batch.lease and c.epoch = r.epoch and c.counter = r.counter
                    """, """
                    delete from baton_content where lease = ?1 and epoch = ?2 and counter = ?3
                    """);

    static final String READ = """
            select epoch, counter, chunk, bytes from baton_content
            where lease = ? and epoch = ? and counter = ? and chunk >= ?
            order by chunk
            fetch first ? rows only
            """;

    /** Each content has a chunk 0. {@code :after} restricts to positions behind one. */
    static final String ORPHANS = """
            select c.epoch, c.counter from baton_content c
            where c.lease = ? and c.chunk = 0
                and (c.epoch > ? or c.epoch = ? and c.counter > ?) and c.epoch >= ?
                and (c.epoch < ? or c.epoch = ? and c.counter < ?) and c.epoch <= ?
                and not exists (select 1 from baton_message m
                    where m.lease = c.lease and m.content_epoch = c.epoch and m.content_counter = c.counter)
                and not exists (select 1 from baton_staged s
                    where s.lease = c.lease and s.content_epoch = c.epoch and s.content_counter = c.counter)
                and not exists (select 1 from baton_stage g
                    where g.lease = c.lease and g.epoch = c.epoch and g.counter = c.counter)
            order by c.epoch, c.counter
            fetch first ? rows only
            """;

    private ContentTable() {}

    static ContentRow read(ResultSet row) throws SQLException {
        return new ContentRow(new Position(row.getLong(1), row.getLong(2)), row.getInt(3), row.getBytes(4));
    }
}
