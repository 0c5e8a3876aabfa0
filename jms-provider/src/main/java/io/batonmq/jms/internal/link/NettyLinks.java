package io.batonmq.jms.internal.link;

import io.batonmq.jms.internal.core.LinkFactory;
import io.batonmq.jms.internal.core.Loop;
import io.batonmq.jms.internal.url.ServerAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The network of one connection: its loop and its links. Holds a share of the process's I/O threads until it is closed; with the
 * last share they end. Made and closed by any thread; {@link #connect} belongs to the loop.
 */
public final class NettyLinks implements LinkFactory, AutoCloseable {
    private final SharedIo io;
    private final Loop loop;
    private final String product;
    private final SecureRandom random = new SecureRandom();
    private final AtomicBoolean closed = new AtomicBoolean();

    private NettyLinks(SharedIo io, String product) {
        this.io = io;
        this.loop = new NettyLoop(io.loop());
        this.product = product;
    }

    /**
     * Takes a share of the I/O threads.
     *
     * @param product product and version, told to nodes for their logs
     */
    public static NettyLinks open(String product) {
        return new NettyLinks(SharedIo.join(), product);
    }

    /**
     * The loop that owns the connection. Once this is closed and no other connection is left, it ends, and
     * {@link Loop#execute} throws {@link java.util.concurrent.RejectedExecutionException}.
     */
    public Loop loop() {
        return loop;
    }

    @Override
    public Link connect(ServerAddress address, Credentials credentials, Duration timeout, LinkListener listener) {
        loop.assertInside();
        NettyLink link = new NettyLink(io, loop, address, listener);
        link.start(product, credentials, timeout, random);
        return link;
    }

    /** Gives the share back, after what is on the loop now. Links must have been closed. Idempotent. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            loop.execute(io::leave);
        }
    }
}
