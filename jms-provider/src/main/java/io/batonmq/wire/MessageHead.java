package io.batonmq.wire;

import org.jspecify.annotations.Nullable;

/**
 * A message's header as its producer's client wrote it (section 3.4 of the specification). Redelivery count and flag are
 * the holder's and travel beside the message.
 *
 * @param destination where it was sent
 * @param persistent JMSDeliveryMode
 * @param priority 0 to 9
 * @param timestamp JMSTimestamp, ms of the client's clock, 0 = disabled
 * @param expiration JMSExpiration, ms of the client's clock, 0 = never
 * @param deliveryTime JMSDeliveryTime, ms of the client's clock, 0 = at once
 * @param messageId JMSMessageID, null = disabled
 * @param correlationId JMSCorrelationID: a String, a byte[], or null
 * @param replyTo JMSReplyTo
 * @param type JMSType
 * @param kind what the body is
 */
public record MessageHead(
        WireDestination destination,
        boolean persistent,
        int priority,
        long timestamp,
        long expiration,
        long deliveryTime,
        @Nullable String messageId,
        @Nullable Object correlationId,
        @Nullable WireDestination replyTo,
        @Nullable String type,
        BodyKind kind) {}
