package io.batonmq.store.jdbc;

import io.batonmq.store.WriteBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One kind of effect that a batch may have on one table: which rows of the batch, their columns, and the SQL of each
 * database.
 *
 * <p>On PostgreSQL it is a member of the batch's one statement: a data-modifying CTE that reads its rows from
 * {@code :rows} (one array parameter per column) and depends on {@code batch}, which has its one row only if the fence
 * held and the batch is new (S2, S3). On H2 it is a statement run once per row, {@code ?1} being the lease and
 * {@code ?2}… the columns. {@code :now} is the database's clock.
 *
 * <p>Immutable.
 *
 * @param name in messages and as the CTE's name
 * @param exact whether each row of the batch must have met exactly one row of the table (S4)
 */
record Effect<T>(
        String name,
        boolean exact,
        Function<WriteBatch, List<T>> rows,
        List<Column<T>> columns,
        String postgres,
        String h2) {

    /** One column of the rows. */
    record Column<T>(String name, SqlType type, Function<T, @Nullable Object> value) {}

    /** The rows of one batch, to be written; nothing if the batch has none of this kind. */
    List<T> in(WriteBatch batch) {
        return rows.apply(batch);
    }

    static <T> Builder<T> named(String name, Function<WriteBatch, List<T>> rows) {
        return new Builder<>(name, rows);
    }

    /** Collects the parts. Confined to the class initializer that uses it. */
    static final class Builder<T> {
        private final String name;
        private final Function<WriteBatch, List<T>> rows;
        private final List<Column<T>> columns = new ArrayList<>();
        private boolean exact = true;

        private Builder(String name, Function<WriteBatch, List<T>> rows) {
            this.name = name;
            this.rows = rows;
        }

        Builder<T> column(String column, SqlType type, Function<T, @Nullable Object> value) {
            columns.add(new Column<>(column, type, value));
            return this;
        }

        /** Rows that are not there are no fault. */
        Builder<T> lenient() {
            exact = false;
            return this;
        }

        Effect<T> sql(String postgres, String h2) {
            return new Effect<>(name, exact, rows, List.copyOf(columns), postgres.strip(), h2.strip());
        }
    }
}
