package io.batonmq.wire;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The steps of opening or resuming a connection (R5), in their order. */
public sealed interface Resumption extends Frame {

    /**
     * ① client → holder: open (first time) or resume a connection.
     *
     * @param connection the connection's id, chosen by the client
     * @param secret proves that the client is the one that opened it; stored hashed
     * @param attach random, new at each try
     * @param attachesTried those written since, and including, the last answered one; empty at the first
     * @param attachesBefore older ones, newest first, as many as the client keeps: what a store that went back may have (R15)
     * @param highestEpoch the highest epoch this client has seen (L2, R21); 0 = none
     * @param cluster the cluster it was on, or {@link UniqueId#NONE} (L11)
     * @param clientId the JMS client identifier, if set
     * @param reconnectDelayMillis the longest delay between two attempts this client may use (R9)
     * @param sessions the numbers of its open sessions; all others that the holder finds of it have ended, and go. Empty at
     *     the first attach
     */
    record Resume(
            UniqueId connection,
            UniqueId secret,
            UniqueId attach,
            List<UniqueId> attachesTried,
            List<UniqueId> attachesBefore,
            long highestEpoch,
            UniqueId cluster,
            @Nullable String clientId,
            long reconnectDelayMillis,
            List<Integer> sessions)
            implements Resumption {
        @Override
        public void write(WireWriter out) {
            out.uniqueId(connection);
            out.uniqueId(secret);
            out.uniqueId(attach);
            out.list(attachesTried, WireWriter::uniqueId);
            out.list(attachesBefore, WireWriter::uniqueId);
            out.varlong(highestEpoch);
            out.uniqueId(cluster);
            out.textOrNull(clientId);
            out.varlong(reconnectDelayMillis);
            out.list(sessions, WireWriter::varint);
        }

        static Resume read(WireReader in, int session) {
            return new Resume(
                    in.uniqueId(),
                    in.uniqueId(),
                    in.uniqueId(),
                    in.list(16, WireReader::uniqueId),
                    in.list(16, WireReader::uniqueId),
                    in.varlong(),
                    in.uniqueId(),
                    in.textOrNull(),
                    in.varlong(),
                    in.list(1, WireReader::varint));
        }
    }

    /**
     * ② holder → client: what is known of the connection (R4).
     *
     * @param epoch the holder's epoch
     * @param cluster the cluster's id
     * @param leaseName the lease the node serves
     * @param databaseMillis the database's time now (R18)
     * @param silenceLimitMillis S of R8
     * @param linkHeartbeatMillis how often the client pings
     * @param maxMessageSize bytes
     * @param maxSessions how many sessions the connection may have
     * @param nodes addresses of the cluster's nodes, the holder first
     * @param known whether the holder has this connection (row or memory)
     * @param wentBack the store has an older attach id than it confirmed: it went back in time (R15)
     * @param sessions one entry for each session named in {@link Resume}, and one for session 0
     */
    record ResumeAnswer(
            long epoch,
            UniqueId cluster,
            String leaseName,
            long databaseMillis,
            int silenceLimitMillis,
            int linkHeartbeatMillis,
            long maxMessageSize,
            int maxSessions,
            List<String> nodes,
            boolean known,
            boolean wentBack,
            List<SessionState> sessions)
            implements Resumption {
        @Override
        public void write(WireWriter out) {
            out.varlong(epoch);
            out.uniqueId(cluster);
            out.text(leaseName);
            out.int64(databaseMillis);
            out.varint(silenceLimitMillis);
            out.varint(linkHeartbeatMillis);
            out.varlong(maxMessageSize);
            out.varint(maxSessions);
            out.list(nodes, WireWriter::text);
            out.bool(known);
            out.bool(wentBack);
            out.list(sessions, (to, each) -> each.write(to));
        }

        /** The same with other states. */
        public ResumeAnswer withSessions(List<SessionState> others) {
            return new ResumeAnswer(
                    epoch,
                    cluster,
                    leaseName,
                    databaseMillis,
                    silenceLimitMillis,
                    linkHeartbeatMillis,
                    maxMessageSize,
                    maxSessions,
                    nodes,
                    known,
                    wentBack,
                    others);
        }

        static ResumeAnswer read(WireReader in, int session) {
            return new ResumeAnswer(
                    in.varlong(),
                    in.uniqueId(),
                    in.text(),
                    in.int64(),
                    in.varint(),
                    in.varint(),
                    in.varlong(),
                    in.varint(),
                    in.list(1, WireReader::text),
                    in.bool(),
                    in.bool(),
                    in.list(SessionState.LEAST, SessionState::read));
        }
    }

    /** Before ②, where it would be too long: some of the refusals that a session's {@link SessionState} has none of then. */
    record Refused(int session, List<Refusal> refusals) implements Resumption {
        /** So many fit into one frame, whatever their texts. */
        public static final int MOST = 256;

        @Override
        public void write(WireWriter out) {
            out.list(refusals, (to, each) -> each.write(to));
        }

        static Refused read(WireReader in, int session) {
            return new Refused(session, in.list(Refusal.LEAST, Refusal::read));
        }
    }

    /**
     * What the holder knows of one session.
     *
     * @param session its number
     * @param durable commands up to here survive the holder
     * @param received commands up to here are in this holder's memory: don't send them again (= durable after a takeover)
     * @param refusals refused commands the client has not yet said it saw
     * @param claimsVoid what was delivered to the session may have gone to others (R7)
     * @param closed the session was ended at the resume timeout (R14)
     * @param row whether the holder has a row, tombstone or memory of the session at all
     */
    record SessionState(
            int session,
            long durable,
            long received,
            List<Refusal> refusals,
            boolean claimsVoid,
            boolean closed,
            boolean row) {
        /** Bytes that each takes at least. */
        static final int LEAST = 7;

        /** The same with other refusals. */
        public SessionState withRefusals(List<Refusal> others) {
            return new SessionState(session, durable, received, others, claimsVoid, closed, row);
        }

        void write(WireWriter out) {
            out.varint(session);
            out.varlong(durable);
            out.varlong(received);
            out.list(refusals, (to, each) -> each.write(to));
            out.bool(claimsVoid);
            out.bool(closed);
            out.bool(row);
        }

        static SessionState read(WireReader in) {
            return new SessionState(
                    in.varint(),
                    in.varlong(),
                    in.varlong(),
                    in.list(Refusal.LEAST, Refusal::read),
                    in.bool(),
                    in.bool(),
                    in.bool());
        }
    }

    /**
     * ③ client → holder, one for each session, after the session and its consumers were declared with the ordinary
     * {@link Request} frames: what the client still holds of it. A long list goes in several frames.
     */
    record Claims(int session, List<Claim> claims) implements Resumption {
        @Override
        public void write(WireWriter out) {
            out.list(claims, (to, each) -> each.write(to));
        }

        static Claims read(WireReader in, int session) {
            return new Claims(session, in.list(Claim.LEAST, Claim::read));
        }
    }

    /**
     * One claimed delivery.
     *
     * @param delivery which
     * @param consumer the consumer it was delivered to, 0 if that is closed
     * @param handedOut whether the application was given it
     * @param deliveryCount the count it was delivered with
     */
    record Claim(DeliveryRef delivery, int consumer, boolean handedOut, int deliveryCount) {
        /** Bytes that each takes at least. */
        static final int LEAST = 7;

        void write(WireWriter out) {
            delivery.write(out);
            out.varint(consumer);
            out.bool(handedOut);
            out.varint(deliveryCount);
        }

        static Claim read(WireReader in) {
            return new Claim(DeliveryRef.read(in), in.varint(), in.bool(), in.varint());
        }
    }

    /**
     * Part of ③: the session's commands up to {@code upTo}, as far as the holder doesn't have them, were written to
     * {@code holders} holders before, none of which lived to say what became of them (S7).
     */
    record Replayed(int session, long upTo, int holders) implements Resumption {
        /** From the third holder on a command is applied alone. */
        public static final int SUSPECT = 2;

        @Override
        public void write(WireWriter out) {
            out.varlong(upTo);
            out.varint(holders);
        }

        static Replayed read(WireReader in, int session) {
            return new Replayed(session, in.varlong(), in.varint());
        }
    }

    /** ③ ends: everything is declared and claimed. {@code voidKnown} = sessions whose void claims the client knows of (R7). */
    record ClaimsEnd(List<Integer> voidKnown) implements Resumption {
        @Override
        public void write(WireWriter out) {
            out.list(voidKnown, WireWriter::varint);
        }

        static ClaimsEnd read(WireReader in, int session) {
            return new ClaimsEnd(in.list(1, WireReader::varint));
        }
    }

    /** ④ holder → client, at least one for each session with claims: those granted. */
    record ClaimsAnswer(int session, List<DeliveryRef> granted) implements Resumption {
        @Override
        public void write(WireWriter out) {
            out.list(granted, (to, each) -> each.write(to));
        }

        static ClaimsAnswer read(WireReader in, int session) {
            return new ClaimsAnswer(session, in.list(DeliveryRef.LEAST, DeliveryRef::read));
        }
    }

    /** ④ ends: the client replays (⑤) and goes on (⑥). One that opened a new connection has gone on already. */
    record Resumed() implements Resumption {
        @Override
        public void write(WireWriter out) {}

        static Resumed read(WireReader in, int session) {
            return new Resumed();
        }
    }
}
