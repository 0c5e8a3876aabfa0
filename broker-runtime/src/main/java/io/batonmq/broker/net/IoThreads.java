package io.batonmq.broker.net;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.ImmediateEventExecutor;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * A node's I/O threads, and a few for what takes time before a link exists: some for what waits for others (name lookup, key
 * stores), some for what computes (password proofs), so that a slow name service holds up no link that needs none. Daemon
 * threads, all ended by {@link #close}. Any thread may use it.
 */
final class IoThreads implements AutoCloseable {
    private static final int LOOPS = 2;
    private static final int LOOKUPS = 4;
    private static final int COMPUTING = 2;
    private static final long IDLE_SECONDS = 5;
    private static final long END_SECONDS = 10;

    private final EventLoopGroup group = new MultiThreadIoEventLoopGroup(
            LOOPS, new DefaultThreadFactory("batonmq-net", true), NioIoHandler.newFactory());
    private final ThreadPoolExecutor lookups = pool(LOOKUPS, "batonmq-lookup");
    private final ThreadPoolExecutor computing = pool(COMPUTING, "batonmq-connect");

    /** All links, of either direction; what comes when it is closed is closed at once. */
    private final ChannelGroup channels = new DefaultChannelGroup(ImmediateEventExecutor.INSTANCE, true);

    private static ThreadPoolExecutor pool(int size, String name) {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                size,
                size,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                new DefaultThreadFactory(name, true),
                new ThreadPoolExecutor.DiscardPolicy());
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    EventLoopGroup group() {
        return group;
    }

    /** Whoever makes a channel adds it. */
    ChannelGroup channels() {
        return channels;
    }

    /** Runs what may block for long; forgets it once closed. */
    Executor lookups() {
        return lookups;
    }

    /** Runs what computes for a while and waits for nobody; forgets it once closed. */
    Executor computing() {
        return computing;
    }

    /** Closes every channel and ends the threads. */
    @Override
    public void close() {
        // By name: of those that only its selector knows, an event loop that ends leaves some open now and then.
        channels.close().awaitUninterruptibly(END_SECONDS, TimeUnit.SECONDS);
        group.shutdownGracefully(0, END_SECONDS, TimeUnit.SECONDS).awaitUninterruptibly();
        lookups.shutdownNow();
        computing.shutdownNow();
    }
}
