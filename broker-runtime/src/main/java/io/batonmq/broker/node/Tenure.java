package io.batonmq.broker.node;

import io.batonmq.broker.destination.BrokerDestinations;
import io.batonmq.broker.lease.LeaseTrust;
import io.batonmq.broker.loop.ClientLink;
import io.batonmq.broker.loop.Loop;
import io.batonmq.broker.selector.Selectors;
import io.batonmq.broker.session.ClientSessions;
import io.batonmq.broker.session.Holding;
import io.batonmq.broker.session.ServingGate;
import io.batonmq.broker.writer.BatchWriter;
import io.batonmq.store.LeaseRow;
import io.batonmq.store.LeaseTerm;
import io.batonmq.store.MessageStore;
import io.batonmq.store.MessageStore.RecoveredState;
import io.batonmq.store.NodeRow;
import io.batonmq.store.QueueRow;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One holding of the lease: reads the state, serves, hands over or is dropped whole (L4, L8, L9). Confined to the broker
 * loop.
 */
final class Tenure {
    private static final Logger LOG = LoggerFactory.getLogger(Tenure.class);
    private static final Duration READ_RETRY = Duration.ofMillis(200);

    /** READING → SERVING → HANDING_OVER → ENDED; any → ENDED. */
    private enum State {
        READING,
        SERVING,
        HANDING_OVER,
        ENDED
    }

    /** What a tenure asks of its node; called on the broker loop. */
    interface Owner {
        /** The state is read, the lease trusted: links may come in. */
        void serve(Tenure tenure, ClientLink.Acceptor sessions);

        /** It can't go on: contend again. */
        void failed(Tenure tenure, String why);

        /** S5, by the lease role. */
        BatchWriter.Proof proof();

        /** R21: renew before answering. */
        void toldHigherEpoch(Tenure from, long epoch, Runnable answer);
    }

    private final LeaseTerm term;
    private final LeaseRow row;
    private final NodeSettings settings;
    private final Loop loop;
    private final MessageStore store;
    private final HolderClock clock;
    private final LeaseTrust trust;
    private final Supplier<List<String>> nodes;
    private final Owner owner;
    private final long serveNotBefore;

    private State state = State.READING;
    private @Nullable BatchWriter writer;
    private @Nullable BrokerDestinations destinations;
    private @Nullable ClientSessions sessions;

    Tenure(
            LeaseTerm term,
            LeaseRow row,
            long serveAfterNanos,
            NodeSettings settings,
            Loop loop,
            MessageStore store,
            HolderClock clock,
            LeaseTrust trust,
            Supplier<List<String>> nodes,
            Owner owner) {
        this.term = term;
        this.row = row;
        this.settings = settings;
        this.loop = loop;
        this.store = store;
        this.clock = clock;
        this.trust = trust;
        this.nodes = nodes;
        this.owner = owner;
        this.serveNotBefore = loop.nanos() + serveAfterNanos;
    }

    long epoch() {
        return term.epoch();
    }

    /** L4 (3): reads begin only now, the takeover being committed. */
    void read() {
        loop.assertInside();
        loop.whenDone(store.recover(term.leaseName()), this::onRead);
    }

    private void onRead(@Nullable RecoveredState recovered, @Nullable Throwable failure) {
        if (state != State.READING || !trust.trusted(term.epoch())) {
            return; // the lease role ends this tenure
        }
        if (recovered == null) {
            LOG.warn(
                    "Could not read the state to serve: {}; trying again", failure == null ? "" : failure.getMessage());
            loop.schedule(READ_RETRY, () -> {
                if (state == State.READING) {
                    read();
                }
            });
            return;
        }
        BatchWriter newWriter = writer(recovered.queues());
        BrokerDestinations newDestinations = new BrokerDestinations(
                loop, newWriter, store, clock, settings.destinations(), new Selectors(), recovered.queues());
        ClientSessions newSessions = new ClientSessions(
                new Holding(
                        term.epoch(),
                        term.leaseName(),
                        row.cluster(),
                        newDestinations,
                        newWriter,
                        store,
                        loop,
                        clock,
                        settings.sessions(),
                        gate(),
                        nodes),
                recovered);
        writer = newWriter;
        destinations = newDestinations;
        sessions = newSessions;
        long wait = serveNotBefore - loop.nanos();
        if (wait > 0) {
            loop.schedule(Duration.ofNanos(wait), () -> serve(newSessions));
        } else {
            serve(newSessions);
        }
    }

    private BatchWriter writer(List<QueueRow> queues) {
        return new BatchWriter(loop, store, term, queues, settings.batches(), owner.proof(), why -> {
            if (state != State.ENDED) {
                owner.failed(this, why);
            }
        });
    }

    private void serve(ClientSessions newSessions) {
        if (state == State.READING && trust.trusted(term.epoch())) {
            state = State.SERVING;
            newSessions.start();
            owner.serve(this, newSessions);
        }
    }

    private ServingGate gate() {
        return new ServingGate() {
            @Override
            public boolean trusted() {
                return state == State.SERVING && trust.trusted(term.epoch());
            }

            @Override
            public void toldHigherEpoch(long epoch, Runnable answer) {
                owner.toldHigherEpoch(Tenure.this, epoch, answer);
            }
        };
    }

    /** L8: nothing new is taken or dispatched; what was taken is stored, with the release; then {@code done}. */
    void handOver(@Nullable NodeRow successor, Runnable done) {
        loop.assertInside();
        BatchWriter current = writer;
        ClientSessions served = sessions;
        if (state == State.ENDED) {
            return;
        }
        state = State.HANDING_OVER;
        if (current == null || served == null) {
            // not even read yet: nothing to store, but the lease must not be waited for
            BatchWriter releasing = writer(List.of());
            writer = releasing;
            releasing.release(successor == null ? null : successor.nodeId(), done);
            return;
        }
        served.handOver();
        current.release(successor == null ? null : successor.nodeId(), () -> {
            served.moved(successor == null ? null : successor.advertise(), term.epoch() + 1);
            done.run();
        });
    }

    /** Drops everything in memory (L9). */
    void end() {
        loop.assertInside();
        state = State.ENDED;
        if (writer != null) {
            writer.stop();
        }
        if (sessions != null) {
            sessions.close();
        }
        if (destinations != null) {
            destinations.close();
        }
    }
}
