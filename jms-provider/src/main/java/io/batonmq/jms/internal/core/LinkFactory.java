package io.batonmq.jms.internal.core;

import io.batonmq.jms.internal.url.ServerAddress;
import io.batonmq.wire.ErrorCode;
import io.batonmq.wire.Frame;
import java.time.Duration;

/** Opens links to nodes. Called on the loop; never blocks it. */
public interface LinkFactory {

    /**
     * Starts connecting: resolves the name anew, connects, does TLS, greeting and authentication. Exactly one of
     * {@link LinkListener#opened} and {@link LinkListener#closed} follows within {@code timeout}; after {@code opened}, one
     * {@code closed} at the end.
     *
     * @param timeout all of it together
     */
    Link connect(ServerAddress address, Credentials credentials, Duration timeout, LinkListener listener);

    /** What a link authenticates with. */
    record Credentials(
            @org.jspecify.annotations.Nullable String user,
            @org.jspecify.annotations.Nullable String password) {
        @Override
        public String toString() {
            return "Credentials[" + user + "]";
        }
    }

    /** An authenticated (or still connecting) link to one node. Confined to the loop. */
    interface Link {
        /** Writes a frame; ignored after close. Order is kept. */
        void send(Frame frame);

        /** Closes; {@link LinkListener#closed} is not called for it. Idempotent. */
        void close();
    }

    /** Told on the loop. */
    interface LinkListener {
        /** Connected and authenticated. */
        void opened();

        /** A frame arrived. */
        void received(Frame frame);

        /**
         * The link could not be opened or is gone.
         *
         * @param kind how
         * @param code why
         * @param text one sentence for users
         */
        void closed(Closed kind, ErrorCode code, String text);
    }

    /** How a link ended. */
    enum Closed {
        /** No connection came about: refused, timed out, name not found, TLS failed for a passing reason. */
        UNREACHABLE,
        /** The node, or TLS, refuses this client for good: credentials, certificate, protocol version. */
        REFUSED,
        /** It was open and is gone. */
        LOST
    }
}
