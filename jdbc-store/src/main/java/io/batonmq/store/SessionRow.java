package io.batonmq.store;

/**
 * How far a session has come (R1–R4, R7, R14).
 *
 * @param connection it belongs to
 * @param session its number in the connection, 0 = the connection's own
 * @param durable commands up to here are stored with their effects
 * @param dispatched the queues of which consumers of it were sent stored messages (R9)
 * @param claimsVoid what it was sent may have gone to others (R7)
 * @param closedAtMillis database time at which it was ended at the resume timeout; 0 = open, else a tombstone (R14)
 */
public record SessionRow(
        Identity connection,
        int session,
        long durable,
        SentQueues dispatched,
        boolean claimsVoid,
        long closedAtMillis) {

    /** Key of the row. */
    public SessionKey key() {
        return new SessionKey(connection, session);
    }

    /** Names a session row. */
    public record SessionKey(Identity connection, int session) {}
}
