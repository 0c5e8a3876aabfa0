package io.batonmq.wire;

/** What nodes tell each other over a link of kind {@link Handshake.PeerKind#NODE}. */
public sealed interface NodeFrame extends Frame {

    /**
     * Sent by both sides after the handshake and whenever it changes.
     *
     * @param incarnation of the sender
     * @param serving whether it holds the lease and serves
     * @param epoch its epoch, or the highest it has seen
     */
    record NodeState(String nodeId, UniqueId incarnation, boolean serving, long epoch) implements NodeFrame {}

    /** The holder has released the lease (L8): contend now. */
    record Released(long epoch) implements NodeFrame {}
}
