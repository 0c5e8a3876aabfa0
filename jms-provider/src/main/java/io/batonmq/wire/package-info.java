/** The protocol between clients and nodes: one record per frame, its codec and limits. Knows nothing of JMS. */
@NullMarked
package io.batonmq.wire;

import org.jspecify.annotations.NullMarked;
