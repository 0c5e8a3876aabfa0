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
     * @param highestEpoch the highest epoch this client has seen (L2, R21); 0 = none
     * @param cluster the cluster it was on, or {@link UniqueId#NONE} (L11)
     * @param clientId the JMS client identifier, if set
     * @param reconnectDelayMillis the longest delay between two attempts this client may use (R9)
     * @param sessions the numbers of its open sessions; empty at the first attach
     */
    record Resume(
            UniqueId connection,
            UniqueId secret,
            UniqueId attach,
            List<UniqueId> attachesTried,
            long highestEpoch,
            UniqueId cluster,
            @Nullable String clientId,
            long reconnectDelayMillis,
            List<Integer> sessions)
            implements Resumption {}

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
     * @param nodes addresses of the cluster's nodes, the holder first
     * @param known whether the holder has this connection (row or memory)
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
            List<String> nodes,
            boolean known,
            List<SessionState> sessions)
            implements Resumption {}

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
            boolean row) {}

    /**
     * ③ client → holder, one for each session, after the session and its consumers were declared with the ordinary
     * {@link Request} frames: what the client still holds of it. A long list goes in several frames.
     */
    record Claims(int session, List<Claim> claims) implements Resumption {}

    /**
     * One claimed delivery.
     *
     * @param delivery which
     * @param consumer the consumer it was delivered to, 0 if that is closed
     * @param handedOut whether the application was given it
     * @param deliveryCount the count it was delivered with
     */
    record Claim(DeliveryRef delivery, int consumer, boolean handedOut, int deliveryCount) {}

    /** ③ ends: everything is declared and claimed. {@code voidKnown} = sessions whose void claims the client knows of (R7). */
    record ClaimsEnd(List<Integer> voidKnown) implements Resumption {}

    /** ④ holder → client, at least one for each session with claims: those granted. */
    record ClaimsAnswer(int session, List<DeliveryRef> granted) implements Resumption {}

    /** ④ ends: the client replays (⑤) and goes on (⑥). */
    record Resumed() implements Resumption {}
}
