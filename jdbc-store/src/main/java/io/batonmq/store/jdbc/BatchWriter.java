package io.batonmq.store.jdbc;

import io.batonmq.store.BatchResult;
import io.batonmq.store.WriteBatch;
import java.sql.SQLException;

/** Sends batches over one connection; lives and dies with it. Confined to the committer. */
interface BatchWriter {
    /** What a node is told whose batch comes to a database that went back (R15). */
    String WENT_BACK = "the batch before it is not there: the database went back";

    /** Sends one batch. After an exception {@link #resultOf} says what it means. */
    BatchResult write(WriteBatch batch) throws SQLException;

    /** What a failure of the last {@link #write} means for the batch. */
    BatchResult resultOf(SQLException failure);
}
