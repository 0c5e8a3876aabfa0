package io.batonmq.broker.session;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import jakarta.jms.JMSException;
import java.net.Socket;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Classes of this package that keep or break a rule. */
public final class Fixtures {
    private Fixtures() {}

    public static final class HoldsByteBuf {
        ByteBuf buffer = Unpooled.EMPTY_BUFFER;
    }

    public static final class AsksDatabase {
        void ask(Connection connection) throws SQLException {
            connection.commit();
        }
    }

    public static final class ThrowsJmsException {
        void fail() throws JMSException {
            throw new JMSException("no");
        }
    }

    public static final class UsesStoreTable {
        io.batonmq.store.jdbc.Fixtures.@Nullable Table table;
    }

    public static final class KnowsDestination {
        io.batonmq.broker.destination.Fixtures.@Nullable KnowsSession destination;
    }

    public static final class Locks {
        final ReentrantLock lock = new ReentrantLock();
    }

    public static final class CountsAtomically {
        final AtomicLong count = new AtomicLong();
    }

    public static final class SynchronizesMethod {
        synchronized void update() {}
    }

    public static final class SynchronizesBlock {
        int updates;

        void update() {
            synchronized (this) {
                updates++;
            }
        }
    }

    public static final class StartsThread {
        void start() {
            new Thread(() -> {}).start();
        }
    }

    public static final class WaitsForResult {
        void await(CompletableFuture<String> result) {
            result.join();
        }
    }

    public static final class OpensSocket {
        @Nullable
        Socket socket;
    }

    public static final class MakesRandomness {
        final String id = UUID.randomUUID().toString();
    }

    public static final class ReadsClock {
        final Instant now = Instant.now();
    }

    public static final class RefersToClock {
        final LongSupplier clock = System::nanoTime;
    }

    public static final class ReadsSetting {
        final @Nullable String home = System.getProperty("user.home");
    }

    public static final class Sleeps {
        void pause() throws InterruptedException {
            Thread.sleep(1);
        }
    }

    public static final class KeepsAllRules {
        private final InstantSource clock;
        private final Executor loop;

        KeepsAllRules(InstantSource clock, Executor loop) {
            this.clock = clock;
            this.loop = loop;
        }

        CompletableFuture<Instant> later() {
            return CompletableFuture.supplyAsync(clock::instant, loop);
        }
    }
}
