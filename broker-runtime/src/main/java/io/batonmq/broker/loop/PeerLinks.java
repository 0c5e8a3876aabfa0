package io.batonmq.broker.loop;

import io.batonmq.wire.Frame;
import io.batonmq.wire.UniqueId;

/** Opens links from this node to another one (L5, L8). Never blocks; calls back on the loop it was made for. */
public interface PeerLinks {

    /** Connects and greets as a node: exactly one of opened, refused, failed follows within a few seconds. */
    PeerLink connect(String address, Listener listener);

    /** A link to another node. */
    interface PeerLink {
        /** Closes without a further callback. Idempotent. */
        void close();
    }

    /** Told on the loop. */
    interface Listener {
        /** The node there greeted with this id and incarnation. */
        void opened(String nodeId, UniqueId incarnation);

        /** The machine answers, but nobody listens on the port (connection refused): no process is there (L5). */
        void refused();

        /** Nothing certain: timed out, unreachable, name not found, not a BatonMQ node. */
        void failed(String why);

        /** A frame arrived. */
        void received(Frame frame);

        /** It was open, and was closed or reset. */
        void lost();
    }

    /** Takes in links from other nodes, on the loop. */
    interface PeerAcceptor {
        /** Another node has greeted; frames can be sent to it through {@code link}. */
        ClientLink.Receiver accepted(ClientLink link, String nodeId, UniqueId incarnation);
    }
}
