package io.batonmq.broker.selector;

import io.batonmq.wire.MessageView;

/**
 * What a selector is evaluated on.
 *
 * @param message the message
 * @param deliveryCount JMSXDeliveryCount of the delivery that is meant
 */
record Subject(MessageView message, int deliveryCount) {}
