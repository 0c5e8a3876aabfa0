package io.batonmq.broker.session;

import io.batonmq.broker.destination.BrokerDestinations;
import io.batonmq.broker.destination.DestinationSettings;
import io.batonmq.broker.selector.Selectors;
import io.batonmq.broker.testing.ManualLoop;
import io.batonmq.broker.testing.MemoryStore;
import io.batonmq.broker.writer.BatchWriter;
import io.batonmq.store.Identity;
import io.batonmq.store.LeaseStore.RenewResult;
import io.batonmq.store.LeaseTerm;
import io.batonmq.store.MessageStore.RecoveredState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** One holding of the lease with its real writer, destinations and sessions, on a loop by hand and a store in memory. */
final class Holder implements ServingGate {
    static final Duration SILENCE = Duration.ofSeconds(4);
    static final Duration GRACE = Duration.ofSeconds(6);
    static final Duration ORDER_GRACE = Duration.ofSeconds(2);
    static final Duration RESUME_TIMEOUT = Duration.ofSeconds(60);
    static final Duration RETENTION = Duration.ofHours(24);
    private static final long MEMORY = 64 << 20;
    static final long DATABASE_MILLIS = 1_700_000_000_000L;
    static final Identity CLUSTER = new Identity(7, 7);

    final ManualLoop loop;
    final MemoryStore store;
    final long epoch;
    final BatchWriter writer;
    final BrokerDestinations destinations;
    final ClientSessions sessions;
    final List<String> ended = new ArrayList<>();
    boolean trusted = true;
    long told;

    @Nullable
    Runnable answerToTold;

    private final long memory;
    private int links;

    private Holder(ManualLoop loop, MemoryStore store, long epoch, SessionSettings settings, long memory) {
        this.loop = loop;
        this.store = store;
        this.epoch = epoch;
        this.memory = memory;
        RecoveredState recovered = store.recovered();
        writer = new BatchWriter(
                loop,
                store,
                new LeaseTerm("default", "node", new Identity(epoch, 1), epoch),
                recovered.queues(),
                new BatchWriter.Bounds(1_000, 4 << 20, Duration.ofMillis(50), 10_000),
                batch -> CompletableFuture.completedFuture(RenewResult.RENEWED),
                ended::add);
        destinations = new BrokerDestinations(
                loop,
                writer,
                store,
                this::databaseMillis,
                DestinationSettings.defaults("default", memory),
                new Selectors(),
                recovered.queues());
        sessions = new ClientSessions(
                new Holding(
                        epoch,
                        "default",
                        CLUSTER,
                        destinations,
                        writer,
                        store,
                        loop,
                        this::databaseMillis,
                        settings,
                        this,
                        () -> List.of("tcp://a:61616", "tcp://b:61616")),
                recovered);
        sessions.start();
        loop.run();
    }

    static SessionSettings settings() {
        return settings(SessionLimits.defaults());
    }

    static SessionSettings settings(SessionLimits limits) {
        return new SessionSettings(
                SILENCE,
                Duration.ofSeconds(1),
                RESUME_TIMEOUT,
                RETENTION,
                GRACE,
                Duration.ofSeconds(30),
                ORDER_GRACE,
                8 << 20,
                1 << 20,
                4 << 20,
                limits);
    }

    static Holder first() {
        return first(settings());
    }

    static Holder first(SessionSettings settings) {
        return new Holder(new ManualLoop(), new MemoryStore(), 100, settings, MEMORY);
    }

    /** One with so many bytes for messages. */
    static Holder withMemory(long bytes) {
        return new Holder(new ManualLoop(), new MemoryStore(), 100, settings(), bytes);
    }

    /** This holder dies, what it had not stored with it; another takes over. */
    Holder takenOver() {
        return takenOver(settings());
    }

    Holder takenOver(SessionSettings settings) {
        store.forgetHeld();
        sessions.close();
        destinations.close();
        writer.stop();
        loop.run();
        return new Holder(loop, store, epoch + 1, settings, memory);
    }

    long databaseMillis() {
        return DATABASE_MILLIS + loop.nanos() / 1_000_000;
    }

    /** A link to this holder. */
    ScriptedLink link(@Nullable String user) {
        ScriptedLink link = new ScriptedLink(this, "link-" + ++links, user);
        link.open(sessions.accepted(link));
        return link;
    }

    void run() {
        loop.run();
        if (!ended.isEmpty()) {
            throw new AssertionError("the writer gave up: " + ended);
        }
    }

    void advance(Duration duration) {
        loop.advance(duration);
        run();
    }

    @Override
    public boolean trusted() {
        return trusted;
    }

    @Override
    public void toldHigherEpoch(long higher, Runnable answer) {
        told = higher;
        answerToTold = answer;
    }
}
