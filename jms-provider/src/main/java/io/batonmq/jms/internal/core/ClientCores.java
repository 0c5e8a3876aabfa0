package io.batonmq.jms.internal.core;

import java.time.InstantSource;
import java.util.Random;

/** Where the cores of connections are made. Stateless. */
public final class ClientCores {

    private ClientCores() {}

    /**
     * A connection that does nothing before {@link ClientConnection#open}.
     *
     * @param links opens links to nodes
     * @param loop the thread that owns the connection
     * @param random of the connection's ids and secret, and of its jitter: a secure one outside of simulations
     * @param clock which stamps this client's messages (R18)
     * @param events told what happens
     */
    public static ClientConnection connection(
            ConnectionSettings settings,
            LinkFactory links,
            Loop loop,
            Random random,
            InstantSource clock,
            ConnectionEvents events) {
        return new CoreConnection(settings, links, loop, random, clock, events);
    }

    /** As above, for a client whose clock is the database's. */
    public static ClientConnection connection(
            ConnectionSettings settings, LinkFactory links, Loop loop, Random random, ConnectionEvents events) {
        return new CoreConnection(settings, links, loop, random, null, events);
    }
}
