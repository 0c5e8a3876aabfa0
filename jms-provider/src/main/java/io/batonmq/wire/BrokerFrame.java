package io.batonmq.wire;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a node tells a client. */
public sealed interface BrokerFrame extends Frame {

    /**
     * Commands up to {@code durable} survive the holder.
     *
     * @param refusals those among them that were refused and not yet reported
     * @param epoch with {@code batch}: the write batch that made it durable (for checks and logs)
     */
    record Confirm(int session, long durable, List<Refusal> refusals, long epoch, long batch) implements BrokerFrame {}

    /** A NON_PERSISTENT send is in this holder's memory, or was refused. */
    record Received(int session, long number, @Nullable ErrorCode code, String text) implements BrokerFrame {}

    /**
     * A message for a consumer.
     *
     * @param deliveryCount JMSXDeliveryCount; 2 and more means JMSRedelivered
     * @param body if not null, the parts of the body came before
     */
    record Deliver(
            int session,
            int consumer,
            DeliveryRef delivery,
            int deliveryCount,
            EncodedMessage message,
            @Nullable LargeBody body)
            implements BrokerFrame {}

    /** Part {@code index} (from 0) of a large body on its way to a consumer. */
    record DeliverPart(int session, long body, int index, byte[] bytes) implements BrokerFrame {}

    /** Answers a {@link Request}; {@code code} null = done. */
    record Reply(int session, long request, @Nullable ErrorCode code, String text) implements BrokerFrame {}

    /** Everything that was there is sent (answer to {@link Request.Drain}, {@code request}), or the browse ended (0). */
    record Drained(int session, int consumer, long request) implements BrokerFrame {}

    /** The node closed a consumer by itself. */
    record ConsumerClosed(int session, int consumer, ErrorCode code, String text) implements BrokerFrame {}

    /** Answers {@link Request.Ping}; sent only while the holder trusts its lease (R8). */
    record Pong(long clientTicks, long epoch, long databaseMillis) implements BrokerFrame {}

    /**
     * Where the holder is, as far as this node knows. From a standby: the answer to {@link Resumption.Resume}, and again
     * whenever it changes; the client may stay connected (R9).
     *
     * @param holder the holder's address, if known
     * @param epoch the epoch that goes with it (R21)
     * @param nodes addresses of all nodes
     */
    record HolderIs(@Nullable String holder, long epoch, List<String> nodes) implements BrokerFrame {}

    /** Graceful handover (L8): go there; the link closes. */
    record Moved(@Nullable String holder, long epoch) implements BrokerFrame {}

    /** The link is refused or broken for a reason; it closes. */
    record Fault(ErrorCode code, String text) implements BrokerFrame {}
}
