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
    record Confirm(int session, long durable, List<Refusal> refusals, long epoch, long batch) implements BrokerFrame {
        @Override
        public void write(WireWriter out) {
            out.varlong(durable);
            out.list(refusals, (to, each) -> each.write(to));
            out.varlong(epoch);
            out.varlong(batch);
        }

        static Confirm read(WireReader in, int session) {
            return new Confirm(
                    session, in.varlong(), in.list(Refusal.LEAST, Refusal::read), in.varlong(), in.varlong());
        }
    }

    /**
     * A command is done as far as its client need wait for: a NON_PERSISTENT send, which is in this holder's memory or was
     * refused, an acknowledgement of what is not stored, a close.
     */
    record Received(int session, long number, @Nullable ErrorCode code, String text) implements BrokerFrame {
        @Override
        public void write(WireWriter out) {
            out.varlong(number);
            out.errorCodeOrNull(code);
            out.text(text);
        }

        static Received read(WireReader in, int session) {
            return new Received(session, in.varlong(), in.errorCodeOrNull(), in.text());
        }
    }

    /**
     * A message for a consumer.
     *
     * @param deliveryCount JMSXDeliveryCount; 2 and more means JMSRedelivered
     * @param expiresAtMillis database time from which it is not handed out any more (R18); 0 = never
     * @param body if not null, the parts of the body came before
     */
    record Deliver(
            int session,
            int consumer,
            DeliveryRef delivery,
            int deliveryCount,
            long expiresAtMillis,
            EncodedMessage message,
            @Nullable LargeBody body)
            implements BrokerFrame {
        @Override
        public void write(WireWriter out) {
            out.varint(consumer);
            delivery.write(out);
            out.varint(deliveryCount);
            out.int64(expiresAtMillis);
            out.bytes(message.bytes());
            LargeBody.writeOrNull(out, body);
        }

        static Deliver read(WireReader in, int session) {
            return new Deliver(
                    session,
                    in.varint(),
                    DeliveryRef.read(in),
                    in.varint(),
                    in.int64(),
                    EncodedMessage.read(in),
                    LargeBody.readOrNull(in));
        }
    }

    /** Part {@code index} (from 0) of a large body on its way to a consumer. */
    record DeliverPart(int session, long body, int index, byte[] bytes) implements BrokerFrame {
        @Override
        public void write(WireWriter out) {
            out.varlong(body);
            out.varint(index);
            out.bytes(bytes);
        }

        static DeliverPart read(WireReader in, int session) {
            return new DeliverPart(session, in.varlong(), in.varint(), in.bytes());
        }
    }

    /** Answers a {@link Request}; {@code code} null = done. */
    record Reply(int session, long request, @Nullable ErrorCode code, String text) implements BrokerFrame {
        @Override
        public void write(WireWriter out) {
            out.varlong(request);
            out.errorCodeOrNull(code);
            out.text(text);
        }

        static Reply read(WireReader in, int session) {
            return new Reply(session, in.varlong(), in.errorCodeOrNull(), in.text());
        }
    }

    /** Everything that was there is sent (answer to {@link Request.Drain}, {@code request}), or the browse ended (0). */
    record Drained(int session, int consumer, long request) implements BrokerFrame {
        @Override
        public void write(WireWriter out) {
            out.varint(consumer);
            out.varlong(request);
        }

        static Drained read(WireReader in, int session) {
            return new Drained(session, in.varint(), in.varlong());
        }
    }

    /** The node closed a consumer by itself. */
    record ConsumerClosed(int session, int consumer, ErrorCode code, String text) implements BrokerFrame {
        @Override
        public void write(WireWriter out) {
            out.varint(consumer);
            out.errorCode(code);
            out.text(text);
        }

        static ConsumerClosed read(WireReader in, int session) {
            return new ConsumerClosed(session, in.varint(), in.errorCode(), in.text());
        }
    }

    /** Answers {@link Request.Ping}; sent only while the holder trusts its lease (R8). */
    record Pong(long clientTicks, long epoch, long databaseMillis) implements BrokerFrame {
        @Override
        public void write(WireWriter out) {
            out.int64(clientTicks);
            out.varlong(epoch);
            out.int64(databaseMillis);
        }

        static Pong read(WireReader in, int session) {
            return new Pong(in.int64(), in.varlong(), in.int64());
        }
    }

    /**
     * Where the holder is, as far as this node knows. From a standby: the answer to {@link Resumption.Resume}, and again
     * whenever it changes; the client may stay connected (R9).
     *
     * @param holder the holder's address, if known
     * @param epoch the epoch that goes with it (R21)
     * @param nodes addresses of all nodes
     */
    record HolderIs(@Nullable String holder, long epoch, List<String> nodes) implements BrokerFrame {
        @Override
        public void write(WireWriter out) {
            out.textOrNull(holder);
            out.varlong(epoch);
            out.list(nodes, WireWriter::text);
        }

        static HolderIs read(WireReader in, int session) {
            return new HolderIs(in.textOrNull(), in.varlong(), in.list(1, WireReader::text));
        }
    }

    /** Graceful handover (L8): go there; the link closes. */
    record Moved(@Nullable String holder, long epoch) implements BrokerFrame {
        @Override
        public void write(WireWriter out) {
            out.textOrNull(holder);
            out.varlong(epoch);
        }

        static Moved read(WireReader in, int session) {
            return new Moved(in.textOrNull(), in.varlong());
        }
    }

    /** The link is refused or broken for a reason; it closes. */
    record Fault(ErrorCode code, String text) implements BrokerFrame {
        @Override
        public void write(WireWriter out) {
            out.errorCode(code);
            out.text(text);
        }

        static Fault read(WireReader in, int session) {
            return new Fault(in.errorCode(), in.text());
        }
    }
}
