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
        BodyKind kind) {
    private static final BodyKind[] KINDS = BodyKind.values();
    private static final int PERSISTENT = 1;
    private static final int MESSAGE_ID = 2;
    private static final int CORRELATION_TEXT = 4;
    private static final int CORRELATION_BYTES = 8;
    private static final int REPLY_TO = 16;
    private static final int TYPE = 32;
    private static final int ALL = 63;

    void write(WireWriter out) {
        if (priority < 0 || priority > 9) {
            throw new IllegalArgumentException("priority " + priority);
        }
        out.unsignedByte(flags());
        out.unsignedByte(priority);
        out.oneOf(kind);
        out.int64(timestamp);
        out.int64(expiration);
        out.int64(deliveryTime);
        destination.write(out);
        if (messageId != null) {
            out.text(messageId);
        }
        if (correlationId instanceof String text) {
            out.text(text);
        } else if (correlationId instanceof byte[] bytes) {
            out.bytes(bytes);
        }
        if (replyTo != null) {
            replyTo.write(out);
        }
        if (type != null) {
            out.text(type);
        }
    }

    private int flags() {
        if (correlationId != null && !(correlationId instanceof String) && !(correlationId instanceof byte[])) {
            throw new IllegalArgumentException("a correlation id is a " + correlationId.getClass());
        }
        return (persistent ? PERSISTENT : 0)
                | (messageId != null ? MESSAGE_ID : 0)
                | (correlationId instanceof String ? CORRELATION_TEXT : 0)
                | (correlationId instanceof byte[] ? CORRELATION_BYTES : 0)
                | (replyTo != null ? REPLY_TO : 0)
                | (type != null ? TYPE : 0);
    }

    static MessageHead read(WireReader in) {
        int flags = in.unsignedByte();
        boolean both = (flags & CORRELATION_TEXT) != 0 && (flags & CORRELATION_BYTES) != 0;
        if (flags > ALL || both) {
            throw in.malformed("a message has header flags " + flags);
        }
        int priority = in.unsignedByte();
        if (priority > 9) {
            throw in.malformed("a message has priority " + priority);
        }
        BodyKind kind = in.oneOf(KINDS);
        long timestamp = in.int64();
        long expiration = in.int64();
        long deliveryTime = in.int64();
        WireDestination destination = WireDestination.read(in);
        return new MessageHead(
                destination,
                (flags & PERSISTENT) != 0,
                priority,
                timestamp,
                expiration,
                deliveryTime,
                (flags & MESSAGE_ID) != 0 ? in.text() : null,
                correlationId(in, flags),
                (flags & REPLY_TO) != 0 ? WireDestination.read(in) : null,
                (flags & TYPE) != 0 ? in.text() : null,
                kind);
    }

    private static @Nullable Object correlationId(WireReader in, int flags) {
        if ((flags & CORRELATION_TEXT) != 0) {
            return in.text();
        }
        return (flags & CORRELATION_BYTES) != 0 ? in.bytes() : null;
    }
}
