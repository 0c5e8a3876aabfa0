package io.batonmq.jms.internal.core;

import io.batonmq.wire.DeliveryRef;
import io.batonmq.wire.EncodedMessage;

/**
 * A message as it is handed to the application.
 *
 * @param ref names it
 * @param deliveryCount JMSXDeliveryCount; from 2 on JMSRedelivered
 * @param message whole, body included
 */
public record Delivery(DeliveryRef ref, int deliveryCount, EncodedMessage message) {}
