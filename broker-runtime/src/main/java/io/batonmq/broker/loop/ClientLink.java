package io.batonmq.broker.loop;

import io.batonmq.wire.Frame;
import org.jspecify.annotations.Nullable;

/** An authenticated link to one client, as the loop sees it. Confined to the loop. */
public interface ClientLink {

    /** For logs: a number that grows, and the peer's address. */
    String name();

    /** The authenticated user, null = anonymous. */
    @Nullable
    String user();

    /** Writes a frame, in order; ignored after close. */
    void send(Frame frame);

    /**
     * Runs the task, on the loop, once what was sent and not yet written is below the link's bound: before more of a large
     * body is read for it. Never run after the link closed.
     */
    void whenWritable(Runnable task);

    /**
     * Whether the peer is read from, as it is at first; if not, what it sends waits at its own end. A little that is on its
     * way still arrives.
     */
    void reads(boolean reads);

    /** Writes what was sent, then closes; nothing more arrives from it. Idempotent. */
    void close();

    /** What a link's frames go to; called on the loop. */
    interface Receiver {
        /** A frame arrived. */
        void received(Frame frame);

        /** The peer closed, or the link broke; not called after {@link ClientLink#close}. */
        void closed(String why);
    }

    /** Takes in new links, on the loop. */
    interface Acceptor {
        /** A link was authenticated; its frames go to the receiver from now on. */
        Receiver accepted(ClientLink link);
    }
}
