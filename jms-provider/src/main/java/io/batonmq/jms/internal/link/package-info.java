/** One network link to a node, and failover and resume around it. */
@NullMarked
package io.batonmq.jms.internal.link;

import org.jspecify.annotations.NullMarked;
