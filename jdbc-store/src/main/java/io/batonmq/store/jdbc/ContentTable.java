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

    static final Effect<WriteBatch.ChunkRange> DELETE = Effect.named("delete_content", WriteBatch::deleteContent)
            .column("epoch", BIGINT, c -> c.content().epoch())
            .column("counter", BIGINT, c -> c.content().counter())
            .column("chunk_from", INTEGER, WriteBatch.ChunkRange::from)
            .column("chunk_to", INTEGER, WriteBatch.ChunkRange::to)
            .lenient() // a range has any number of chunks
            .sql("""
                    delete from baton_content c using batch cross join :rows
                    where c.lease = batch.lease and c.epoch = r.epoch and c.counter = r.counter
                        and c.chunk >= r.chunk_from and c.chunk < r.chunk_to
                    """, """
                    delete from baton_content
                    where lease = ?1 and epoch = ?2 and counter = ?3 and chunk >= ?4 and chunk < ?5
                    """);

    static final String READ = """
            select epoch, counter, chunk, bytes from baton_content
            where lease = ? and epoch = ? and counter = ? and chunk >= ?
            order by chunk
            fetch first ? rows only
            """;

    /**
     * A page of contents of one epoch, each with the number of its chunks, or 0 if it is named. Each content has a chunk 0.
     *
     * <p>What names a content is looked up in scalar subqueries, each by its index: {@code exists} may be planned as one
     * pass over all messages.
     */
    static final String ORPHANS_OF_EPOCH = orphans("epoch = ? and counter > ? and counter < ?");

    /** The same of the epochs between two, excluding both: a database need not have a range over two columns. */
    static final String ORPHANS_BETWEEN_EPOCHS = orphans("epoch > ? and epoch < ?");

    private static String orphans(String range) {
        return """
                select c.epoch, c.counter,
                    case when (select 1 from baton_message m
                            where m.lease = c.lease and m.content_epoch = c.epoch and m.content_counter = c.counter
                            fetch first 1 row only) is null
                        and (select 1 from baton_staged s
                            where s.lease = c.lease and s.content_epoch = c.epoch and s.content_counter = c.counter
                            fetch first 1 row only) is null
                        and (select 1 from baton_stage g
                            where g.lease = c.lease and g.epoch = c.epoch and g.counter = c.counter) is null
                        then (select k.chunk + 1 from baton_content k
                            where k.lease = c.lease and k.epoch = c.epoch and k.counter = c.counter
                            order by k.chunk desc
                            fetch first 1 row only)
                        else 0 end
                from (
                    select lease, epoch, counter from baton_content
                    where lease = ? and chunk = 0 and :range
                    order by lease, epoch, counter
                    fetch first ? rows only
                ) c
                order by 1, 2
                """.replace(":range", range);
    }

    private ContentTable() {}

    static ContentRow read(ResultSet row) throws SQLException {
        return new ContentRow(new Position(row.getLong(1), row.getLong(2)), row.getInt(3), row.getBytes(4));
    }
}
