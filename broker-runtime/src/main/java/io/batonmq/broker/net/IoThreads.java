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
 * A node's I/O threads, and a few for what blocks before a link exists: looking up names, TLS key exchange. Daemon threads, all
 * ended by {@link #close}. Any thread may use it.
 */
final class IoThreads implements AutoCloseable {
    private static final int LOOPS = 2;
    private static final int BLOCKING = 4;
    private static final long IDLE_SECONDS = 5;
    private static final long END_SECONDS = 10;

    private final EventLoopGroup group = new MultiThreadIoEventLoopGroup(
            LOOPS, new DefaultThreadFactory("batonmq-net", true), NioIoHandler.newFactory());
    private final ThreadPoolExecutor blocking = new ThreadPoolExecutor(
            BLOCKING,
            BLOCKING,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            new DefaultThreadFactory("batonmq-lookup", true),
            new ThreadPoolExecutor.DiscardPolicy());

    /** All links, of either direction; what comes when it is closed is closed at once. */
    private final ChannelGroup channels = new DefaultChannelGroup(ImmediateEventExecutor.INSTANCE, true);

    IoThreads() {
        blocking.allowCoreThreadTimeOut(true);
    }

    EventLoopGroup group() {
        return group;
    }

    /** Whoever makes a channel adds it. */
    ChannelGroup channels() {
        return channels;
    }

    /** Runs what may block; forgets it once closed. */
    Executor blocking() {
        return blocking;
    }

    /** Closes every channel and ends the threads. */
    @Override
    public void close() {
        // By name: of those that only its selector knows, an event loop that ends leaves some open now and then.
        channels.close().awaitUninterruptibly(END_SECONDS, TimeUnit.SECONDS);
        group.shutdownGracefully(0, END_SECONDS, TimeUnit.SECONDS).awaitUninterruptibly();
        blocking.shutdownNow();
    }
}
