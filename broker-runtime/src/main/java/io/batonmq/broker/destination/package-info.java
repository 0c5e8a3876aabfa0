/** Queues, topics and subscriptions: dispatch, redelivery and schedule. */
@NullMarked
package io.batonmq.broker.destination;

import org.jspecify.annotations.NullMarked;
