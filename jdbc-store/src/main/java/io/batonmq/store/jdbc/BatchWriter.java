package io.batonmq.store.jdbc;

import io.batonmq.store.BatchResult;
import io.batonmq.store.WriteBatch;
import java.sql.SQLException;

/** Sends batches over one connection; lives and dies with it. Confined to the committer. */
interface BatchWriter {

    /** Sends one batch. After an exception {@link #resultOf} says what it means. */
    BatchResult write(WriteBatch batch) throws SQLException;

    /** What a failure of the last {@link #write} means for the batch. */
    BatchResult resultOf(SQLException failure);
}
