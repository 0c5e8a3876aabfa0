/** The failover demo: nodes, a producer and a consumer in processes of their own, and a launcher that kills nodes. */
@NullMarked
package io.batonmq.samples.demo;

import org.jspecify.annotations.NullMarked;
