/** The seam to durable state: write batches, recovered state, the lease. Plain Java in every signature. */
@NullMarked
package io.batonmq.store;

import org.jspecify.annotations.NullMarked;
