package io.batonmq.jms.internal.client;

import io.batonmq.jms.internal.core.ClientConnection;
import io.batonmq.jms.internal.core.ConnectionEvents;
import io.batonmq.jms.internal.url.FailoverUrl;
import org.jspecify.annotations.Nullable;

/** Puts the core of one connection together, with loop, clock and network. Any thread. */
@FunctionalInterface
public interface CoreMaker {

    /**
     * A connection that is not opened yet, and its network.
     *
     * @param connection the connection
     * @param network given back once the connection has ended, after which its loop may refuse tasks
     */
    record Made(ClientConnection connection, Network network) {}

    /** What a connection holds of the network. Any thread. */
    @FunctionalInterface
    interface Network {
        /** Gives it back. Idempotent. */
        void release();
    }

    /**
     * A connection that is not opened yet.
     *
     * @param clientId the client identifier it opens with; null = none yet
     */
    Made make(
            FailoverUrl url,
            @Nullable String clientId,
            @Nullable String user,
            @Nullable String password,
            ConnectionEvents events);
}
