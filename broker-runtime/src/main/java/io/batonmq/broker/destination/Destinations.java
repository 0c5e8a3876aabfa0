package io.batonmq.broker.destination;

import io.batonmq.broker.loop.RefusedException;
import io.batonmq.broker.writer.Unit;
import io.batonmq.store.Identity;
import io.batonmq.store.Position;
import io.batonmq.store.SentQueues;
import io.batonmq.wire.Command.SubscriptionSpec;
import io.batonmq.wire.DeliveryRef;
import io.batonmq.wire.EncodedMessage;
import io.batonmq.wire.MessageHead;
import io.batonmq.wire.Request.ClockOffset;
import io.batonmq.wire.Request.ConsumerSpec;
import io.batonmq.wire.WireDestination;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * All queues, topics and subscriptions of a holder, as its sessions use them. Confined to the broker loop.
 *
 * <p>A method that takes a {@link Unit} adds its effects there and nothing else happens before the unit is durable; the
 * caller submits it. A {@link RefusedException} leaves the unit as it was.
 */
public interface Destinations {

    /**
     * A message as it is published.
     *
     * @param message encoded; without its body if {@code content} is given
     * @param head the message's decoded header
     * @param content the staged body's content, or null
     * @param contentLength its bytes
     * @param connection the publisher's, for noLocal and temporary destinations
     * @param clientId the publisher's client identifier, if set
     * @param clockOffset database time minus the publisher's clock (R18)
     */
    record Publication(
            EncodedMessage message,
            MessageHead head,
            @Nullable Position content,
            long contentLength,
            Identity connection,
            @Nullable String clientId,
            ClockOffset clockOffset) {}

    /**
     * Publishes in a unit: visible, persistent or not, when it is durable (R6). Creates an unknown queue or topic in the same
     * unit.
     */
    void publish(Unit unit, Publication publication) throws RefusedException;

    /** How many places a message that is sent there now may come to; each takes a row if it is stored. */
    int places(WireDestination destination);

    /** Publishes a NON_PERSISTENT message at once: it never touches the store (a destination created for it does, in its own unit). */
    void publishNow(Publication publication) throws RefusedException;

    /** The content of a body that was never published, and never will be, goes after the unit is durable, in steps (S1). */
    void dropContent(Unit unit, Position content);

    /**
     * Attaches a consumer or browser to what it consumes; creates an unknown queue or topic in the unit. Nothing is
     * delivered to it before the unit is durable.
     */
    Attachment attach(Unit unit, ConsumerSpec spec, @Nullable String clientId, QueueConsumer consumer)
            throws RefusedException;

    /** Makes a durable subscription, or changes one (its messages go: 8.3.3), unless it is in use. */
    void subscribe(Unit unit, SubscriptionSpec spec, @Nullable String clientId) throws RefusedException;

    /** Removes a durable subscription without consumers and unacknowledged deliveries. */
    void unsubscribe(Unit unit, String name, @Nullable String clientId) throws RefusedException;

    /** Makes a temporary destination of a connection; again is no error. */
    void createTemporary(Unit unit, WireDestination destination, Identity connection) throws RefusedException;

    /** Deletes one, unless it has consumers. */
    void deleteTemporary(Unit unit, WireDestination destination, Identity connection) throws RefusedException;

    /** A connection ended: its temporary destinations go. */
    void removeTemporaries(Unit unit, Identity connection);

    /** R17: the connection has declared all its consumers anew; non-durable subscriptions wait for no other one of it. */
    void consumersAreBack(Identity connection);

    /**
     * R17: the connection ended, or what was kept for it is void. Non-durable subscriptions that waited for it alone end, in
     * units that go before what is submitted from now on: who comes back later finds none of what it may have seen.
     */
    void consumersAreGivenUp(Identity connection);

    /** R17: whoever consumed under a holder before is back, or given up. */
    void recoveredConsumersAreGivenUp();

    /** The delivery is acknowledged: gone when the unit is durable. */
    void acknowledge(Unit unit, Entry entry);

    /**
     * Stores that the delivery, which its session is about to give back, was handed out (R3): it comes again after the
     * redelivery delay. Over the redelivery limit it moves to the dead-letter queue instead, in a unit of its own behind this
     * one.
     *
     * @param deliveryCount times it was handed out, this time included (R10)
     */
    void countDelivery(Unit unit, Entry entry, int deliveryCount);

    /**
     * The database refused a unit that was to count the delivery: it is counted in memory, so that the redelivery limit holds
     * all the same.
     *
     * @param deliveryCount times it was handed out, this time included (R10)
     */
    void countRefused(Entry entry, int deliveryCount);

    /**
     * The deliveries go back, each in its old place. Nothing of their queues is dispatched before all that the loop is about
     * to give back is there, so that it comes again in its old order.
     */
    void giveBack(Collection<? extends Entry> entries);

    /**
     * Claims deliveries after a resume (R5): those that are there and with nobody are taken out and given; reads the store
     * where needed. A non-stored reference that is unknown is in no answer.
     */
    void claim(List<DeliveryRef> wanted, Consumer<Map<DeliveryRef, Entry>> granted);

    /** What is not dispatched after a takeover, as long as somebody may claim messages of the queue (R9). */
    enum Kept {
        /** Stored messages at or below the queue's mark at takeover. */
        HANDED_OUT,
        /** If there are any of those, all stored messages: none comes before an older one. */
        ALL_STORED
    }

    /** Withholds of these queues; of one that is withheld already, no more than before. */
    void withholdHandedOut(LongPredicate queues, Kept kept);

    /** Nobody can claim anything of these queues any more: all who might were heard, or given up. */
    void releaseHandedOut(LongPredicate queues);

    /** The same for one queue. */
    void releaseHandedOut(long queue);

    /**
     * A session that a holder before may have sent messages of these queues is given up with the unit, and nobody says which
     * of them its application saw: they are shown as if it had seen them, by this holder and all to come (R10). If it may
     * have been sent of any queue, units of their own go before this one.
     */
    void giveUpUnheard(Unit unit, SentQueues queues);

    /**
     * The application may have seen these, or did, and their count doesn't say so: holders to come show them as seen, and
     * what is in front of them (R10).
     */
    void leaveInDoubt(Unit unit, Collection<? extends Entry> entries);

    /** What a session keeps of a message it was sent. */
    interface Entry {
        /** Names it. */
        DeliveryRef ref();

        /** The count this delivery carries: 1 the first time, at least 2 if it may have been handed out before (R10). */
        int deliveryCount();

        /** The client that claims it says what count it came with, so that no more need be assumed (R10). */
        void claimedWith(int deliveryCount);

        /** Encoded bytes, body included. */
        int size();

        /** The encoded message, as far as it is one piece; until it is {@link #sent}. */
        EncodedMessage message();

        /** It was written to its client: what the store has needs no memory until it is given back. */
        void sent();

        /** Content with the body, or null. */
        @Nullable
        Position content();

        /** Bytes of the content. */
        long contentLength();

        /** Database time at which it expires, 0 = never. */
        long expiresAtMillis();
    }

    /** A consumer as its queue sees it; implemented by the session. */
    interface QueueConsumer {
        /** Whether it can take a message of this size now: started, with credit, its session back, its link open. */
        boolean ready(int size);

        /**
         * Whether the store knows that its session is sent messages of this queue (R9). If not, it sees to that, and calls
         * {@link Attachment#wake} when it is durable. Asked before each delivery of a stored message.
         */
        boolean marked(long queue);

        /**
         * The unit, which stores a message of this queue that the consumer is about to be sent, lets the store know the same,
         * so that the delivery needs no unit of its own. If the unit is refused, nothing was said.
         */
        void mark(Unit unit, long queue);

        /** The message is this session's until it is acknowledged or given back. */
        void deliver(Entry entry);

        /** Whether the consumer's connection is the publisher's, for noLocal. */
        Identity connection();

        /** Its number, the same on each link of its connection: a plain subscription is found again by it. */
        int number();

        /** The queue is gone (deleted by its owner or an administrator); the attachment is void. */
        void queueRemoved(String why);

        /** A browser has seen all there is. */
        void browseEnded();
    }

    /** A consumer on a queue. */
    interface Attachment {
        /** The consumer became ready: its queue looks whether there is something for it. */
        void wake();

        /** Calls back as soon as everything that is dispatchable now and that the consumer is ready for has been delivered. */
        void drain(Runnable done);

        /** The consumer is gone; its deliveries stay with their session. A non-durable subscription ends with its last one. */
        void detach();

        /** Its link is lost: the same, but a non-durable subscription waits for it, and is kept what is published (R17). */
        default void lost() {
            detach();
        }

        /** The database refused the unit it was attached with. */
        default void refused() {
            detach();
        }
    }
}
