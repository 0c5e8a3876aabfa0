package io.batonmq.wire;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a client declares, and declares anew at each resume; never replayed (R2). Those with a {@code request} number are
 * answered by {@link BrokerFrame.Reply}.
 */
public sealed interface Request extends Frame {

    /** How a session acknowledges. The order is the wire's: never change it. */
    enum AckMode {
        AUTO,
        CLIENT,
        DUPS_OK,
        TRANSACTED
    }

    /** Opens (or declares anew) a session. */
    record OpenSession(int session, AckMode mode) implements Request {}

    /**
     * Opens (or declares anew) a consumer or browser.
     *
     * @param request answered by a reply
     * @param consumer its number, unique in the connection, from 1
     * @param spec what it consumes
     */
    record OpenConsumer(int session, long request, int consumer, ConsumerSpec spec) implements Request {}

    /**
     * What a consumer consumes.
     *
     * @param destination queue or topic
     * @param subscription durable or shared subscription's name; null = the queue itself, or a plain topic subscription
     * @param shared the subscription is a shared one
     * @param durable the subscription is a durable one
     * @param selector message selector, if any
     * @param noLocal leaves out what the same connection publishes
     * @param browse sees a snapshot, takes nothing; ends with {@link BrokerFrame.Drained}
     */
    record ConsumerSpec(
            WireDestination destination,
            @Nullable String subscription,
            boolean shared,
            boolean durable,
            @Nullable String selector,
            boolean noLocal,
            boolean browse) {}

    /** Closes a consumer: what it was sent and never handed out is given back uncounted. */
    record CloseConsumer(int session, long request, int consumer) implements Request {}

    /** Allows the holder to send the consumer so much more; both run out independently. */
    record Credit(int session, int consumer, int messages, int bytes) implements Request {}

    /** Asks the holder to send what credit and queue allow now, then answer {@link BrokerFrame.Drained} (receiveNoWait). */
    record Drain(int session, long request, int consumer) implements Request {}

    /** The application was given these (R10); written before the listener runs. */
    record HandOut(int session, List<DeliveryRef> deliveries) implements Request {}

    /** Starts or stops delivery on the whole connection. */
    record Started(boolean started) implements Request {}

    /** Sets the JMS client identifier; stored before the reply. */
    record SetClientId(long request, String clientId) implements Request {}

    /** Makes a temporary destination; stored before the reply. Declared anew at each resume. */
    record CreateTemporary(long request, WireDestination destination) implements Request {}

    /** Deletes a temporary destination. */
    record DeleteTemporary(long request, WireDestination destination) implements Request {}

    /** Asks for proof of life; {@code clientTicks} comes back unchanged (R8). */
    record Ping(long clientTicks) implements Request {}
}
