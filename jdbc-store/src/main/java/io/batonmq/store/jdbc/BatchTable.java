package io.batonmq.store.jdbc;

import static io.batonmq.store.jdbc.SqlType.BIGINT;

import io.batonmq.store.LeaseTerm;
import io.batonmq.store.WriteBatch;
import java.util.List;

/** {@code baton_batch}: one row per stored batch, which makes a second copy of it harmless (S2, S5). Stateless. */
final class BatchTable {

    /** Whether the batch of a lease, an epoch and a number is there. */
    static final String EXISTS = "select 1 from baton_batch where lease = ? and epoch = ? and number = ?";

    /** No batch removes more rows of earlier ones than this: what a holder left behind goes over several. */
    private static final int MOST_PRUNED = 5_000;

    /** Batches of the epoch below the number, and all of older epochs. */
    record Prune(long epoch, long below) {}

    static final Effect<Prune> PRUNE = Effect.named("prune_batches", BatchTable::prunes)
            .column("epoch", BIGINT, Prune::epoch)
            .column("number", BIGINT, Prune::below)
            .lenient()
            .sql("""
                    delete from baton_batch b
                    using batch cross join :rows cross join lateral (
                        select o.epoch, o.number from baton_batch o
                        where o.lease = batch.lease and (o.epoch, o.number) < (r.epoch, r.number)
                        order by o.lease, o.epoch, o.number
                        limit %d
                    ) old
                    where b.lease = batch.lease and b.epoch = old.epoch and b.number = old.number
                    """.formatted(MOST_PRUNED), """
                    delete from baton_batch where lease = ?1 and (epoch < ?2 or epoch = ?2 and number < ?3)
                    fetch first %d rows only
                    """.formatted(MOST_PRUNED));

    /**
     * A row that is gone can't stop a late copy of its batch: from now on the fence does, by number. Not with a release,
     * after which it does so by epoch.
     */
    static final Effect<Prune> FLOOR = Effect.named(
                    "batch_floor", (WriteBatch batch) -> batch.release() == null ? prunes(batch) : List.<Prune>of())
            .column("epoch", BIGINT, Prune::epoch)
            .column("number", BIGINT, Prune::below)
            .sql("""
                    update baton_lease l set batch_floor = greatest(l.batch_floor, r.number)
                    from batch cross join :rows
                    where l.lease = batch.lease and l.epoch = r.epoch
                    """, """
                    update baton_lease set batch_floor = greatest(batch_floor, ?3) where lease = ?1 and epoch = ?2
                    """);

    private BatchTable() {}

    private static List<Prune> prunes(WriteBatch batch) {
        LeaseTerm term = batch.term();
        return batch.pruneBatchesBelow() > 0 ? List.of(new Prune(term.epoch(), batch.pruneBatchesBelow())) : List.of();
    }
}
