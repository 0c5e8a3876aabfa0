package io.batonmq.wire;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a session does, in its order. {@link Numbered} commands carry the session's number and the highest reply the
 * client has seen; commands of an open transaction are numbered within it (R4, R20).
 */
public sealed interface Command extends Frame {

    /** A command with a number of its own (R1). */
    sealed interface Numbered extends Command {
        /** From 1, growing within the session, gaps legal. */
        long number();

        /** Replies and refusals up to this number have been seen: the holder may forget them (R3, R4). */
        long repliesSeen();
    }

    /** A send outside a transaction. Confirmed when durable (persistent) or {@link BrokerFrame.Received} (NON_PERSISTENT). */
    record Send(
            int session,
            long number,
            long repliesSeen,
            EncodedMessage message,
            @Nullable LargeBody body) implements Numbered {
        @Override
        public void write(WireWriter out) {
            out.varlong(number);
            out.varlong(repliesSeen);
            out.bytes(message.bytes());
            LargeBody.writeOrNull(out, body);
        }

        static Send read(WireReader in, int session) {
            return new Send(session, in.varlong(), in.varlong(), EncodedMessage.read(in), LargeBody.readOrNull(in));
        }
    }

    /**
     * Acknowledges; {@code next} announces the hand-out that follows (R10).
     */
    record Ack(
            int session,
            long number,
            long repliesSeen,
            List<DeliveryRef> deliveries,
            @Nullable DeliveryRef next) implements Numbered {
        @Override
        public void write(WireWriter out) {
            out.varlong(number);
            out.varlong(repliesSeen);
            out.list(deliveries, (to, each) -> each.write(to));
            DeliveryRef.writeOrNull(out, next);
        }

        static Ack read(WireReader in, int session) {
            return new Ack(
                    session,
                    in.varlong(),
                    in.varlong(),
                    in.list(DeliveryRef.LEAST, DeliveryRef::read),
                    DeliveryRef.readOrNull(in));
        }
    }

    /**
     * Commits.
     *
     * @param commands how many {@link TransactedSend}s and {@link TransactedAck}s the transaction has; another count at the
     *     holder refuses the commit
     * @param deliveries consumed in the transaction, besides those in {@link TransactedAck}s
     */
    record Commit(
            int session,
            long number,
            long repliesSeen,
            TransactionId transaction,
            int commands,
            List<DeliveryRef> deliveries,
            @Nullable DeliveryRef next)
            implements Numbered {
        @Override
        public void write(WireWriter out) {
            out.varlong(number);
            out.varlong(repliesSeen);
            TransactionId.write(out, transaction);
            out.varint(commands);
            out.list(deliveries, (to, each) -> each.write(to));
            DeliveryRef.writeOrNull(out, next);
        }

        static Commit read(WireReader in, int session) {
            return new Commit(
                    session,
                    in.varlong(),
                    in.varlong(),
                    TransactionId.read(in),
                    in.varint(),
                    in.list(DeliveryRef.LEAST, DeliveryRef::read),
                    DeliveryRef.readOrNull(in));
        }
    }

    /** Rolls back a transaction, or ({@code NONE}) recovers a session: gives its deliveries back. */
    record Rollback(int session, long number, long repliesSeen, TransactionId transaction, List<DeliveryRef> deliveries)
            implements Numbered {
        @Override
        public void write(WireWriter out) {
            out.varlong(number);
            out.varlong(repliesSeen);
            TransactionId.write(out, transaction);
            out.list(deliveries, (to, each) -> each.write(to));
        }

        static Rollback read(WireReader in, int session) {
            return new Rollback(
                    session,
                    in.varlong(),
                    in.varlong(),
                    TransactionId.read(in),
                    in.list(DeliveryRef.LEAST, DeliveryRef::read));
        }
    }

    /** Takes the number of a command that was withdrawn or must not be replayed (R11, R13); always refused as skipped. */
    record Skip(int session, long number, long repliesSeen) implements Numbered {
        @Override
        public void write(WireWriter out) {
            out.varlong(number);
            out.varlong(repliesSeen);
        }

        static Skip read(WireReader in, int session) {
            return new Skip(session, in.varlong(), in.varlong());
        }
    }

    /**
     * Makes or changes a durable or shared subscription (8.3). The consumer is opened separately.
     */
    record Subscribe(int session, long number, long repliesSeen, SubscriptionSpec subscription) implements Numbered {
        @Override
        public void write(WireWriter out) {
            out.varlong(number);
            out.varlong(repliesSeen);
            subscription.write(out);
        }

        static Subscribe read(WireReader in, int session) {
            return new Subscribe(session, in.varlong(), in.varlong(), SubscriptionSpec.read(in));
        }
    }

    /** Removes a durable subscription. */
    record Unsubscribe(int session, long number, long repliesSeen, String name) implements Numbered {
        @Override
        public void write(WireWriter out) {
            out.varlong(number);
            out.varlong(repliesSeen);
            out.text(name);
        }

        static Unsubscribe read(WireReader in, int session) {
            return new Unsubscribe(session, in.varlong(), in.varlong(), in.text());
        }
    }

    /** On session 0: ends a session whose commands are all confirmed. */
    record CloseSession(long number, long repliesSeen, int closed) implements Numbered {
        @Override
        public void write(WireWriter out) {
            out.varlong(number);
            out.varlong(repliesSeen);
            out.varint(closed);
        }

        static CloseSession read(WireReader in, int session) {
            return new CloseSession(in.varlong(), in.varlong(), in.varint());
        }
    }

    /** On session 0: the connection ends; its rows go, its temporary destinations with them. */
    record CloseConnection(long number, long repliesSeen) implements Numbered {
        @Override
        public void write(WireWriter out) {
            out.varlong(number);
            out.varlong(repliesSeen);
        }

        static CloseConnection read(WireReader in, int session) {
            return new CloseConnection(in.varlong(), in.varlong());
        }
    }

    /** A send in a transaction, {@code index} from 1 within it. Kept by the client until the outcome is durable. */
    record TransactedSend(
            int session,
            TransactionId transaction,
            int index,
            EncodedMessage message,
            @Nullable LargeBody body) implements Command {
        @Override
        public void write(WireWriter out) {
            TransactionId.write(out, transaction);
            out.varint(index);
            out.bytes(message.bytes());
            LargeBody.writeOrNull(out, body);
        }

        static TransactedSend read(WireReader in, int session) {
            return new TransactedSend(
                    session, TransactionId.read(in), in.varint(), EncodedMessage.read(in), LargeBody.readOrNull(in));
        }
    }

    /** Acknowledges in a transaction ahead of its commit, where the list is too long for one frame. */
    record TransactedAck(int session, TransactionId transaction, int index, List<DeliveryRef> deliveries)
            implements Command {
        @Override
        public void write(WireWriter out) {
            TransactionId.write(out, transaction);
            out.varint(index);
            out.list(deliveries, (to, each) -> each.write(to));
        }

        static TransactedAck read(WireReader in, int session) {
            return new TransactedAck(
                    session, TransactionId.read(in), in.varint(), in.list(DeliveryRef.LEAST, DeliveryRef::read));
        }
    }

    /** Part {@code index} (from 0) of a large body; all parts precede the command that names the body. */
    record BodyPart(int session, long body, int index, byte[] bytes) implements Command {
        @Override
        public void write(WireWriter out) {
            out.varlong(body);
            out.varint(index);
            out.bytes(bytes);
        }

        static BodyPart read(WireReader in, int session) {
            return new BodyPart(session, in.varlong(), in.varint(), in.bytes());
        }
    }

    /**
     * A subscription as its subscriber describes it.
     *
     * @param name the subscription's name
     * @param topic the topic's name
     * @param selector message selector, if any
     * @param noLocal leaves out what the same connection (client id) publishes
     * @param shared several consumers share its messages
     * @param durable outlives its consumers
     */
    record SubscriptionSpec(
            String name, String topic, @Nullable String selector, boolean noLocal, boolean shared, boolean durable) {
        void write(WireWriter out) {
            out.text(name);
            out.text(topic);
            out.textOrNull(selector);
            out.bool(noLocal);
            out.bool(shared);
            out.bool(durable);
        }

        static SubscriptionSpec read(WireReader in) {
            return new SubscriptionSpec(in.text(), in.text(), in.textOrNull(), in.bool(), in.bool(), in.bool());
        }
    }
}
