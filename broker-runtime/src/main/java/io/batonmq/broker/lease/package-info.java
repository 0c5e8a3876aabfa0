/** The role of a node: contending for the lease, holding it, giving it up. */
@NullMarked
package io.batonmq.broker.lease;

import org.jspecify.annotations.NullMarked;
