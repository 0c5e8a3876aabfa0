package io.batonmq.jms.internal.core;

import io.batonmq.wire.Command.SubscriptionSpec;
import io.batonmq.wire.EncodedMessage;
import io.batonmq.wire.Request.AckMode;
import io.batonmq.wire.Request.ConsumerSpec;

/** One JMS session: its numbered commands, replay window, transaction and what it holds (R1–R14). On the loop. */
public interface ClientSession {

    /** How it acknowledges. */
    AckMode mode();

    /**
     * Sends. Outside a transaction the result completes when the message is durable (persistent) or with the holder
     * (NON_PERSISTENT); in a transaction when the session has taken it. Waits first for room in the replay window (R19).
     */
    Call<Void> send(EncodedMessage message);

    /** Opens a consumer or browser; it receives nothing before {@link ClientConnection#start}. */
    Call<ClientConsumer> openConsumer(ConsumerSpec spec, ConsumerEvents events);

    /** Makes or changes a durable or shared subscription; its consumer is opened after that. */
    Call<Void> subscribe(SubscriptionSpec subscription);

    /** Removes a durable subscription. */
    Call<Void> unsubscribe(String name);

    /** Whether a delivery that was handed out is still this session's: false once it was given back or its claim lost (R11). */
    boolean holds(Delivery delivery);

    /**
     * The application is done with a delivery: AUTO writes its acknowledgement, DUPS_OK collects it; in CLIENT and
     * TRANSACTED sessions nothing happens (it stays with the session). For a synchronous receive: when receive returns (for
     * receiveBody, after the conversion succeeded); for a listener: when it has returned normally.
     */
    void handled(Delivery delivery);

    /**
     * The listener threw, or a body could not be converted: AUTO and DUPS_OK give it back for immediate redelivery,
     * counted; CLIENT and TRANSACTED: as {@link #handled}.
     */
    void rejected(Delivery delivery);

    /**
     * The delivery was handed out, and its listener was gone before it could be called: it goes back, in whatever mode. Else a
     * CLIENT or TRANSACTED session would acknowledge it with the rest.
     */
    void unseen(Delivery delivery);

    /** CLIENT: acknowledges all that the session was handed; completes when durable. */
    Call<Void> acknowledge();

    /** CLIENT, AUTO, DUPS_OK: gives back all that is unacknowledged, in order, before anything else is handed out. */
    Call<Void> recover();

    /** TRANSACTED: commits; completes when durable, or fails with TRANSACTION_ROLLED_BACK or OUTCOME_UNKNOWN. */
    Call<Void> commit();

    /** TRANSACTED: rolls back. */
    Call<Void> rollback();

    /** Closes consumers, rolls back, gives back what is unacknowledged, once all commands are confirmed. */
    Call<Void> close();
}
