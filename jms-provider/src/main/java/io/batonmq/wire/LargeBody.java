package io.batonmq.wire;

/**
 * Stands in a {@link Command.Send}, {@link Command.TransactedSend} or {@link BrokerFrame.Deliver} for a body that went
 * ahead in parts.
 *
 * @param id names the parts: unique within the session while the body is under way
 * @param length total body bytes
 * @param parts how many parts were sent
 */
public record LargeBody(long id, long length, int parts) {}
