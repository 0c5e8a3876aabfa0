package io.batonmq.jms.internal.link;

import io.netty.channel.EventLoop;
import io.netty.channel.SingleThreadIoEventLoop;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The one I/O thread that all connections of this process share, and a few threads for what takes time while a link is made:
 * some for what waits for others (name lookup, key stores), some for what computes (key exchange, password proofs), so that a
 * slow name service holds up no link that needs none. Daemon threads; the last user that leaves ends them. Any thread may use
 * it.
 */
final class SharedIo {
    private static final int LOOKUPS = 8;
    private static final int COMPUTING = 8;
    private static final long IDLE_SECONDS = 2;

    private static @Nullable SharedIo current;

    /**
     * Without a group, which listens for its end, as a resolver would, too: Netty tells that on a thread of its own, which keeps a
     * process whose last connection was closed alive for a second.
     */
    private final EventLoop loop =
            new SingleThreadIoEventLoop(null, threads("batonmq-client-io"), NioIoHandler.newFactory());

    private final ThreadPoolExecutor lookups = pool(LOOKUPS, "batonmq-client-lookup");
    private final ThreadPoolExecutor computing = pool(COMPUTING, "batonmq-client-connect");
    private int users;

    private SharedIo() {}

    private static ThreadPoolExecutor pool(int size, String name) {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                size,
                size,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                threads(name),
                new ThreadPoolExecutor.DiscardPolicy());
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    private static ThreadFactory threads(String name) {
        return new DefaultThreadFactory(name, true);
    }

    /**
     * Made on a thread that is no application's: Netty's classes keep what they failed with when they were loaded, and with it
     * the classes on the stack. So the I/O thread, which starts all others, inherits nothing of an application either.
     */
    private static SharedIo start() {
        return DetachedThread.make("batonmq-client-start", () -> {
            SharedIo made = new SharedIo();
            made.loop.execute(() -> {}); // starts its thread here
            return made;
        });
    }

    /** Takes a share; made anew if nobody has one. */
    static SharedIo join() {
        synchronized (SharedIo.class) {
            SharedIo shared = current;
            if (shared == null) {
                shared = start();
                current = shared;
            }
            shared.users++;
            return shared;
        }
    }

    /** Gives a share back; once for each {@link #join}. Does not wait for the threads. */
    void leave() {
        synchronized (SharedIo.class) {
            if (--users > 0) {
                return;
            }
            current = null;
        }
        loop.shutdownGracefully(0, IDLE_SECONDS, TimeUnit.SECONDS);
        lookups.shutdown();
        computing.shutdown();
    }

    EventLoop loop() {
        return loop;
    }

    /** Runs what may block for long; forgets it after the end. */
    Executor lookups() {
        return lookups;
    }

    /** Runs what computes for a while and waits for nobody; forgets it after the end. */
    Executor computing() {
        return computing;
    }
}
