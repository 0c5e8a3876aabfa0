/**
 * The seam between a node and its database: batches, rows, lease, reads. Plain Java in every signature; knows nothing of
 * JMS, the network or JDBC.
 */
@NullMarked
package io.batonmq.store;

import org.jspecify.annotations.NullMarked;
