package io.batonmq.sim;

import io.batonmq.jms.internal.core.Call;
import io.batonmq.jms.internal.core.ClientConnection;
import io.batonmq.jms.internal.core.ClientConsumer;
import io.batonmq.jms.internal.core.ClientCores;
import io.batonmq.jms.internal.core.ClientSession;
import io.batonmq.jms.internal.core.ConnectionEvents;
import io.batonmq.jms.internal.core.ConnectionSettings;
import io.batonmq.jms.internal.core.ConsumerEvents;
import io.batonmq.jms.internal.core.CoreException;
import io.batonmq.jms.internal.core.LinkFactory.Credentials;
import io.batonmq.jms.internal.core.Loop;
import io.batonmq.jms.internal.url.FailoverUrl;
import io.batonmq.wire.ErrorCode;
import io.batonmq.wire.Request.ConsumerSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** A client process of the simulated world: one connection with the real client core, and applications on its sessions. */
final class SimClient {
    final SimWorld world;
    final Ledger ledger;
    final String name;
    final SimProcess process;
    final SimNetwork network;
    final SimClock clock;
    final @Nullable String clientId;
    final ClientConnection connection;
    private final List<SimApp> apps = new ArrayList<>();
    private final long identity;
    private @Nullable CoreException failure;
    private int consumers;
    int resumes;

    SimClient(
            SimWorld world,
            SimNetwork network,
            Ledger ledger,
            String name,
            String url,
            @Nullable String clientId,
            SimClock clock) {
        this(world, network, ledger, name, url, clientId, clock, world.random.nextLong(), world.random.nextLong());
    }

    private SimClient(
            SimWorld world,
            SimNetwork network,
            Ledger ledger,
            String name,
            String url,
            @Nullable String clientId,
            SimClock clock,
            long identity,
            long chance) {
        this.clock = clock;
        this.clientId = clientId;
        this.identity = identity;
        this.world = world;
        this.network = network;
        this.ledger = ledger;
        this.name = name;
        this.process = new SimProcess(world, name);
        FailoverUrl parsed = FailoverUrl.parse(url);
        this.connection = ClientCores.connection(
                new ConnectionSettings(
                        parsed.groups(), parsed.policy(), parsed.options(), new Credentials(null, null), clientId),
                network.links(process),
                clientLoop(process),
                new Drawn(identity, chance),
                clock,
                new Events());
    }

    /** A process with the same identity, as a copied machine has it (R5); everything else of it is its own. */
    SimClient copy(String url) {
        return new SimClient(
                world, network, ledger, "copy-of-" + name, url, null, clock, identity, world.random.nextLong());
    }

    /** The connection's id and secret come first, and from the identity. */
    private static final class Drawn extends Random {
        private static final long serialVersionUID = 1L;
        private static final int OF_THE_IDENTITY = 4;

        private final Random identity;
        private int drawn;

        Drawn(long identitySeed, long chance) {
            super(chance);
            this.identity = new Random(identitySeed);
        }

        @Override
        public long nextLong() {
            return drawn++ < OF_THE_IDENTITY ? identity.nextLong() : super.nextLong();
        }
    }

    void add(SimApp app) {
        apps.add(app);
    }

    List<SimApp> apps() {
        return apps;
    }

    /** Connects, starts delivery and the applications. */
    void start() {
        process.soon(() -> connection.open().result().whenComplete((info, cause) -> {
            if (cause == null) {
                connection.start();
                apps.forEach(SimApp::start);
            } else {
                world.note(name + " could not connect: " + cause.getMessage());
            }
        }));
    }

    /**
     * A consumer or browser; the client's core counts them, and so do we.
     *
     * @param subscriber null = not of a plain subscription
     */
    Call<ClientConsumer> openConsumer(
            ClientSession session,
            ConsumerSpec spec,
            SubscriptionCheck.@Nullable Subscriber subscriber,
            ConsumerEvents events) {
        Call<ClientConsumer> call = session.openConsumer(spec, events);
        if (!call.result().isCompletedExceptionally()) {
            network.check(process, ++consumers, spec);
            if (subscriber != null) {
                ledger.subscriptions.numbered(network.connection(process), consumers, subscriber);
            }
        }
        return call;
    }

    /** Closes the connection, as an application that has nothing more to do. */
    void close(Runnable closed) {
        process.soon(() -> {
            apps.forEach(SimApp::connectionEnds);
            connection.close(Duration.ofSeconds(10)).result().whenComplete((done, cause) -> closed.run());
        });
    }

    /** After it has closed: the process ends. */
    void leave() {
        process.kill();
    }

    boolean failed() {
        return failure != null;
    }

    @Nullable
    CoreException failure() {
        return failure;
    }

    void kill() {
        if (process.alive()) {
            world.note(name + " is killed");
            process.kill();
            network.processDied(process);
            apps.forEach(SimApp::processDied);
        }
    }

    private static Loop clientLoop(SimProcess process) {
        io.batonmq.broker.loop.Loop loop = process.nodeLoop();
        return new Loop() {
            @Override
            public void assertInside() {
                loop.assertInside();
            }

            @Override
            public long nanos() {
                return loop.nanos();
            }

            @Override
            public Timer schedule(Duration delay, Runnable task) {
                io.batonmq.broker.loop.Loop.Timer timer = loop.schedule(delay, task);
                return timer::cancel;
            }

            @Override
            public void execute(Runnable task) {
                loop.execute(task);
            }
        };
    }

    private final class Events implements ConnectionEvents {
        @Override
        public void interrupted(CoreException cause) {
            world.note(name + " is interrupted: " + cause.getMessage());
        }

        @Override
        public void resumed(Resumed resumed) {
            resumes++;
            world.note(name + " resumed at " + resumed.to() + ", claims lost " + resumed.claimsLost());
        }

        @Override
        public void failed(CoreException cause) {
            failure = cause;
            apps.forEach(SimApp::connectionEnds);
            world.note(name + " failed: " + cause.code() + " " + cause.getMessage());
        }

        @Override
        public void notice(CoreException what) {
            world.note(name + " is told: " + what.code() + " " + what.getMessage());
            if (what.code() == ErrorCode.STORE_WENT_BACK) {
                ledger.toldOfLoss(name);
            } else if (what.code() == ErrorCode.COMMAND_POISON) {
                ledger.toldOfRefusal(name);
            }
        }

        @Override
        public void topology(List<String> nodes) {
            // nothing to do
        }
    }
}
