package io.batonmq.store.jdbc;

import static io.batonmq.store.jdbc.SqlType.TEXT;

import io.batonmq.store.Identity;
import io.batonmq.store.LeaseRow;
import io.batonmq.store.WriteBatch;
import io.batonmq.store.WriteBatch.Release;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/** {@code baton_lease}: the row that all nodes contend for. {@code :now} is the database's clock (L1). Stateless. */
final class LeaseTable {

    /** What {@link #read} reads. */
    static final String COLUMNS = """
            lease, (select cluster from baton_meta), holder, incarnation, epoch, renewals, expires_at - :now,
            advertise, successor, :now""";

    static final String READ = "select " + COLUMNS + " from baton_lease where lease = ?";

    static final String CREATE = """
            insert into baton_lease (lease, epoch, renewals, expires_at, batch_floor)
            select cast(? as varchar(255)), 0, 0, 0, 0
            where not exists (select 1 from baton_lease where lease = ?)
            """;

    /** L2, L4 (1); {@code :condition} is one of those below. */
    static final String TAKE = """
            update baton_lease set
                epoch = greatest(epoch + 1, :now, ?), renewals = 0, expires_at = :now + ?, batch_floor = 0,
                holder = ?, incarnation = ?, advertise = ?, successor = null
            where lease = ? and epoch = ? and (holder is null or :condition)
            """;

    static final String IF_EXPIRED = "expires_at < :now";
    static final String IF_HELD_BY_INCARNATION = "incarnation = ?";
    static final String IF_UNCHANGED = "renewals = ?";

    /** L3. */
    static final String RENEW = """
            update baton_lease set expires_at = :now + ?, renewals = renewals + 1
            where lease = ? and holder = ? and incarnation = ? and epoch = ?
            """;

    /** S5: the renewal itself requires the batch. */
    static final String RENEW_WITH_BATCH = RENEW + """
            and exists (select 1 from baton_batch b where b.lease = ? and b.epoch = ? and b.number = ?)
            """;

    /** L8: in the last batch. */
    static final Effect<Release> RELEASE = Effect.named(
                    "release",
                    (WriteBatch batch) -> batch.release() == null ? List.<Release>of() : List.of(batch.release()))
            .column("successor", TEXT, Release::successor)
            .sql("""
                    update baton_lease l set
                        epoch = greatest(l.epoch + 1, :now), renewals = 0, expires_at = 0, batch_floor = 0,
                        holder = null, incarnation = null, advertise = null, successor = r.successor
                    from batch cross join :rows
                    where l.lease = batch.lease
                    """, """
                    update baton_lease set
                        epoch = greatest(epoch + 1, :now), renewals = 0, expires_at = 0, batch_floor = 0,
                        holder = null, incarnation = null, advertise = null, successor = ?2
                    where lease = ?1
                    """);

    private LeaseTable() {}

    static LeaseRow read(ResultSet row) throws SQLException {
        String incarnation = row.getString(4);
        return new LeaseRow(
                row.getString(1),
                Identity.parse(row.getString(2)),
                row.getString(3),
                incarnation == null ? null : Identity.parse(incarnation),
                row.getLong(5),
                row.getLong(6),
                row.getLong(7),
                row.getString(8),
                row.getString(9),
                row.getLong(10));
    }
}
