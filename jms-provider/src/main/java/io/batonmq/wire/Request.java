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
    record OpenSession(int session, AckMode mode) implements Request {
        @Override
        public void write(WireWriter out) {
            out.oneOf(mode);
        }

        static OpenSession read(WireReader in, int session) {
            return new OpenSession(session, in.oneOf(AckMode.values()));
        }
    }

    /**
     * Opens (or declares anew) a consumer or browser.
     *
     * @param request answered by a reply
     * @param consumer its number, unique in the connection, from 1
     * @param spec what it consumes
     */
    record OpenConsumer(int session, long request, int consumer, ConsumerSpec spec) implements Request {
        @Override
        public void write(WireWriter out) {
            out.varlong(request);
            out.varint(consumer);
            spec.write(out);
        }

        static OpenConsumer read(WireReader in, int session) {
            return new OpenConsumer(session, in.varlong(), in.varint(), ConsumerSpec.read(in));
        }
    }

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
            boolean browse) {
        void write(WireWriter out) {
            destination.write(out);
            out.textOrNull(subscription);
            out.bool(shared);
            out.bool(durable);
            out.textOrNull(selector);
            out.bool(noLocal);
            out.bool(browse);
        }

        static ConsumerSpec read(WireReader in) {
            return new ConsumerSpec(
                    WireDestination.read(in),
                    in.textOrNull(),
                    in.bool(),
                    in.bool(),
                    in.textOrNull(),
                    in.bool(),
                    in.bool());
        }
    }

    /** Closes a consumer: what it was sent and never handed out is given back uncounted. */
    record CloseConsumer(int session, long request, int consumer) implements Request {
        @Override
        public void write(WireWriter out) {
            out.varlong(request);
            out.varint(consumer);
        }

        static CloseConsumer read(WireReader in, int session) {
            return new CloseConsumer(session, in.varlong(), in.varint());
        }
    }

    /** Allows the holder to send the consumer so much more; both run out independently. */
    record Credit(int session, int consumer, int messages, int bytes) implements Request {
        @Override
        public void write(WireWriter out) {
            out.varint(consumer);
            out.varint(messages);
            out.varint(bytes);
        }

        static Credit read(WireReader in, int session) {
            return new Credit(session, in.varint(), in.varint(), in.varint());
        }
    }

    /** Asks the holder to send what credit and queue allow now, then answer {@link BrokerFrame.Drained} (receiveNoWait). */
    record Drain(int session, long request, int consumer) implements Request {
        @Override
        public void write(WireWriter out) {
            out.varlong(request);
            out.varint(consumer);
        }

        static Drain read(WireReader in, int session) {
            return new Drain(session, in.varlong(), in.varint());
        }
    }

    /** The application was given these (R10); written before the listener runs. */
    record HandOut(int session, List<DeliveryRef> deliveries) implements Request {
        @Override
        public void write(WireWriter out) {
            out.list(deliveries, (to, each) -> each.write(to));
        }

        static HandOut read(WireReader in, int session) {
            return new HandOut(session, in.list(DeliveryRef.LEAST, DeliveryRef::read));
        }
    }

    /** Starts or stops delivery on the whole connection. */
    record Started(boolean started) implements Request {
        @Override
        public void write(WireWriter out) {
            out.bool(started);
        }

        static Started read(WireReader in, int session) {
            return new Started(in.bool());
        }
    }

    /** Sets the JMS client identifier; stored before the reply. */
    record SetClientId(long request, String clientId) implements Request {
        @Override
        public void write(WireWriter out) {
            out.varlong(request);
            out.text(clientId);
        }

        static SetClientId read(WireReader in, int session) {
            return new SetClientId(in.varlong(), in.text());
        }
    }

    /** Makes a temporary destination; stored before the reply. Declared anew at each resume. */
    record CreateTemporary(long request, WireDestination destination) implements Request {
        @Override
        public void write(WireWriter out) {
            out.varlong(request);
            destination.write(out);
        }

        static CreateTemporary read(WireReader in, int session) {
            return new CreateTemporary(in.varlong(), WireDestination.read(in));
        }
    }

    /** Deletes a temporary destination. */
    record DeleteTemporary(long request, WireDestination destination) implements Request {
        @Override
        public void write(WireWriter out) {
            out.varlong(request);
            destination.write(out);
        }

        static DeleteTemporary read(WireReader in, int session) {
            return new DeleteTemporary(in.varlong(), WireDestination.read(in));
        }
    }

    /** Asks for proof of life; {@code clientTicks} comes back unchanged (R8). */
    record Ping(long clientTicks) implements Request {
        @Override
        public void write(WireWriter out) {
            out.int64(clientTicks);
        }

        static Ping read(WireReader in, int session) {
            return new Ping(in.int64());
        }
    }

    /**
     * Database time minus the client's clock, as well as the client could measure it (R18): the holder expires its messages
     * by the least, and schedules them by the most, that it may be. Declared before the first command, and again when it
     * changes; 0 until then.
     */
    record ClockOffset(long leastMillis, long mostMillis) implements Request {
        @Override
        public void write(WireWriter out) {
            out.int64(leastMillis);
            out.int64(mostMillis);
        }

        static ClockOffset read(WireReader in, int session) {
            return new ClockOffset(in.int64(), in.int64());
        }
    }
}
