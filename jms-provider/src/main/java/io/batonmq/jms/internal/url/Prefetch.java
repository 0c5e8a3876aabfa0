package io.batonmq.jms.internal.url;

/**
 * How many undelivered messages a consumer may hold; whichever limit is reached first counts, topped up at half.
 * Immutable. 0 messages = pull: a message is asked for when the application wants one.
 *
 * @param queue messages of a queue consumer, 0 to 1,000,000. Default: 256
 * @param topic messages of a non-durable subscription's consumer, 1 to 1,000,000 (0 as for queues). Default: 256
 * @param durableTopic messages of a durable subscription's consumer. Default: 256
 * @param browser messages of a queue browser, at least 1. Default: 256
 * @param bytes bytes of any consumer, always enough for one message. Default: 1 MiB
 */
public record Prefetch(int queue, int topic, int durableTopic, int browser, int bytes) {

    /** The greatest number of messages that may be asked for. */
    public static final int MAX_MESSAGES = 1_000_000;

    /** 256 messages and 1 MiB. */
    public static final Prefetch DEFAULT = new Prefetch(256, 256, 256, 256, 1 << 20);

    /** Returns the same number of messages for every kind of consumer. */
    public Prefetch withMessages(int messages) {
        return new Prefetch(messages, messages, messages, Math.max(1, messages), bytes);
    }
}
