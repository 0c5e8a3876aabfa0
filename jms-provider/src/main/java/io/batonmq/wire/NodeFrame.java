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
    record NodeState(String nodeId, UniqueId incarnation, boolean serving, long epoch) implements NodeFrame {
        @Override
        public void write(WireWriter out) {
            out.text(nodeId);
            out.uniqueId(incarnation);
            out.bool(serving);
            out.varlong(epoch);
        }

        static NodeState read(WireReader in, int session) {
            return new NodeState(in.text(), in.uniqueId(), in.bool(), in.varlong());
        }
    }

    /** The holder has released the lease (L8): contend now. */
    record Released(long epoch) implements NodeFrame {
        @Override
        public void write(WireWriter out) {
            out.varlong(epoch);
        }

        static Released read(WireReader in, int session) {
            return new Released(in.varlong());
        }
    }
}
