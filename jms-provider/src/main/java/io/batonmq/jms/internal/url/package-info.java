/**
 * Failover URLs: four spellings (ActiveMQ, Artemis, TIBCO EMS, plain), one parser each, all giving one
 * {@link io.batonmq.jms.internal.url.FailoverUrl}. Immutable and free of threads, clocks and sockets.
 */
@NullMarked
package io.batonmq.jms.internal.url;

import org.jspecify.annotations.NullMarked;
